import { describe, expect, test } from 'vitest';
import type { FromPage, ToPage } from '../../shared/audio/link.ts';
import { MissingError } from '../page-link/hidden-page.ts';
import type { PageLink } from '../page-link/page-link.ts';
import { SimulatedClock } from '../runtime/clock.ts';
import { DeviceOutput } from './device-output.ts';
import type { Output, OutputEvents } from './port.ts';

class FakeLink implements PageLink {
  readonly pid = 1;
  sent: ToPage[] = [];
  closed = false;
  say: (message: FromPage) => void = () => undefined;
  die: (why: string) => void = () => undefined;
  send(message: ToPage): void {
    this.sent.push(message);
  }
  onMessage(listener: (message: FromPage) => void): void {
    this.say = listener;
  }
  onDown(listener: (why: string) => void): void {
    this.die = listener;
  }
  async close(): Promise<void> {
    this.closed = true;
  }
  /** What it was told of plays, in short. */
  plays(): string[] {
    return this.sent.flatMap((message) =>
      'play' in message ? [`${message.type} ${message.play}`] : [],
    );
  }
}

class FakeSilent implements Output {
  log: string[] = [];
  events: OutputEvents | null = null;
  open(events: OutputEvents): void {
    this.events = events;
  }
  begin(play: number): void {
    this.log.push(`begin ${play}`);
  }
  write(play: number): void {
    this.log.push(`write ${play}`);
  }
  end(play: number): void {
    this.log.push(`end ${play}`);
  }
  cut(play: number): void {
    this.log.push(`cut ${play}`);
  }
  pause(paused: boolean): void {
    this.log.push(`pause ${paused}`);
  }
  mute(muted: boolean): void {
    this.log.push(`mute ${muted}`);
  }
  volume(percent: number): void {
    this.log.push(`volume ${percent}`);
  }
  loudness(target: number | null): void {
    this.log.push(`loudness ${target}`);
  }
  liveRate(rate: number | null): void {
    this.log.push(`rate ${rate}`);
  }
  clip(samples: Float32Array): number {
    this.log.push(`clip ${samples.length}`);
    return 1;
  }
  stopClip(clip: number): void {
    this.log.push(`stop-clip ${clip}`);
  }
  status() {
    return { kind: 'null' as const, audible: false };
  }
  async close(): Promise<void> {
    this.log.push('close');
  }
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const where = { item: 1, chunk: 0 };
const part = { sampleRate: 16000, samples: new Float32Array(4) };

function setUp() {
  const clock = new SimulatedClock();
  const events: string[] = [];
  const starts: { resolve(link: PageLink): void; reject(error: Error): void }[] = [];
  const silents: FakeSilent[] = [];
  const heard: (boolean | null)[] = [];
  const output = new DeviceOutput({
    clock,
    hiddenPage: {
      start: () => new Promise((resolve, reject) => starts.push({ resolve, reject })),
      heard: async () => heard.shift() ?? null,
    },
    silent() {
      const silent = new FakeSilent();
      silents.push(silent);
      return silent;
    },
  });
  output.open({
    started: (play) => events.push(`started ${play}`),
    ended: (play) => events.push(`ended ${play}`),
    lost: () => events.push('lost'),
    notice: (message) => events.push(`notice ${message}`),
  });
  const up = async (): Promise<FakeLink> => {
    const link = new FakeLink();
    starts.at(-1)?.resolve(link);
    await tick();
    return link;
  };
  const failed = async (error: Error): Promise<void> => {
    starts.at(-1)?.reject(error);
    await tick();
  };
  const lostCount = (): number => events.filter((event) => event === 'lost').length;
  const play = (id: number): void => {
    output.begin(id, where);
    output.write(id, part);
    output.end(id);
  };
  return { clock, events, starts, silents, heard, output, up, failed, lostCount, play };
}

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

describe('without a device', () => {
  test('it says why, goes on in silence, and asks again with speech 5 s later', async () => {
    const { clock, failed, silents, play, output, events, lostCount, starts, up } = setUp();
    output.volume(70);
    play(1);
    await failed(new MissingError('No sound device.'));
    expect(output.status()).toEqual({
      kind: 'device',
      audible: false,
      message: 'No sound device.',
    });
    expect(events).toEqual(['notice No sound device.', 'lost']);
    play(1);
    expect(silents[0]?.log).toEqual([
      'volume 70',
      'mute false',
      'pause false',
      'loudness null',
      'rate null',
      'begin 1',
      'write 1',
      'end 1',
    ]);
    silents[0]?.events?.started(1);
    silents[0]?.events?.ended(1);
    clock.advance(5001);
    expect(starts.length).toBe(1);
    play(2);
    expect(starts.length).toBe(2);
    await failed(new MissingError('No sound device.'));
    expect(events.filter((event) => event.startsWith('notice')).length).toBe(1);
    play(3);
    expect(starts.length).toBe(2);
    clock.advance(5001);
    play(4);
    const link = await up();
    expect(lostCount()).toBe(2);
    expect(silents[0]?.log).toContain('close');
    play(4);
    expect(link.plays()).toEqual(['begin 4', 'write 4', 'end 4']);
    expect(output.status().audible).toBe(true);
  });

  test('a browser that does not start is tried again by itself', async () => {
    const { clock, failed, starts, play, silents } = setUp();
    play(1);
    await failed(new Error('Did not start.'));
    await failed(new Error('Did not start.'));
    expect(silents.length).toBe(1);
    clock.advance(1000);
    expect(starts.length).toBe(3);
  });
});

describe('whether it is heard', () => {
  /** Lets a play start, and both questions whether it is heard be answered. */
  async function askTwice({ clock, play }: ReturnType<typeof setUp>, link: FakeLink, id: number) {
    play(id);
    link.say({ type: 'started', play: id });
    clock.advance(300);
    await tick();
    clock.advance(700);
    await tick();
  }

  test('a page that plays to nobody is started again, and what it played begins again', async () => {
    const rig = setUp();
    const link = await rig.up();
    rig.heard.push(false, false);
    await askTwice(rig, link, 1);
    expect(link.closed).toBe(true);
    expect(rig.starts.length).toBe(2);
    await rig.up();
    expect(rig.lostCount()).toBe(1);
  });

  test('where no page was ever heard it is told of, and played on, after two more pages', async () => {
    const rig = setUp();
    rig.heard.push(false, false, false, false, false, false);
    await askTwice(rig, await rig.up(), 1);
    const second = await rig.up();
    await askTwice(rig, second, 1);
    rig.clock.advance(500);
    const third = await rig.up();
    await askTwice(rig, third, 1);
    expect(third.closed).toBe(false);
    expect(rig.output.status().audible).toBe(false);
    third.say({ type: 'ended', play: 1 });
    rig.clock.advance(5000);
    rig.heard.push(true);
    rig.play(2);
    third.say({ type: 'started', play: 2 });
    rig.clock.advance(300);
    await tick();
    expect(rig.output.status().audible).toBe(true);
  });

  test('a stream that was there and is gone: the page is started again', async () => {
    const { clock, up, heard, play, starts } = setUp();
    const link = await up();
    heard.push(true, false, false);
    play(1);
    link.say({ type: 'started', play: 1 });
    clock.advance(300);
    await tick();
    clock.advance(30_000);
    play(2);
    link.say({ type: 'started', play: 2 });
    clock.advance(300);
    await tick();
    clock.advance(700);
    await tick();
    expect(starts.length).toBe(2);
    expect(link.closed).toBe(true);
  });
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
