import { describe, expect, it } from 'vitest';
import type { Effect } from './events.ts';
import { Bench } from './fixtures/bench.ts';
import { generator } from './fixtures/generator.ts';
import type { Offer } from './state.ts';

const offer = (key: number, texts: string[], held = false): Offer => ({
  key,
  held,
  label: null,
  chunks: texts.map((text) => ({ text })),
});
const count = (effects: Effect[], type: Effect['type']) =>
  effects.filter((effect) => effect.type === type).length;

describe('what is offered', () => {
  it('stands behind the queue in the output, made', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    expect(bench.sounding()).toEqual(['1:0', '2:0']);
  });

  it('is there already when it is spoken: nothing is made or cut', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    bench.hear();
    const effects = bench.speak(['b'], { key: 7 });
    expect(effects.map(({ type }) => type)).toEqual(['item']);
    expect(bench.at()).toBe('2:0');
  });

  it('stays in the output between the end of one and the speaking of the next', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    expect(count(bench.hear(), 'cut')).toBe(0);
  });

  it('is cut and forgotten when it is offered no more', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    const effects = bench.send({ type: 'offer', offers: [] });
    expect([count(effects, 'cut'), count(effects, 'release')]).toEqual([1, 1]);
  });

  it('makes room for another without losing what is made of one that stays', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    const made = bench.state.window[1]!.audio;
    bench.send({ type: 'offer', offers: [offer(8, ['c']), offer(7, ['b'])] });
    expect(bench.sounding()).toEqual(['1:0', '2:0', '3:0']);
    expect(bench.state.window[2]!.audio).toBe(made);
  });

  it('never lends its samples to another text of the same id', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    const made = bench.state.window[1]!.audio;
    bench.send({ type: 'offer', offers: [offer(8, ['c'])] });
    expect(bench.state.window[1]!.audio).not.toBe(made);
  });

  it('goes behind a text that is spoken in between, under a later id', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    const made = bench.state.window[1]!.audio;
    bench.speak(['c']);
    expect(bench.window()).toEqual(['1:0', '2:0', '3:0']);
    expect(bench.state.window[2]!.audio).toBe(made);
  });

  it('that is held is made and not sounded before it is spoken', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'], true)] });
    expect(bench.sounding()).toEqual(['1:0']);
    bench.hear();
    const effects = bench.speak(['b'], { key: 7 });
    expect([count(effects, 'synthesize'), bench.sounding()]).toEqual([0, ['2:0']]);
  });

  it('keeps a pause on: there is something to read', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.control('pause');
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    bench.control('skip');
    expect(bench.state.paused).toBe(true);
  });

  it('the same offers change nothing', () => {
    const bench = new Bench();
    bench.speak(['a']);
    bench.send({ type: 'offer', offers: [offer(7, ['b'])] });
    expect(bench.send({ type: 'offer', offers: [offer(7, ['b'])] })).toEqual([]);
  });
});

it('over random events the output has what the state says, and each sound is of its own text', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = generator(seed);
    const bench = new Bench();
    let key = 1;
    let offers: Offer[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const pick = random(8);
      if (pick < 2) bench.speak([`text ${key++}`, 'more'].slice(0, 1 + random(2)));
      else if (pick === 2) {
        const fresh = offer(key, [`offer ${key++}`], random(3) === 0);
        offers = random(2) ? [...offers, fresh] : [fresh, ...offers];
        offers = offers.slice(0, 2);
        bench.send({ type: 'offer', offers });
      } else if (pick === 3) {
        offers = offers.slice(random(2));
        bench.send({ type: 'offer', offers });
      } else if (pick === 4) {
        bench.control((['skip', 'next', 'previous', 'restart', 'stop'] as const)[random(5)]!);
      } else if (pick === 5) bench.send({ type: 'stepping', on: random(2) === 0 });
      else if (bench.state.current && bench.state.window[0]?.held === false) bench.hear();
      if (!bench.state.current) {
        const [first, ...rest] = offers;
        offers = rest;
        if (first)
          bench.speak(
            first.chunks.map(({ text }) => text),
            { key: first.key },
          );
        bench.send({ type: 'offer', offers });
      }
      expect(bench.played()).toEqual(
        bench.state.window.flatMap((slot) => (slot.held ? [] : slot.play)),
      );
      expect(bench.texts()).toEqual(bench.expectedTexts());
    }
  }
});
