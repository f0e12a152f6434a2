import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { earconKinds } from '../../shared/speech/chunk.ts';
import { SimulatedClock } from '../runtime/clock.ts';
import { EarconFiles } from './earcon-files.ts';
import { diskFiles, FileProblem, type FileSource } from './file-source.ts';
import { tone, wavOf } from './fixtures/wav-bytes.ts';

const { signal } = new AbortController();
const BUNDLED = 80;
const bundledOnes = 'using the bundled one';

let home: string;
let folder: string;
let clock: SimulatedClock;
let log: string[];
/** Reads of the user's files so far. */
let reads: number;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'earcon-files-'));
  folder = join(home, 'earcons');
  mkdirSync(join(home, 'bundled'));
  for (const kind of earconKinds) writeFileSync(join(home, 'bundled', `${kind}.wav`), tone(0.01));
  clock = new SimulatedClock();
  log = [];
  reads = 0;
});

afterEach(() => rmSync(home, { recursive: true }));

const counted: FileSource = {
  ...diskFiles,
  read(path, ...rest) {
    if (path.startsWith(folder)) reads += 1;
    return diskFiles.read(path, ...rest);
  },
};

async function open(source: Partial<FileSource> = {}, custom: string | null = folder) {
  const files = new EarconFiles({
    folder: custom,
    bundled: join(home, 'bundled'),
    clock,
    log: (line) => log.push(line),
    source: { ...counted, ...source },
  });
  await files.open();
  return files;
}

/** How many samples `nav` has now. */
async function length(files: EarconFiles): Promise<number | undefined> {
  return (await files.load('nav', signal))?.samples.length;
}

const nav = () => join(folder, 'nav.wav');
const refused = (reason: string) => `earcon nav: nav.wav ${reason}; ${bundledOnes}`;

describe('the folder', () => {
  test('is made at the start, for the user alone', async () => {
    await open();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('one that cannot be made is a line in the log', async () => {
    writeFileSync(folder, '');
    const files = await open();
    expect(await length(files)).toBe(BUNDLED);
    expect(log).toEqual(['earcons: the folder cannot be made (EEXIST); using the bundled ones']);
  });

  test('without one the bundled clips are used', async () => {
    const files = await open({}, null);
    expect(files.folder).toBe(null);
    expect(await length(files)).toBe(BUNDLED);
    expect(await files.custom(signal)).toEqual([]);
    expect(log).toEqual([]);
  });
});

describe('a file of the user', () => {
  test('replaces the bundled clip, with one line', async () => {
    const files = await open();
    writeFileSync(nav(), tone(0.5));
    expect(await files.load('nav', signal)).toMatchObject({ sampleRate: 8000 });
    expect(await length(files)).toBe(4000);
    expect(log).toEqual(['earcon nav: using nav.wav (0.50 s, 8000 Hz)']);
  });

  test('is read once as long as it stays the same', async () => {
    const files = await open();
    writeFileSync(nav(), tone(0.5));
    await files.load('nav', signal);
    await files.custom(signal);
    await files.load('nav', signal);
    expect(reads).toBe(1);
  });

  test('that is replaced, by another size or another time, is read again', async () => {
    const files = await open();
    writeFileSync(nav(), tone(0.5));
    utimesSync(nav(), 1000, 1000);
    await files.load('nav', signal);
    writeFileSync(nav(), tone(0.25));
    utimesSync(nav(), 1000, 1000);
    expect(await length(files)).toBe(2000);
    utimesSync(nav(), 2000, 2000);
    await files.load('nav', signal);
    expect(reads).toBe(3);
    expect(log).toHaveLength(3);
  });

  test('that is deleted gives way to the bundled clip', async () => {
    const files = await open();
    writeFileSync(nav(), tone(0.5));
    await files.load('nav', signal);
    rmSync(nav());
    expect(await length(files)).toBe(BUNDLED);
    expect(await files.custom(signal)).toEqual([]);
  });

  test('that was away is told of again', async () => {
    const files = await open();
    for (const each of [1, 2]) {
      writeFileSync(nav(), tone(0.5));
      utimesSync(nav(), 1000, 1000);
      await files.load('nav', signal);
      rmSync(nav());
      await files.load('nav', signal);
      expect(reads).toBe(each);
      expect(log).toHaveLength(each);
    }
  });

  test('touches no other kind', async () => {
    const files = await open();
    writeFileSync(nav(), tone(0.5));
    expect((await files.load('step', signal))?.samples.length).toBe(BUNDLED);
  });

  test('is decoded whole, also a long one', async () => {
    const files = await open();
    const samples = Array.from({ length: 150_000 }, (_, i) => (i === 149_999 ? 16_384 : 1));
    writeFileSync(nav(), wavOf(samples, { sampleRate: 48_000 }));
    const wave = await files.load('nav', signal);
    expect(wave!.samples.at(-1)).toBe(0.5);
    expect(wave!.samples[70_000]).toBe(1 / 32_768);
  });

  test('is not silent when only its beginning sounds', async () => {
    const files = await open();
    writeFileSync(nav(), wavOf([16_384, ...Array(70_000).fill(0)]));
    expect(await length(files)).toBe(70_001);
  });

  test('the ones used last stay in memory', async () => {
    const files = await open();
    const file = wavOf(Array(1_200_000).fill(99), { bits: 8, sampleRate: 200_000 });
    for (const kind of ['nav', 'step', 'error', 'nav', 'choice', 'nav'] as const) {
      writeFileSync(join(folder, `${kind}.wav`), file);
      utimesSync(join(folder, `${kind}.wav`), 1000, 1000);
      await files.load(kind, signal);
    }
    expect(reads).toBe(4);
    await files.load('step', signal);
    expect(reads).toBe(5);
  });

  test('many long ones are not all kept in memory', async () => {
    const files = await open();
    const file = wavOf(Array(2_000_000).fill(99), { bits: 8, sampleRate: 200_000 });
    for (const kind of ['nav', 'step', 'error'] as const) {
      writeFileSync(join(folder, `${kind}.wav`), file);
      await files.load(kind, signal);
    }
    await files.load('error', signal);
    expect(reads).toBe(3);
    expect(await length(files)).toBe(2_000_000);
    expect(reads).toBe(4);
    expect(log).toHaveLength(3);
  });
});

describe('a file that cannot be used', () => {
  const cases: [string, string, () => void][] = [
    ['no WAV', 'is not a WAV file', () => writeFileSync(nav(), 'a text, no sound')],
    ['an empty one', 'is empty', () => writeFileSync(nav(), '')],
    ['silence', 'is silent', () => writeFileSync(nav(), wavOf([0, 1, -1, 0]))],
    [
      'what is silent once mixed down',
      'is silent',
      () => writeFileSync(nav(), wavOf([9999, -9999], { channels: 2 })),
    ],
    [
      'a large one',
      'is larger than 16 MB',
      () => writeFileSync(nav(), new Uint8Array(16 * 1024 * 1024 + 1)),
    ],
    ['a folder', 'is not a file', () => mkdirSync(nav())],
    ['a named pipe', 'is not a file', () => void execFileSync('mkfifo', [nav()])],
    ['a device that never ends', 'is not a file', () => symlinkSync('/dev/zero', nav())],
    ['a circle of links', 'is a link that leads in a circle', () => symlinkSync(nav(), nav())],
    [
      'a link to nothing',
      'is a link to a file that is not there',
      () => symlinkSync(join(home, 'nothing'), nav()),
    ],
  ];

  test.each(cases)('%s: the bundled clip, and one line', async (_, reason, make) => {
    const files = await open();
    make();
    expect(await length(files)).toBe(BUNDLED);
    expect(await length(files)).toBe(BUNDLED);
    expect(await files.custom(signal)).toEqual([]);
    expect(log).toEqual([refused(reason)]);
  });

  test('is not read again while it stays the same', async () => {
    const files = await open();
    writeFileSync(nav(), 'no sound');
    await files.load('nav', signal);
    await files.load('nav', signal);
    expect(reads).toBe(1);
  });

  test('a new version of it has a line of its own', async () => {
    const files = await open();
    writeFileSync(nav(), 'no sound');
    await files.load('nav', signal);
    writeFileSync(nav(), 'no sound either');
    await files.load('nav', signal);
    expect(log).toEqual([refused('is not a WAV file'), refused('is not a WAV file')]);
  });

  test('a mended one is used', async () => {
    const files = await open();
    writeFileSync(nav(), 'no sound');
    await files.load('nav', signal);
    writeFileSync(nav(), tone(0.5));
    expect(await length(files)).toBe(4000);
  });

  test('one that may not be read, and then may, is used though its time is the same', async () => {
    let mayRead = false;
    const files = await open({
      async read(path, limit, own) {
        if (!mayRead && path.startsWith(folder)) throw new FileProblem('may not be read');
        return diskFiles.read(path, limit, own);
      },
    });
    writeFileSync(nav(), tone(0.5));
    expect(await length(files)).toBe(BUNDLED);
    expect(await files.custom(signal)).toEqual([]);
    expect(log).toEqual([refused('may not be read')]);
    mayRead = true;
    expect(await length(files)).toBe(4000);
  });

  test('a link to a sound is followed', async () => {
    const files = await open();
    writeFileSync(join(home, 'elsewhere.wav'), tone(0.5));
    symlinkSync(join(home, 'elsewhere.wav'), nav());
    expect(await length(files)).toBe(4000);
  });
});

describe('custom', () => {
  test('names the kinds whose files can be used, in the order of the kinds', async () => {
    const files = await open();
    for (const kind of ['step', 'choice']) writeFileSync(join(folder, `${kind}.wav`), tone(0.1));
    writeFileSync(nav(), 'no sound');
    writeFileSync(join(folder, 'other.wav'), tone(0.1));
    expect(await files.custom(signal)).toEqual(['choice', 'step']);
  });
});

describe('a disk that does not answer', () => {
  /** Gives the answers that are out. */
  let answers: ((version: string | null) => void)[];
  const stuck: Partial<FileSource> = {
    look: () => new Promise((resolve) => answers.push(resolve)),
  };

  beforeEach(() => {
    answers = [];
  });

  test('is waited for half a second, then the bundled clip sounds', async () => {
    const files = await open(stuck);
    const loaded = length(files);
    clock.advance(499);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(await loaded).toBe(BUNDLED);
    expect(log).toEqual([refused('is not read within 500 ms')]);
  });

  test('is asked once, and not waited for again, until it answers', async () => {
    const files = await open(stuck);
    const first = length(files);
    clock.advance(500);
    await first;
    expect(await length(files)).toBe(BUNDLED);
    expect(await files.custom(signal)).toEqual([]);
    expect(answers).toHaveLength(1);
    answers[0]!(null);
    await setImmediate();
    void length(files);
    expect(answers).toHaveLength(2);
  });

  test('an abort ends the wait at once, and is not the disk’s fault', async () => {
    const files = await open(stuck);
    const cut = new AbortController();
    const loaded = files.load('nav', cut.signal);
    cut.abort();
    expect(await loaded).toBe(null);
    void length(files);
    expect(answers).toHaveLength(2);
    expect(log).toEqual([]);
  });

  test('a read that is given up is told to stop', async () => {
    let given: AbortSignal | undefined;
    const files = await open({
      look: async () => '1',
      read: (path, limit, own) => {
        if (!path.startsWith(folder)) return diskFiles.read(path, limit, own);
        given = own;
        return new Promise(() => {});
      },
    });
    const loaded = length(files);
    await expect.poll(() => given).toBeDefined();
    expect(given!.aborted).toBe(false);
    clock.advance(500);
    await loaded;
    expect(given!.aborted).toBe(true);
  });
});

describe('the bundled clips', () => {
  test('are read at the start, and not again', async () => {
    const files = await open();
    rmSync(join(home, 'bundled'), { recursive: true });
    expect(await length(files)).toBe(BUNDLED);
  });

  test('one that is missing is a line, once, and no clip', async () => {
    rmSync(join(home, 'bundled', 'nav.wav'));
    const files = await open();
    expect(await length(files)).toBeUndefined();
    expect(log).toEqual(['earcon nav: the bundled nav.wav cannot be read (ENOENT)']);
  });
});
