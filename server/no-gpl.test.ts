/** Nothing under the GPL ships: not in the built files, and not in what an installation brings. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { shippedPackages } from './setup/lib/shipped.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/**
 * Words of our own that name espeak: the system engine calls a program of that name where one is installed
 * (server/engines/system). It lists its voices, and tells of its failures.
 */
const callsOfAProgram = [
  'Espeak',
  'eSpeak',
  'espeak',
  'espeak-ng',
  'espeakVoiceName',
  'parseEspeakVoices',
];
/** Our own maker of phonemes (server/phonemes). */
const ourPhonemizer = ['Phonemizer', 'createPhonemizer'];

const licenceText =
  /GNU (?:(?:LESSER|LIBRARY|AFFERO)\s+)?GENERAL\s+PUBLIC|\b[AL]?GPL[- ]?v?[0-9]|GPL-licensed/gi;

const LONGEST_WORD = 80;

/** Bytes as text: every name is ASCII, whatever kind of file it lies in. */
const read = (path: string): string => readFileSync(path, 'latin1');

/** The words that hold `part`, in any case, each once. */
function words(text: string, part: string): string[] {
  const found = new Set<string>();
  for (const { index } of text.matchAll(new RegExp(part, 'gi'))) {
    const before = /[\w-]*$/.exec(text.slice(Math.max(0, index - LONGEST_WORD), index))![0];
    const after = /^[\w-]*/.exec(text.slice(index, index + LONGEST_WORD))![0];
    found.add(before + after);
  }
  return [...found].sort();
}

const traces = (text: string): string[] => [
  ...words(text, 'espeak'),
  ...words(text, 'phonemizer'),
  ...(text.match(licenceText) ?? []),
];

/** Paths in dist, from there; every file, whatever it holds. */
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));

/** The program, and what V8 made of it. */
const isServer = (file: string): boolean => file.startsWith('sonarad.code.js');

describe('the built files', () => {
  test('all parts are there to be searched', () => {
    for (const part of [
      'sonarad.code.js',
      'kokoro-child.cjs',
      'flite-child.cjs',
      'sonara.code.js',
      'client/index.mjs',
      'lexicon.bin',
      'page/synth.html',
      'playwright/lib/core.cjs',
    ]) {
      expect(files).toContain(part);
    }
    expect(files.filter((file) => /^page\/assets\/synth\.worker.*\.js$/.test(file))).not.toEqual(
      [],
    );
  });

  test('but for the server none names espeak or a phonemizer, or has words of the licence', () => {
    const broken = files
      .filter((file) => !isServer(file))
      .flatMap((file) => traces(read(join(dist, file))).map((trace) => `${file}: ${trace}`));
    expect(broken).toEqual([]);
  });

  test('the server names the program it calls, its own phonemes, and nothing else', () => {
    const code = read(join(dist, 'sonarad.code.js'));
    expect(words(code, 'espeak')).toEqual([...callsOfAProgram].sort());
    expect(words(code, 'phonemizer')).toEqual([...ourPhonemizer].sort());
    expect(code.match(licenceText)).toBe(null);
  });

  test('its code cache holds nothing that the code does not', () => {
    const known = [...callsOfAProgram, ...ourPhonemizer];
    const broken = files
      .filter((file) => isServer(file) && file !== 'sonarad.code.js')
      .flatMap((file) => traces(read(join(dist, file))).filter((each) => !known.includes(each)));
    expect(broken).toEqual([]);
  });

  test('the search finds the package that must not be there', () => {
    // A build tool's dependency brings it; no bundle may hold it.
    const found = traces(read(join(root, 'node_modules/phonemizer/dist/phonemizer.js')));
    const known = [...callsOfAProgram, ...ourPhonemizer];
    expect(found.filter((each) => !known.includes(each)).length).toBeGreaterThan(10);
    expect(traces('under the GNU Lesser General Public License, LGPL-2.1')).toHaveLength(2);
  });
});

interface Locked {
  license?: string;
  dev?: boolean;
}

describe('what an installation brings', () => {
  const { packages } = JSON.parse(read(join(root, 'package-lock.json'))) as {
    packages: Record<string, Locked>;
  };
  /** `dependencies`, with all that they bring, on every platform. */
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);

  test('it brings what package.json depends on', () => {
    const { dependencies } = JSON.parse(read(join(root, 'package.json'))) as {
      dependencies: Record<string, string>;
    };
    const paths = installed.map(([path]) => path);
    for (const name of Object.keys(dependencies)) expect(paths).toContain(`node_modules/${name}`);
  });

  test('every licence is told, and none is a GPL', () => {
    const broken = installed.filter(
      ([, { license = '' }]) => license === '' || /GPL/i.test(license),
    );
    expect(broken).toEqual([]);
  });

  test('no package is espeak, or holds it', () => {
    const names = installed.map(([path]) => path);
    expect(names.filter((name) => /espeak|phonemizer/i.test(name))).toEqual([]);
  });
});

describe('what is installed or bundled', () => {
  const packages = shippedPackages(root);

  test('is told of under no GPL', () => {
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter(({ license }) => !license || /GPL/i.test(license))).toEqual([]);
  });

  test('comes with no words of the GPL', () => {
    const texts = packages.flatMap(({ folder }) =>
      readdirSync(folder)
        .filter((name) => /^(licen[cs]e|copying|notice|thirdparty)/i.test(name))
        .map((name) => join(folder, name)),
    );
    expect(texts.length).toBeGreaterThan(packages.length / 2);
    expect(texts.filter((file) => read(file).match(licenceText))).toEqual([]);
  });
});
