import type { Voice } from '../port.ts';

const prefix = 'espeak:';

/** Reads the table that `espeak-ng --voices` prints. Lines that are no voice are passed over. */
export function parseEspeakVoices(table: string, engine: string): Voice[] {
  const voices: Voice[] = [];
  const ids = new Set<string>();
  for (const line of table.split('\n')) {
    // Priority, language, age and gender, name, file; more languages may follow.
    const found = /^\s*\d+\s+(\S+)\s+\S+\s+(\S+)\s+(\S+)/.exec(line);
    if (!found) continue;
    const [, language, name, file] = found as unknown as [string, string, string, string];
    // Two voices may share a language; a file is one voice. The program takes either, but finds no
    // language that has capitals.
    const names = /[A-Z]/.test(language) ? [file] : [language, file];
    const id = names.map((word) => prefix + word).find((each) => !ids.has(each));
    if (id === undefined) continue;
    ids.add(id);
    voices.push({
      id,
      name: `${name.replaceAll('_', ' ').trim()} (eSpeak NG)`,
      language: canonical(language),
      engine,
      license_class: 'os',
      installed: true,
    });
  }
  return voices;
}

/** What the program's `-v` takes for this voice; undefined when it is not one of its. */
export function espeakVoiceName(id: string): string | undefined {
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
}

/** `en-us` is written `en-US`; what is no language tag stays as it is. */
function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language;
  } catch {
    return language;
  }
}
