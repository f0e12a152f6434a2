import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { earconKinds, type EarconKind } from '../../shared/speech/chunk.ts';
import type { ClipOptions } from '../audio/port.ts';
import { SimulatedClock } from '../runtime/clock.ts';
import { Earcons } from './earcons.ts';

/** What happened, in order. */
let events: string[];
let clock: SimulatedClock;
/** The ends of the clips, as the output tells them; by clip id, from 1. */
let ends: (() => void)[];
/** Kinds without a clip. */
let missing: EarconKind[];
/** Set: files are read only when it is called. */
let held: (() => void)[] | null;
let signals: AbortSignal[];
let customs: ((kinds: EarconKind[]) => void)[];
let earcons: Earcons;

const wave = { sampleRate: 1000, samples: new Float32Array(300) };

/** Lets what was promised happen. */
const settle = () => setImmediate();

beforeEach(() => {
  events = [];
  clock = new SimulatedClock();
  ends = [];
  missing = [];
  held = null;
  signals = [];
  customs = [];
  earcons = new Earcons({
    output: {
      clip(samples, sampleRate, { onEnd }: ClipOptions = {}) {
        const id = ends.push(onEnd ?? (() => {}));
        events.push(`clip ${id} ${samples.length}/${sampleRate}`);
        return id;
      },
      stopClip: (clip) => events.push(`stop ${clip}`),
    },
    files: {
      folder: '/home/earcons',
      async load(kind, signal) {
        signals.push(signal);
        const hold = held;
        if (hold) await new Promise<void>((resolve) => hold.push(resolve));
        return missing.includes(kind) ? null : wave;
      },
      custom: () => new Promise((resolve) => customs.push(resolve)),
    },
    clock,
    log: (line) => events.push(line),
    played: (kind) => events.push(`played ${kind}`),
  });
});

test('the clip is given to the output, then the event is due', async () => {
  earcons.play('nav');
  await settle();
  expect(events).toEqual(['clip 1 300/1000', 'played nav']);
});

test('the next follows 60 ms after the end of the one before', async () => {
  earcons.play('nav');
  earcons.play('choice');
  await settle();
  clock.advance(300);
  ends[0]!();
  clock.advance(59);
  await settle();
  expect(events).toHaveLength(2);
  clock.advance(1);
  await settle();
  expect(events.slice(2)).toEqual(['clip 2 300/1000', 'played choice']);
});

test('one without a clip is not played, and holds nothing up', async () => {
  missing = ['nav'];
  earcons.play('nav');
  earcons.play('choice');
  await settle();
  expect(events).toEqual(['clip 1 300/1000', 'played choice']);
});

describe('a clip whose end is not told', () => {
  test('is stopped 2 s after it should have ended, and the next is played', async () => {
    earcons.play('nav');
    earcons.play('choice');
    await settle();
    clock.advance(2299);
    expect(events).toHaveLength(2);
    clock.advance(1 + 60);
    await settle();
    expect(events.slice(2)).toEqual([
      'earcon nav: the output has not ended it in time',
      'stop 1',
      'clip 2 300/1000',
      'played choice',
    ]);
  });

  test('its late end does not end the next', async () => {
    earcons.play('nav');
    earcons.play('choice');
    await settle();
    clock.advance(2360);
    await settle();
    const quiet = vi.fn();
    earcons.whenQuiet(quiet);
    ends[0]!();
    await settle();
    expect(quiet).not.toHaveBeenCalled();
  });

  test('one that ends in time is not stopped', async () => {
    earcons.play('nav');
    await settle();
    ends[0]!();
    clock.advance(10_000);
    expect(events).toHaveLength(2);
  });
});

describe('mute level 2', () => {
  test('stops what sounds and drops what waits', async () => {
    earcons.play('nav');
    earcons.play('choice');
    await settle();
    earcons.setMuteLevel(2);
    clock.advance(10_000);
    await settle();
    expect(events.slice(2)).toEqual([
      'stop 1',
      'earcon nav cut: mute level 2',
      'earcon choice dropped: mute level 2',
    ]);
  });

  test('while its file is read: it is not heard afterwards', async () => {
    held = [];
    earcons.play('nav');
    earcons.setMuteLevel(2);
    expect(signals[0]!.aborted).toBe(true);
    held[0]!();
    await settle();
    expect(events).toEqual(['earcon nav dropped: mute level 2']);
  });

  test('what comes after an unmute does not wait', async () => {
    held = [];
    earcons.play('nav');
    earcons.setMuteLevel(2);
    earcons.setMuteLevel(0);
    held = null;
    earcons.play('choice');
    await settle();
    expect(events.slice(1)).toEqual(['clip 1 300/1000', 'played choice']);
  });
});

describe('whenQuiet', () => {
  test('calls back when the last is over, not before', async () => {
    const quiet = vi.fn();
    earcons.play('nav');
    earcons.play('choice');
    earcons.whenQuiet(quiet);
    await settle();
    ends[0]!();
    clock.advance(60);
    await settle();
    expect(quiet).not.toHaveBeenCalled();
    ends[1]!();
    expect(quiet).toHaveBeenCalledOnce();
  });

  test('calls back at once, but not within the call, when none plays', async () => {
    const quiet = vi.fn();
    earcons.whenQuiet(quiet);
    expect(quiet).not.toHaveBeenCalled();
    await settle();
    expect(quiet).toHaveBeenCalledOnce();
  });

  test('calls back when all were dropped', async () => {
    const quiet = vi.fn();
    earcons.play('nav');
    earcons.whenQuiet(quiet);
    await settle();
    earcons.setMuteLevel(2);
    expect(quiet).toHaveBeenCalledOnce();
  });

  test('does not when it was cancelled', async () => {
    const [quiet, other] = [vi.fn(), vi.fn()];
    earcons.play('nav');
    const cancel = earcons.whenQuiet(quiet);
    earcons.whenQuiet(other);
    await settle();
    cancel();
    ends[0]!();
    expect(quiet).not.toHaveBeenCalled();
    expect(other).toHaveBeenCalledOnce();
  });

  test('one who plays the next lets the others wait for it', async () => {
    const other = vi.fn();
    earcons.play('nav');
    earcons.whenQuiet(() => earcons.play('choice'));
    earcons.whenQuiet(other);
    await settle();
    ends[0]!();
    expect(other).not.toHaveBeenCalled();
    clock.advance(60);
    await settle();
    ends[1]!();
    expect(other).toHaveBeenCalledOnce();
  });
});

describe('what get earcons answers', () => {
  test('names the folder, every kind, and those with a file of the user', async () => {
    const described = earcons.describe();
    customs[0]!(['nav']);
    expect(await described).toEqual({
      folder: '/home/earcons',
      kinds: earconKinds,
      custom: ['nav'],
    });
  });

  test('askers at the same time share one look, a later one has its own', async () => {
    const both = Promise.all([earcons.describe(), earcons.describe()]);
    expect(customs).toHaveLength(1);
    customs[0]!([]);
    await both;
    void earcons.describe();
    expect(customs).toHaveLength(2);
  });
});

describe('close', () => {
  test('stops what sounds; nothing is sounded or called back afterwards', async () => {
    const quiet = vi.fn();
    earcons.play('nav');
    earcons.play('choice');
    earcons.whenQuiet(quiet);
    await settle();
    earcons.close();
    earcons.play('error');
    ends[0]!();
    clock.advance(10_000);
    await settle();
    expect(events.slice(2)).toEqual(['stop 1']);
    expect(quiet).not.toHaveBeenCalled();
  });

  test('nobody is called back who asked just before', async () => {
    const quiet = vi.fn();
    earcons.whenQuiet(quiet);
    earcons.close();
    await settle();
    expect(quiet).not.toHaveBeenCalled();
  });

  test('between two: the second is not played', async () => {
    earcons.play('nav');
    earcons.play('choice');
    await settle();
    ends[0]!();
    earcons.close();
    clock.advance(1000);
    await settle();
    expect(events).toHaveLength(2);
  });
});
