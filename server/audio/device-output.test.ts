import { describe, expect, test } from 'vitest';
import { part, setUp, where } from './fixtures/device-rig.ts';

describe('while the page comes up', () => {
  test('plays wait, and begin again once it is there, with the settings before them', async () => {
    const { output, up, lostCount, play, events } = setUp();
    output.volume(40);
    output.pause(true);
    output.loudness(-16);
    output.liveRate(300);
    play(1);
    play(2);
    output.cut(2);
    const link = await up();
    expect(lostCount()).toBe(1);
    expect(link.sent).toEqual([
      { type: 'gain', gain: 0.4 },
      { type: 'gain', gain: 0.4 },
      { type: 'pause', paused: true },
      { type: 'loudness', target: -16 },
      { type: 'rate', rate: 300 },
    ]);
    play(1);
    expect(link.plays()).toEqual(['begin 1', 'write 1', 'end 1']);
    link.say({ type: 'started', play: 1 });
    link.say({ type: 'ended', play: 1 });
    link.say({ type: 'ended', play: 1 });
    expect(events.slice(-2)).toEqual(['started 1', 'ended 1']);
  });

  test('nothing is lost when nothing waits', async () => {
    const { output, up, lostCount, play } = setUp();
    play(1);
    output.cut(1);
    await up();
    expect(lostCount()).toBe(0);
    expect(output.status()).toEqual({ kind: 'device', audible: true });
  });
});

describe('a page that is up', () => {
  test('muting keeps the volume', async () => {
    const { output, up } = setUp();
    const link = await up();
    link.sent = [];
    output.volume(50);
    output.mute(true);
    output.mute(false);
    expect(link.sent.map((message) => message.type === 'gain' && message.gain)).toEqual([
      0.5, 0, 0.5,
    ]);
  });

  test('a cut of a play that is over does not reach the plays after it', async () => {
    const { output, up, play } = setUp();
    const link = await up();
    play(1);
    play(2);
    link.say({ type: 'ended', play: 1 });
    output.cut(1);
    expect(link.plays()).not.toContain('cut 1');
    output.cut(2);
    expect(link.plays()).toContain('cut 2');
  });

  test('plays that are cut send no event any more', async () => {
    const { output, up, play, events } = setUp();
    const link = await up();
    play(1);
    play(2);
    output.cut(1);
    const before = events.length;
    link.say({ type: 'started', play: 1 });
    link.say({ type: 'ended', play: 2 });
    expect(events.length).toBe(before);
  });

  test('dies: another is started at once and the plays begin again', async () => {
    const { clock, up, starts, play, lostCount, events } = setUp();
    const first = await up();
    play(1);
    clock.advance(20_000);
    first.die('The browser ended.');
    expect(starts.length).toBe(2);
    const second = await up();
    expect(first.closed).toBe(true);
    expect(lostCount()).toBe(1);
    play(1);
    expect(second.plays()).toEqual(['begin 1', 'write 1', 'end 1']);
    const before = events.length;
    first.say({ type: 'ended', play: 1 });
    expect(events.length).toBe(before);
  });

  test('stalls: the same', async () => {
    const { up, starts, play, lostCount } = setUp();
    const first = await up();
    play(1);
    first.say({ type: 'stalled', reason: 'The sound device takes no sound.' });
    expect(starts.length).toBe(2);
    await up();
    expect(lostCount()).toBe(1);
  });

  test('that keeps failing is started again while speech waits, later in silence', async () => {
    const { clock, up, starts, silents, play, lostCount, output } = setUp();
    play(1);
    for (const wait of [0, 500, 1000, 2000]) {
      const link = await up();
      play(1);
      const before = starts.length;
      link.die('Crash.');
      clock.advance(wait);
      expect(starts.length).toBe(before + 1);
    }
    expect(silents.length).toBe(0);
    (await up()).die('Crash.');
    expect(silents.length).toBe(1);
    expect(lostCount()).toBe(5);
    expect(output.status().audible).toBe(false);
    const before = starts.length;
    clock.advance(999);
    expect(starts.length).toBe(before);
    clock.advance(1);
    expect(starts.length).toBe(before + 1);
    await up();
    expect(output.status().audible).toBe(true);
  });

  test('that failed again is not started twice, although speech asks for it as well', async () => {
    const { clock, up, starts, play } = setUp();
    for (let n = 0; n < 5; n++) {
      clock.advance(5000);
      (await up()).die('Crash.');
    }
    clock.advance(5001);
    play(1);
    const link = await up();
    const before = starts.length;
    clock.advance(2000);
    expect(starts.length).toBe(before);
    play(1);
    expect(link.plays()).toContain('begin 1');
  });

  test('that says nothing for five seconds, while it should sound, is started again', async () => {
    const { clock, up, starts, play, lostCount } = setUp();
    const link = await up();
    play(1);
    clock.advance(4000);
    link.say({ type: 'alive' });
    clock.advance(4000);
    expect(starts.length).toBe(1);
    clock.advance(1000);
    expect(starts.length).toBe(2);
    await up();
    expect(lostCount()).toBe(1);
  });

  test('that has nothing to say may be silent: idle, or paused', async () => {
    const { clock, up, starts, play, output } = setUp();
    const link = await up();
    clock.advance(60_000);
    play(1);
    output.pause(true);
    clock.advance(60_000);
    output.pause(false);
    link.say({ type: 'ended', play: 1 });
    clock.advance(60_000);
    expect(starts.length).toBe(1);
  });
});

test('what a play is made of, and how, reaches the page', async () => {
  const { output, up } = setUp();
  const link = await up();
  link.sent = [];
  output.begin(1, { ...where, rate: 300, source: 'engine/voice' });
  output.write(1, part);
  output.write(1, { ...part, stretch: 1.5 });
  expect(link.sent).toEqual([
    { type: 'begin', play: 1, rate: 300, source: 'engine/voice' },
    { type: 'write', play: 1, ...part, stretch: 1 },
    { type: 'write', play: 1, ...part, stretch: 1.5 },
  ]);
});

test('close ends the page, also one that comes up after it', async () => {
  const first = setUp();
  const link = await first.up();
  await first.output.close();
  expect(link.closed).toBe(true);

  const second = setUp();
  const closing = second.output.close();
  const late = await second.up();
  await closing;
  expect(late.closed).toBe(true);
});
