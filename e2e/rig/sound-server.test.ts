import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { end, output, start, until } from './child.ts';
import { lacks } from './parts.ts';
import { dominantFrequency, rms, trim } from './signal.ts';
import { type SoundServer, recordingRate, startSoundServer } from './sound-server.ts';
import { encodeWav, tone } from './wav.ts';

describe.skipIf(lacks('sound-server'))('sound server', () => {
  let server: SoundServer;
  let folder: string;
  let wav: string;
  const play = () => ['--latency-msec=40', wav];
  const env = () => ({ ...process.env, ...server.env });

  beforeAll(async () => {
    server = await startSoundServer();
    folder = await mkdtemp(join(tmpdir(), 'sonara-tone-'));
    wav = join(folder, 'tone.wav');
    await writeFile(wav, encodeWav(tone(440, 0.5, 48_000, 0.5), 48_000));
  });

  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('records what is played, at its level, pitch and length', async () => {
    const recording = server.record();
    await output('paplay', play(), env());
    const heard = trim(await recording.stop());
    expect(dominantFrequency(heard, recordingRate)).toBe(440);
    expect(rms(heard)).toBeCloseTo(0.5 / Math.SQRT2, 1);
    expect(heard.length / recordingRate).toBeCloseTo(0.5, 1);
  });

  test('shows who sounds', async () => {
    expect(await server.sinkInputs()).toEqual([]);
    const player = start(
      'paplay',
      ['--client-name=rig', '--property=media.role=a11y', ...play()],
      env(),
    );
    const [input] = await until('a sink input', async () => {
      const inputs = await server.sinkInputs();
      return inputs.length > 0 && inputs;
    });
    expect(input).toMatchObject({ application: 'rig', mediaRole: 'a11y' });
    await end(player.child);
  });

  test('dies and comes back', async () => {
    await server.kill();
    await expect(server.sinkInputs()).rejects.toThrow('Connection refused');
    await server.restart();
    const recording = server.record();
    await output('paplay', play(), env());
    expect(dominantFrequency(trim(await recording.stop()), recordingRate)).toBe(440);
  });
});
