/** The page that has had nothing to sound for long is closed, and comes back by itself. */
import { describe, expect, test } from 'vitest';
import { MissingError } from '../page-link/hidden-page.ts';
import { part, setUp, tick, where } from './fixtures/device-rig.ts';

const IDLE = 60_000;
const samples = new Float32Array(3);

/** An output whose page was closed for want of anything to sound. */
async function resting() {
  const rig = setUp(IDLE);
  const first = await rig.up();
  rig.clock.advance(IDLE);
  return { ...rig, first };
}

describe('a page with nothing to sound', () => {
  test('is closed after the idle time, not before; nobody is told that anything is lost', async () => {
    const { clock, up, starts, events, lostCount } = setUp(IDLE);
    const link = await up();
    clock.advance(IDLE - 1);
    expect(link.closed).toBe(false);
    clock.advance(1);
    expect(link.closed).toBe(true);
    clock.advance(10 * IDLE);
    expect(starts.length).toBe(1);
    expect(lostCount()).toBe(0);
    expect(events.at(-1)).toMatch(/^notice .* rests/);
  });

  test('stays for ever without an idle time', async () => {
    const { clock, up } = setUp(null);
    const link = await up();
    clock.advance(1000 * IDLE);
    expect(link.closed).toBe(false);
  });

  test('is audible as before while it rests, which is no start', async () => {
    const { output } = await resting();
    expect(output.status()).toEqual({ kind: 'device', audible: true, resting: true });
  });

  test('counts from the end of the last play, not from its start', async () => {
    const { clock, up, play } = setUp(IDLE);
    const link = await up();
    clock.advance(IDLE - 1);
    play(1);
    for (let second = 0; second < 120; second++) {
      link.say({ type: 'alive' });
      clock.advance(1000);
    }
    link.say({ type: 'ended', play: 1 });
    clock.advance(IDLE - 1);
    expect(link.closed).toBe(false);
    clock.advance(1);
    expect(link.closed).toBe(true);
  });

  test('counts from a cut too', async () => {
    const { clock, output, up, play } = setUp(IDLE);
    const link = await up();
    play(1);
    output.cut(1);
    clock.advance(IDLE);
    expect(link.closed).toBe(true);
  });

  test('a clip keeps it, and its end, or its stop, lets it rest', async () => {
    for (const over of ['ended', 'stopped']) {
      const { clock, output, up } = setUp(IDLE);
      const link = await up();
      clock.advance(IDLE - 1);
      const clip = output.clip(samples, 8000);
      clock.advance(2);
      expect(link.closed).toBe(false);
      if (over === 'ended') link.say({ type: 'clip-ended', clip: 1 });
      else output.stopClip(clip);
      clock.advance(IDLE - 1);
      expect(link.closed).toBe(false);
      clock.advance(1);
      expect(link.closed).toBe(true);
    }
  });

  test('what is paused is still to be sounded', async () => {
    const { clock, output, up, play } = setUp(IDLE);
    const link = await up();
    play(1);
    output.pause(true);
    clock.advance(10 * IDLE);
    expect(link.closed).toBe(false);
  });

  test('a client that arrives keeps it awake', async () => {
    const { clock, output, up } = setUp(IDLE);
    const link = await up();
    clock.advance(IDLE - 1);
    output.warm();
    clock.advance(IDLE - 1);
    expect(link.closed).toBe(false);
  });

  test('a changed idle time counts from now', async () => {
    const { clock, output, up } = setUp(null);
    const link = await up();
    clock.advance(5 * IDLE);
    output.setIdle(2 * IDLE);
    clock.advance(2 * IDLE - 1);
    expect(link.closed).toBe(false);
    output.setIdle(null);
    clock.advance(2 * IDLE);
    expect(link.closed).toBe(false);
    output.setIdle(IDLE);
    clock.advance(IDLE);
    expect(link.closed).toBe(true);
  });

  test('one that died and came back counts anew', async () => {
    const { clock, up } = setUp(IDLE);
    const first = await up();
    clock.advance(IDLE - 1);
    first.die('Crash.');
    const second = await up();
    clock.advance(IDLE - 1);
    expect(second.closed).toBe(false);
    clock.advance(1);
    expect(second.closed).toBe(true);
  });
});

describe('it comes back', () => {
  test('with the next play, which begins again on it whole, with the settings before it', async () => {
    const { output, play, starts, up, lostCount, first } = await resting();
    output.volume(40);
    first.sent = [];
    play(7);
    expect(starts.length).toBe(2);
    expect(first.sent).toEqual([]);
    const link = await up();
    expect(lostCount()).toBe(1);
    expect(link.sent[0]).toEqual({ type: 'gain', gain: 0.4 });
    play(7);
    expect(link.plays()).toEqual(['begin 7', 'write 7', 'end 7']);
    expect(output.status()).toEqual({ kind: 'device', audible: true });
  });

  test('plays and parts that come while it is on its way start no second page, and wait', async () => {
    const { output, play, starts, up, lostCount } = await resting();
    play(7);
    output.begin(8, where);
    output.write(8, part);
    output.warm();
    expect(starts.length).toBe(2);
    const link = await up();
    expect(link.plays()).toEqual([]);
    expect(lostCount()).toBe(1);
  });

  test('with a client that arrives, without anything to sound', async () => {
    const { clock, output, starts, up, lostCount } = await resting();
    output.warm();
    expect(starts.length).toBe(2);
    expect(output.status()).toEqual({ kind: 'device', audible: true, resting: true });
    const link = await up();
    expect(output.status()).toEqual({ kind: 'device', audible: true });
    expect(lostCount()).toBe(0);
    clock.advance(IDLE);
    expect(link.closed).toBe(true);
  });

  test('with a clip, which waits for it', async () => {
    const { output, starts, up } = await resting();
    const ends: string[] = [];
    output.clip(samples, 8000, { onEnd: () => ends.push('a') });
    expect(starts.length).toBe(2);
    const link = await up();
    expect(link.sent.map(({ type }) => type)).toContain('clip');
    link.say({ type: 'clip-ended', clip: 1 });
    expect(ends).toEqual(['a']);
  });

  test('a play cut meanwhile is not begun', async () => {
    const { output, play, up, lostCount } = await resting();
    play(7);
    output.cut(7);
    await up();
    expect(lostCount()).toBe(0);
  });

  test('without a device by now: in silence, which says why', async () => {
    const { output, play, failed, silents, lostCount } = await resting();
    play(7);
    await failed(new MissingError('No sound device.'));
    expect(output.status()).toEqual({
      kind: 'device',
      audible: false,
      message: 'No sound device.',
    });
    expect(lostCount()).toBe(1);
    play(7);
    expect(silents[0]?.log).toContain('begin 7');
  });

  test('where it does not start it is tried again, as at the start', async () => {
    const { output, play, failed, starts, up } = await resting();
    play(7);
    await failed(new Error('Did not start.'));
    expect(starts.length).toBe(3);
    expect(output.status()).toMatchObject({ audible: false, starting: true });
    await up();
    expect(output.status()).toEqual({ kind: 'device', audible: true });
  });
});

test('one that is not heard says so while it rests too', async () => {
  const rig = setUp(IDLE);
  rig.heard.push(...Array.from({ length: 6 }, () => false));
  let link = await rig.up();
  for (const wait of [0, 500, 0]) {
    rig.play(1);
    link.say({ type: 'started', play: 1 });
    rig.clock.advance(300);
    await tick();
    rig.clock.advance(700);
    await tick();
    if (link.closed) {
      rig.clock.advance(wait);
      link = await rig.up();
    }
  }
  link.say({ type: 'ended', play: 1 });
  rig.clock.advance(IDLE);
  expect(link.closed).toBe(true);
  expect(rig.output.status()).toMatchObject({ audible: false, resting: true });
  expect(rig.output.status().starting).toBe(undefined);
});

test('an output that is closed rests no more', async () => {
  const { clock, events, output, up } = setUp(IDLE);
  await up();
  await output.close();
  const before = events.length;
  clock.advance(IDLE);
  expect(events.length).toBe(before);
});

test('a resting output that is closed stays so', async () => {
  const { output, play, starts } = await resting();
  await output.close();
  play(7);
  output.warm();
  expect(starts.length).toBe(1);
});
