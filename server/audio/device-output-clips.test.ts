import { describe, expect, test } from 'vitest';
import { MissingError } from '../page-link/hidden-page.ts';
import { type FakeLink, setUp } from './fixtures/device-rig.ts';

describe('clips', () => {
  const samples = new Float32Array(3);
  /** Ids of the clips the page was given, and was told to stop. */
  const clips = (link: FakeLink): string[] =>
    link.sent.flatMap((message) => ('clip' in message ? [`${message.type} ${message.clip}`] : []));

  test('reach the page, and tell once that they ended', async () => {
    const { output, up } = setUp();
    const link = await up();
    const ends: string[] = [];
    link.sent = [];
    output.clip(samples, 8000, { gain: 0.5, onEnd: () => ends.push('a') });
    output.clip(samples, 8000, { onEnd: () => ends.push('b') });
    expect(link.sent).toEqual([
      { type: 'clip', clip: 1, sampleRate: 8000, gain: 0.5, samples },
      { type: 'clip', clip: 2, sampleRate: 8000, gain: 1, samples },
    ]);
    link.say({ type: 'clip-ended', clip: 2 });
    link.say({ type: 'clip-ended', clip: 2 });
    expect(ends).toEqual(['b']);
  });

  test('stopped, tell nothing; stopped twice, or over, reach nobody', async () => {
    const { output, up } = setUp();
    const link = await up();
    const ends: string[] = [];
    const first = output.clip(samples, 8000, { onEnd: () => ends.push('a') });
    const second = output.clip(samples, 8000, { onEnd: () => ends.push('b') });
    output.stopClip(first);
    output.stopClip(first);
    link.say({ type: 'clip-ended', clip: 1 });
    link.say({ type: 'clip-ended', clip: 2 });
    output.stopClip(second);
    expect(clips(link)).toEqual(['clip 1', 'clip 2', 'stop-clip 1']);
    expect(ends).toEqual(['b']);
  });

  test('wait for a page that is coming up; one stopped meanwhile is not sounded', async () => {
    const { output, up } = setUp();
    output.stopClip(output.clip(samples, 8000));
    output.clip(new Float32Array(9), 8000);
    const link = await up();
    expect(link.sent.filter(({ type }) => type === 'clip')).toMatchObject([
      { samples: new Float32Array(9) },
    ]);
  });

  test('too many that wait: the oldest is over', () => {
    const { output } = setUp();
    const ends: number[] = [];
    for (let n = 0; n < 10; n++) output.clip(samples, 8000, { onEnd: () => ends.push(n) });
    expect(ends).toEqual([0, 1]);
  });

  test('of a page that dies are over, and not begun again', async () => {
    const { clock, output, up } = setUp();
    const ends: string[] = [];
    const first = await up();
    clock.advance(20_000);
    output.clip(samples, 8000, { onEnd: () => ends.push('a') });
    first.die('Crash.');
    expect(ends).toEqual(['a']);
    expect(clips(await up())).toEqual([]);
  });

  test('go on in silence without a device', async () => {
    const { output, failed, silents } = setUp();
    output.clip(samples, 8000);
    await failed(new MissingError('No sound device.'));
    expect(silents[0]?.log).toContain('clip 3');
  });

  test('keep the watch on a page although nothing is read', async () => {
    const { clock, output, up, starts } = setUp();
    await up();
    output.clip(samples, 8000);
    clock.advance(5000);
    expect(starts.length).toBe(2);
  });
});
