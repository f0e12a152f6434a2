import { describe, expect, it } from 'vitest';
import type { Effect } from './events.ts';
import { Bench } from './fixtures/bench.ts';
import { generator } from './fixtures/generator.ts';

const of = (effects: Effect[], type: Effect['type']) =>
  effects.filter((each) => each.type === type);

describe('speak', () => {
  it('gives ids from 1 on and starts the first at once', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.speak(['b']);
    expect(bench.items()).toEqual(['1 started']);
    expect(bench.state.queue.map((item) => item.id)).toEqual([2]);
  });

  it('works ahead of the chunk being read by two chunks, across items', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    bench.speak(['c', 'd']);
    expect(bench.window()).toEqual(['1:0', '1:1', '2:0']);
  });

  it('reads items in order to their end', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    bench.speak(['c']);
    bench.hear();
    bench.hear();
    bench.hear();
    expect(bench.items()).toEqual(['1 started', '1 finished', '2 started', '2 finished']);
    expect(bench.state.window).toEqual([]);
  });

  it('reports a text without anything speakable as skipped, and changes nothing else', () => {
    const bench = new Bench();
    bench.speak(['a']);
    const effects = bench.speak([], { interrupt: true, mode: 'replace' });
    expect(effects).toEqual([
      { type: 'item', item: expect.objectContaining({ id: 2 }), phase: 'skipped', read: null },
    ]);
    expect(bench.at()).toBe('1:0');
  });

  it('replace drops the unread items, never the current one', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.speak(['b']);
    bench.speak(['c']);
    const effects = bench.speak(['d'], { mode: 'replace' });
    expect(bench.items(effects)).toEqual(['2 skipped', '3 skipped']);
    expect(bench.window()).toEqual(['1:0', '4:0']);
  });

  it('interrupt cuts the current item and goes before the queue, which stays', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.speak(['b']);
    const effects = bench.speak(['c'], { interrupt: true });
    expect(bench.items(effects)).toEqual(['1 skipped', '3 started']);
    expect(bench.window()).toEqual(['3:0', '2:0']);
  });

  it('interrupt while idle just starts', () => {
    const bench = new Bench();
    expect(bench.items(bench.speak(['a'], { interrupt: true }))).toEqual(['1 started']);
  });

  it('uses the samples made ahead when an interrupt puts them off', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.speak(['b']);
    const ahead = bench.state.window[1]!;
    const effects = bench.speak(['c'], { interrupt: true });
    const again = bench.state.window[1]!;
    expect(again.audio).toBe(ahead.audio);
    expect(again.play).toBeGreaterThan(ahead.play);
    expect(of(effects, 'synthesize')).toHaveLength(1);
  });
});

describe('control', () => {
  it('pause and play do nothing while nothing is playing', () => {
    const bench = new Bench();
    expect([
      ...bench.control('pause'),
      ...bench.control('play'),
      ...bench.control('toggle'),
    ]).toEqual([]);
    expect(bench.state.paused).toBe(false);
  });

  it('a pause holds across navigation and new items', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    bench.speak(['c']);
    bench.control('pause');
    bench.control('next');
    bench.control('skip');
    bench.speak(['d'], { interrupt: true });
    expect(bench.state.paused).toBe(true);
    expect(bench.items().at(-1)).toBe('3 started');
  });

  it('a pause ends when a skip leaves nothing to read', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.control('pause');
    expect(bench.control('skip')).toContainEqual({ type: 'pause', paused: false });
    expect(bench.state.paused).toBe(false);
  });

  it('stop skips the current item and then the queue, in order', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.speak(['b']);
    bench.speak(['c']);
    expect(bench.items(bench.control('stop'))).toEqual(['1 skipped', '2 skipped', '3 skipped']);
    expect(bench.state.window).toEqual([]);
  });

  it('next and previous move one chunk within the item', () => {
    const bench = new Bench();
    bench.speak(['a', 'b', 'c']);
    bench.control('next');
    expect(bench.at()).toBe('1:1');
    bench.control('next');
    bench.control('previous');
    expect(bench.at()).toBe('1:1');
  });

  it('previous on the first chunk starts it again', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    const before = bench.state.window[0]!;
    const effects = bench.control('previous');
    const after = bench.state.window[0]!;
    expect(of(effects, 'cut')).toEqual([{ type: 'cut', play: before.play }]);
    expect(after.audio).toBe(before.audio);
    expect(after.play).not.toBe(before.play);
  });

  it('next on the last chunk is skip', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.speak(['b']);
    expect(bench.items(bench.control('next'))).toEqual(['1 skipped', '2 started']);
  });

  it('restart goes back to the first chunk', () => {
    const bench = new Bench();
    bench.speak(['a', 'b', 'c']);
    bench.hear();
    bench.hear();
    bench.control('restart');
    expect(bench.at()).toBe('1:0');
  });

  it('restart while idle replays the last item as a new one', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.hear();
    expect(bench.items(bench.control('restart'))).toEqual(['2 started']);
  });

  it('restart after stop replays nothing, also when stop came while idle', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.hear();
    bench.control('stop');
    expect(bench.control('restart')).toEqual([]);
  });

  it('mute survives stop and new items', () => {
    const bench = new Bench();
    bench.control('mute');
    bench.speak(['a']);
    bench.control('stop');
    bench.speak(['b']);
    expect(bench.state.muted).toBe(true);
  });

  it('line actions do nothing outside a code block', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    expect([...bench.control('next_line'), ...bench.control('previous_line')]).toEqual([]);
  });
});

describe('how much was read', () => {
  const read = (effects: Effect[]) =>
    effects.flatMap((effect) => (effect.type === 'item' ? [[effect.item.id, effect.read]] : []));

  it('counts the chunks that were begun; an item dropped unread has none', () => {
    const bench = new Bench();
    bench.speak(['a', 'b', 'c']);
    bench.speak(['d']);
    bench.hear();
    expect(read(bench.control('stop'))).toEqual([
      [1, 2],
      [2, null],
    ]);
  });

  it('counts all of them at the end', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    bench.hear();
    expect(read(bench.hear())).toEqual([[1, 2]]);
  });
});

describe('failures', () => {
  it('an item none of whose chunks could be played ends failed', () => {
    const bench = new Bench();
    bench.speak(['a']);
    const [slot] = bench.state.window;
    bench.send({ type: 'failed', audio: slot!.audio, message: 'no' });
    bench.send({ type: 'ended', play: slot!.play });
    expect(bench.items()).toEqual(['1 started', '1 failed']);
    expect(of(bench.effects, 'log')).toEqual([{ type: 'log', message: 'no' }]);
  });

  it('a failed chunk among others is passed over', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    const [first] = bench.state.window;
    bench.send({ type: 'failed', audio: first!.audio, message: 'no' });
    bench.send({ type: 'ended', play: first!.play });
    bench.hear();
    expect(bench.items()).toEqual(['1 started', '1 finished']);
  });

  it('a chunk that started and then failed counts as played', () => {
    const bench = new Bench();
    bench.speak(['a']);
    const [slot] = bench.state.window;
    bench.send({ type: 'started', play: slot!.play });
    bench.send({ type: 'failed', audio: slot!.audio, message: 'broke' });
    bench.send({ type: 'ended', play: slot!.play });
    expect(bench.items()).toEqual(['1 started', '1 finished']);
  });

  it('a failed chunk is made anew when it is gone back to', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    const [first] = bench.state.window;
    bench.send({ type: 'failed', audio: first!.audio, message: 'no' });
    expect(of(bench.control('previous'), 'synthesize')).toHaveLength(1);
  });
});

describe('what comes late', () => {
  it('the end of a play that was cut changes nothing', () => {
    const bench = new Bench();
    bench.speak(['a', 'b']);
    const cut = bench.state.window[0]!.play;
    bench.control('next');
    expect(bench.send({ type: 'ended', play: cut })).toEqual([]);
    expect(bench.at()).toBe('1:1');
  });

  it('a new rate remakes what was not reached and leaves the chunk being read', () => {
    const bench = new Bench();
    bench.speak(['a', 'b', 'c']);
    const [first, second] = bench.state.window;
    const effects = bench.send({ type: 'retune' });
    expect(bench.state.window[0]).toEqual(first);
    expect(of(effects, 'cut')).toEqual([{ type: 'cut', play: second!.play }]);
    expect(of(effects, 'synthesize')).toHaveLength(2);
  });
});

describe('invariants over random events', () => {
  it('every item ends exactly once, in the order it started, and no audio is left behind', () => {
    const actions = [
      'play',
      'pause',
      'toggle',
      'skip',
      'previous',
      'next',
      'restart',
      'stop',
    ] as const;
    for (let seed = 1; seed <= 300; seed++) {
      const random = generator(seed);
      const bench = new Bench();
      for (let count = 0; count < 60; count++) {
        const pick = random(10);
        if (pick < 3) {
          bench.speak(
            Array.from({ length: random(4) }, (_, n) => `c${n}`),
            {
              mode: random(4) === 0 ? 'replace' : 'append',
              interrupt: random(4) === 0,
            },
          );
        } else if (pick < 6) bench.control(actions[random(actions.length)]!);
        else if (pick === 6) bench.send({ type: 'retune' });
        else if (bench.state.window[0]) {
          const { audio } = bench.state.window[0];
          if (random(5) === 0) bench.send({ type: 'failed', audio, message: 'x' });
          bench.hear();
        }
        expect(bench.state.current === null).toBe(bench.state.window.length === 0);
        expect(bench.state.paused && bench.state.current === null).toBe(false);
      }
      while (bench.state.window.length > 0) bench.hear();
      const made = new Set<number>();
      for (const effect of bench.effects) {
        if (effect.type === 'synthesize') made.add(effect.audio);
        if (effect.type === 'release') expect(made.delete(effect.audio)).toBe(true);
        if (effect.type === 'play') expect(made.has(effect.audio)).toBe(true);
      }
      expect(made.size).toBe(0);
      const ends = new Map<number, number>();
      for (const line of bench.items()) {
        const [id, phase] = line.split(' ');
        if (phase !== 'started') ends.set(Number(id), (ends.get(Number(id)) ?? 0) + 1);
      }
      expect([...ends.values()].every((times) => times === 1)).toBe(true);
      expect(ends.size).toBe(bench.state.nextItem - 1);
    }
  });
});
