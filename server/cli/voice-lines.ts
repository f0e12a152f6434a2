/** The list of voices as `sonara voices` prints it. */
import type { Voice } from '../../shared/client/index.ts';
import { engineName } from './engine-view.ts';

/** @returns one line a voice: what can be given to `--voice`, then its name and language */
export function voiceLines(voices: readonly Voice[]): string[] {
  const width = Math.max(0, ...voices.map(({ id }) => id.length));
  return voices.map(({ id, name, language }) => `${id.padEnd(width)}  ${name}, ${language}`);
}

/** By engine, the one in force first. @param inForce its id */
export function groupedLines(voices: readonly Voice[], inForce: string): string[] {
  const engines = [...new Set([inForce, ...voices.map(({ engine }) => engine)])];
  return engines.flatMap((engine) => {
    const own = voices.filter((voice) => voice.engine === engine);
    const now = engine === inForce ? ', in force: these can be given to --voice' : '';
    return [`${engineName(engine)}${now}`, ...voiceLines(own).map((line) => `  ${line}`)];
  });
}
