import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../shared/speech/chunk.ts';
import { Bench } from './fixtures/bench.ts';

const block: Chunk[] = [
  { text: 'TypeScript code block, 2 lines.', code: 'start' },
  { text: 'Line one: a', code: 'line' },
  { text: 'Line two: b', code: 'line' },
  { text: 'End of TypeScript code.', code: 'end' },
];

/** A reader in step mode that has just begun a block. */
function stepping(): Bench {
  const bench = new Bench();
  bench.send({ type: 'stepping', on: true });
  bench.speak([], { chunks: block });
  return bench;
}

function heard(bench: Bench, count: number): Bench {
  for (let index = 0; index < count; index++) {
    if (bench.state.waiting) bench.control('next_line');
    bench.hear();
  }
  return bench;
}

describe('without step mode', () => {
  it('a block is read through', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    for (let index = 0; index < 4; index++) bench.hear();
    expect(bench.items()).toEqual(['1 started', '1 finished']);
  });

  it('next_line goes to the line after the one playing', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    bench.control('next_line');
    bench.control('next_line');
    expect(bench.at()).toBe('1:2');
  });

  it('next_line on the last line goes to the end of the block', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    for (let index = 0; index < 3; index++) bench.control('next_line');
    expect(bench.at()).toBe('1:3');
  });

  it('next_line on the end of the block goes on to what follows it', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    bench.speak(['after']);
    for (let index = 0; index < 4; index++) bench.control('next_line');
    expect(bench.at()).toBe('2:0');
  });

  it('previous_line goes to the line before', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    bench.control('next_line');
    bench.control('next_line');
    bench.control('previous_line');
    expect(bench.at()).toBe('1:1');
  });

  it('previous_line on the first line begins it again', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    bench.control('next_line');
    const before = bench.state.window[0]!.play;
    bench.control('previous_line');
    expect(bench.at()).toBe('1:1');
    expect(bench.state.window[0]!.play).not.toBe(before);
  });
});

describe('step mode', () => {
  it('has nothing after the announcement in the output, but has it made', () => {
    const bench = stepping();
    expect(bench.sounding()).toEqual(['1:0']);
    expect(bench.window()).toEqual(['1:0', '1:1', '1:2']);
  });

  it('waits after the announcement, at the first line', () => {
    const bench = heard(stepping(), 1);
    expect([bench.state.waiting, bench.at()]).toEqual([true, '1:1']);
  });

  it('waits after each line, the last one too', () => {
    const bench = heard(stepping(), 3);
    expect([bench.state.waiting, bench.at()]).toEqual([true, '1:3']);
  });

  it('does not wait after the end of a block', () => {
    const bench = stepping();
    bench.speak(['after']);
    heard(bench, 4);
    expect([bench.state.waiting, bench.at()]).toEqual([false, '2:0']);
  });

  it('next_line reads the line it waits at', () => {
    const bench = heard(stepping(), 1);
    bench.control('next_line');
    expect([bench.state.waiting, bench.sounding()]).toEqual([false, ['1:1']]);
  });

  it('previous_line reads the line before the one it waits at, and then waits after it', () => {
    const bench = heard(stepping(), 2);
    bench.control('previous_line');
    expect(bench.sounding()).toEqual(['1:1']);
    bench.hear();
    expect([bench.state.waiting, bench.at()]).toEqual([true, '1:2']);
  });

  it.each(['play', 'toggle'] as const)('%s reads the rest of the block straight through', (how) => {
    const bench = heard(stepping(), 1);
    bench.speak(['after']);
    bench.control(how);
    bench.hear();
    bench.hear();
    bench.hear();
    expect([bench.state.waiting, bench.at()]).toEqual([false, '2:0']);
  });

  it('waits again in the next block after one was read through', () => {
    const bench = heard(stepping(), 1);
    bench.speak([], { chunks: block });
    bench.control('play');
    for (let index = 0; index < 4; index++) bench.hear();
    expect([bench.state.waiting, bench.at()]).toEqual([true, '2:1']);
  });

  it.each([
    ['restart', '1:0'],
    ['next', '1:2'],
    ['previous', '1:0'],
    ['skip', '2:0'],
  ] as const)('%s plays at once', (action, at) => {
    const bench = heard(stepping(), 1);
    bench.speak(['after']);
    bench.control(action);
    expect([bench.state.waiting, bench.at()]).toEqual([false, at]);
    expect(bench.sounding()[0]).toBe(at);
  });

  it('an interrupting text plays at once', () => {
    const bench = heard(stepping(), 1);
    bench.speak(['now'], { interrupt: true });
    expect(bench.sounding()[0]).toBe('2:0');
  });

  it('a pause during the wait holds across next_line', () => {
    const bench = heard(stepping(), 1);
    bench.control('pause');
    bench.control('next_line');
    expect([bench.state.waiting, bench.state.paused]).toEqual([false, true]);
  });

  it('turned off during the wait, it reads on', () => {
    const bench = heard(stepping(), 1);
    bench.send({ type: 'stepping', on: false });
    expect(bench.sounding()).toEqual(['1:1', '1:2', '1:3']);
  });

  it('turned on, takes back what the output had ahead', () => {
    const bench = new Bench();
    bench.speak([], { chunks: block });
    bench.send({ type: 'stepping', on: true });
    expect(bench.sounding()).toEqual(['1:0']);
  });

  it('a new rate makes the line it waits at anew', () => {
    const bench = heard(stepping(), 1);
    const before = bench.state.window[0]!.audio;
    bench.send({ type: 'retune' });
    expect(bench.state.window[0]!.audio).not.toBe(before);
  });

  it('stop ends the wait', () => {
    const bench = heard(stepping(), 1);
    bench.control('stop');
    expect(bench.state.waiting).toBe(false);
  });
});
