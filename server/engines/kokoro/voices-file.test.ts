import { mkdirSync, mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npy, standInVoices, voiceStyles } from '../../../models/stand-in/voices-npz.mjs';
import { zip } from '../../../models/stand-in/zip.mjs';
import { EngineError } from '../port.ts';
import { kokoroVoices } from './kokoro-voices.ts';
import { openVoices } from './voices-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'voices-'));
const real = join(dirname(fileURLToPath(import.meta.resolve('kokoro-js'))), '..', 'voices');
const path = (name: string) => join(folder, name);

beforeAll(() => {
  writeFileSync(path('deflated.bin'), standInVoices());
  writeFileSync(path('stored.bin'), standInVoices({ stored: true }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function standInRow(id: string, row: number): Float32Array {
  return voiceStyles(id).slice(row * 256, (row + 1) * 256);
}

/** A voices file with rows of ones for each of these voices. */
function writeVoices(name: string, rows: Record<string, number>): string {
  const members = Object.entries(rows).map(([id, count]) => ({
    name: `${id}.npy`,
    data: npy(new Float32Array(count * 256).fill(1), [count, 1, 256]),
  }));
  writeFileSync(path(name), zip(members));
  return path(name);
}

describe.each(['deflated.bin', 'stored.bin'])('%s', (name) => {
  test.each([
    [0, 0],
    [7, 7],
    [509, 509],
    [510, 509],
    [9999, 509],
    [-1, 0],
  ])('for %i tokens the style is row %i', async (tokens, row) => {
    const voices = await openVoices(path(name), null);
    expect(await voices.style('af_sarah', tokens)).toEqual(standInRow('af_sarah', row));
  });

  test('has every voice, and no problem', async () => {
    const voices = await openVoices(path(name), null);
    for (const { id } of kokoroVoices) expect(await voices.style(id, 5)).toEqual(standInRow(id, 5));
    expect(voices.problems()).toEqual([]);
  });
});

describe('blends', () => {
  test('are weighted sums of the same row', async () => {
    const voices = await openVoices(path('deflated.bin'), null);
    const style = await voices.style('af_heart(0.7)+bm_george(0.3)', 12);
    const [heart, george] = [standInRow('af_heart', 12), standInRow('bm_george', 12)];
    for (const column of [0, 100, 128, 255])
      expect(style[column]).toBeCloseTo(0.7 * heart[column]! + 0.3 * george[column]!, 6);
  });

  test('of eight voices work', async () => {
    const ids = kokoroVoices.slice(0, 8).map(({ id }) => id);
    const voices = await openVoices(path('deflated.bin'), null);
    const style = await voices.style(ids.join('+'), 12);
    const mean = ids.reduce((sum, id) => sum + standInRow(id, 12)[3]! / 8, 0);
    expect(style[3]).toBeCloseTo(mean, 5);
  });
});

test('what comes back is the caller’s to change', async () => {
  const voices = await openVoices(path('deflated.bin'), null);
  (await voices.style('af_sky', 3)).fill(9);
  expect(await voices.style('af_sky', 3)).toEqual(standInRow('af_sky', 3));
});

test('a voice is read once while it is in use, and again when eight others came after it', async () => {
  const file = path('goes.bin');
  writeFileSync(file, standInVoices());
  const voices = await openVoices(file, null);
  await voices.style('af_heart', 1);
  unlinkSync(file);
  expect(await voices.style('af_heart', 2)).toEqual(standInRow('af_heart', 2));
  writeFileSync(file, standInVoices());
  for (const { id } of kokoroVoices.slice(1, 9)) await voices.style(id, 1);
  unlinkSync(file);
  await expect(voices.style('af_heart', 1)).rejects.toThrow('the voices file is not there');
});

test('a failure is not remembered', async () => {
  const file = path('comes.bin');
  writeFileSync(file, standInVoices());
  const voices = await openVoices(file, null);
  unlinkSync(file);
  await expect(voices.style('af_sky', 1)).rejects.toThrow(EngineError);
  writeFileSync(file, standInVoices());
  expect(await voices.style('af_sky', 1)).toEqual(standInRow('af_sky', 1));
});

describe('odd files', () => {
  test('too few rows: the last one, and a word about it', async () => {
    const voices = await openVoices(writeVoices('short.bin', { af_heart: 3 }), null);
    expect((await voices.style('af_heart', 400))[0]).toBe(1);
    await voices.style('af_heart', 1);
    expect(voices.problems()).toEqual([
      'af_heart has 3 rows, not 510: long sentences use the last',
    ]);
  });

  test('a missing voice is named', async () => {
    const voices = await openVoices(writeVoices('lacking.bin', { af_heart: 510 }), null);
    await expect(voices.style('af_sky', 1)).rejects.toThrow('the voices file has no af_sky');
  });

  test('a voice of another shape is refused, the others are not', async () => {
    const bad = { name: 'af_sky.npy', data: npy(new Float32Array(512), [4, 1, 128]) };
    const good = { name: 'af_nova.npy', data: npy(new Float32Array(512), [2, 1, 256]) };
    writeFileSync(path('mixed.bin'), zip([bad, good]));
    const voices = await openVoices(path('mixed.bin'), null);
    await expect(voices.style('af_sky', 1)).rejects.toThrow(
      'af_sky in the voices file has the shape',
    );
    expect(await voices.style('af_nova', 1)).toEqual(new Float32Array(256));
  });

  test('a file that was cut off while it was in use', async () => {
    writeFileSync(path('cut.bin'), standInVoices({ stored: true }));
    const voices = await openVoices(path('cut.bin'), null);
    truncateSync(path('cut.bin'), 1000);
    await expect(voices.style('bm_fable', 1)).rejects.toThrow('the voices file is cut off');
  });

  test.each([
    ['missing.bin', 'the voices file is not there'],
    ['', 'the voices file cannot be read (EISDIR)'],
  ])('"%s" cannot be opened', async (name, words) => {
    const opening = openVoices(path(name), null);
    await expect(opening).rejects.toThrow(EngineError);
    await expect(opening).rejects.toThrow(words);
  });
});

describe('the files of kokoro-js', () => {
  test('are read when there is no voices file', async () => {
    const voices = await openVoices(null, real);
    const style = await voices.style('bf_emma', 20);
    expect(style).toHaveLength(256);
    expect(style).not.toEqual(await voices.style('bf_emma', 200));
    expect(voices.problems()).toEqual([]);
  });

  test('serve in place of a broken voices file, which is a problem', async () => {
    const voices = await openVoices(path('missing.bin'), real);
    await expect(voices.style('af_heart', 1)).resolves.toHaveLength(256);
    expect(voices.problems()).toEqual(['the voices file is not there']);
  });

  test('serve for a voice that the voices file lacks', async () => {
    const voices = await openVoices(writeVoices('one.bin', { af_heart: 510 }), real);
    expect((await voices.style('af_heart', 1))[0]).toBe(1);
    await expect(voices.style('af_sky', 1)).resolves.toHaveLength(256);
    expect(voices.problems()).toEqual(['the voices file has no af_sky']);
  });

  test('may be damaged or missing', async () => {
    mkdirSync(path('folder'));
    writeFileSync(join(path('folder'), 'af_sky.bin'), Buffer.alloc(1000));
    const voices = await openVoices(null, path('folder'));
    await expect(voices.style('af_sky', 1)).rejects.toThrow('is not made of rows of 256 float32');
    await expect(voices.style('af_heart', 1)).rejects.toThrow('the file of af_heart is not there');
  });
});

test('without any place there are no voices', async () => {
  await expect(openVoices(null, null)).rejects.toThrow('there is no file of voices');
});

test.each(['nobody', '../af_heart', 'ef_dora', 'af_heart+'])('%s has no style', async (voice) => {
  const voices = await openVoices(path('deflated.bin'), null);
  await expect(voices.style(voice, 1)).rejects.toThrow('Kokoro has no such voice');
});

test('an aborted request ends with its reason', async () => {
  const voices = await openVoices(path('deflated.bin'), null);
  const stopped = AbortSignal.abort(new Error('enough'));
  await expect(voices.style('af_heart', 1, stopped)).rejects.toThrow('enough');
});
