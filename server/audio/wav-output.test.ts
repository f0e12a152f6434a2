import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SimulatedClock } from '../runtime/clock.ts';
import { decodeWav } from '../../shared/audio/wav-file.ts';
import { createWavOutput } from './wav-output.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'sonara-wav-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function setUp(folder: string, options = {}) {
  const clock = new SimulatedClock();
  const output = createWavOutput(folder, clock, options);
  const seen: string[] = [];
  output.open({
    started: (play) => seen.push(`started ${play}`),
    ended: (play) => seen.push(`ended ${play}`),
    lost: () => seen.push('lost'),
    notice: (message) => seen.push(message),
  });
  return { clock, output, seen };
}

const part = (count: number, value = 0.5, sampleRate = 1000) => ({
  sampleRate,
  samples: new Float32Array(count).fill(value),
});

const read = (folder: string, name: string) => decodeWav(readFileSync(join(folder, name)));

test('writes every play that starts, numbered in play order', async () => {
  const folder = join(base, 'a', 'b');
  const { clock, output, seen } = setUp(folder);
  for (const play of [1, 2, 3]) {
    output.begin(play, { item: 7, chunk: play - 1 });
    output.write(play, part(100 * play));
    output.end(play);
  }
  clock.advance(150);
  output.cut(3);
  clock.advance(1000);
  output.begin(4, { item: 7, chunk: 0 });
  output.write(4, part(10));
  output.end(4);
  clock.advance(1000);
  await output.close();
  expect(readdirSync(folder)).toEqual([
    '0001-item7-chunk0.wav',
    '0002-item7-chunk1.wav',
    '0003-item7-chunk0.wav',
  ]);
  expect(read(folder, '0001-item7-chunk0.wav')).toEqual(part(100));
  expect(read(folder, '0002-item7-chunk1.wav').samples).toHaveLength(200);
  expect(seen.filter((line) => line.startsWith('ended'))).toEqual([
    'ended 1',
    'ended 2',
    'ended 4',
  ]);
});

test('a play cut after it started is there with all that was handed over', async () => {
  const { clock, output } = setUp(base);
  output.begin(1, { item: 1, chunk: 0 });
  output.write(1, part(50, 0.25));
  clock.advance(10);
  output.write(1, part(500, -0.25));
  output.cut(1);
  output.write(1, part(500));
  await output.close();
  const { samples } = read(base, '0001-item1-chunk0.wav');
  expect(samples).toHaveLength(550);
  expect([samples[49], samples[50]]).toEqual([0.25, -0.25]);
});

test('muted and quiet plays are written as the engine made them', async () => {
  const { clock, output } = setUp(base, { realTime: false });
  output.mute(true);
  output.volume(1);
  output.begin(1, { item: 1, chunk: 0 });
  output.write(1, part(50));
  output.end(1);
  clock.advance(0);
  await output.close();
  expect(read(base, '0001-item1-chunk0.wav')).toEqual(part(50));
});

test('clips get a file of their own, numbered among the plays, as they were given', async () => {
  const { clock, output, seen } = setUp(base);
  output.begin(1, { item: 1, chunk: 0 });
  output.write(1, part(100));
  output.end(1);
  clock.advance(10);
  const stopped = output.clip(part(30, 0.25).samples, 1000, { onEnd: () => seen.push('stopped') });
  output.clip(part(40, -0.25).samples, 500, { gain: 0.1, onEnd: () => seen.push('over') });
  output.stopClip(stopped);
  clock.advance(1000);
  await output.close();
  expect(readdirSync(base)).toEqual(['0001-item1-chunk0.wav', '0002-clip.wav', '0003-clip.wav']);
  expect(read(base, '0002-clip.wav')).toEqual(part(30, 0.25));
  expect(read(base, '0003-clip.wav')).toEqual(part(40, -0.25, 500));
  expect(seen).toContain('over');
  expect(seen).not.toContain('stopped');
});

test('stretched plays are written as the engine made them', async () => {
  const { clock, output } = setUp(base);
  output.begin(1, { item: 1, chunk: 0, rate: 100 });
  output.liveRate(300);
  output.loudness(-16);
  output.write(1, { ...part(100), stretch: 1.5 });
  output.end(1);
  clock.advance(1000);
  await output.close();
  expect(read(base, '0001-item1-chunk0.wav')).toEqual(part(100));
});

test('a part of another rate is brought to that of the file', async () => {
  const { clock, output } = setUp(base);
  output.begin(1, { item: 1, chunk: 0 });
  output.write(1, part(100));
  output.write(1, part(100, 0.5, 500));
  output.end(1);
  clock.advance(1000);
  await output.close();
  expect(read(base, '0001-item1-chunk0.wav')).toEqual(part(300));
});

test.skipIf(process.platform !== 'linux')('below /proc it gives up as well', async () => {
  const { output, seen } = setUp('/proc/sonara/folder');
  await output.close();
  expect(seen).toEqual([expect.stringContaining('ENOENT')]);
});

test('a folder that cannot be is one notice, and playing goes on', async () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  const { clock, output, seen } = setUp(join(file, 'folder'));
  for (const play of [1, 2]) {
    output.begin(play, { item: 1, chunk: play });
    output.write(play, part(10));
    output.end(play);
  }
  clock.advance(100);
  await output.close();
  expect(seen.filter((line) => line.includes('cannot write'))).toHaveLength(1);
  expect(seen).toContain('ended 2');
});
