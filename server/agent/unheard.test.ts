/** Texts that are dropped are told with what they were, for the ledger. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';

const long = 'The build went well and every test passed without a single complaint. '.repeat(5);

/** `<kind> from <message>, <chunks>: <reason>: <text>` of each. */
function unheard(rig: Rig): string[] {
  return rig.effects.flatMap((effect) => {
    if (effect.type !== 'trace' || !effect.unheard) return [];
    const { kind, from, chunks, reason } = effect.unheard;
    return [`${kind} from ${from}, ${chunks}: ${reason}: ${effect.text}`];
  });
}

describe('a text that is dropped', () => {
  test.each([
    ['turn_start', (rig: Rig) => rig.start()],
    ['answered', (rig: Rig) => rig.answered()],
    ['stop', (rig: Rig) => rig.do((agent) => agent.stopped(null, rig.now))],
    [
      'flush',
      (rig: Rig) => rig.do((agent) => agent.flushed({ channel: 's', scope: 'session' }, rig.now)),
    ],
  ])('while it is held: %s', (reason, act) => {
    const rig = new Rig();
    rig.stream('One. Two.');
    act(rig);
    expect(unheard(rig)).toEqual([`prose from stream, 2: ${reason}: One. Two.`]);
  });

  test('while it waits for a delta before it', () => {
    const rig = new Rig();
    rig.stream('Two.', { index: 1 });
    rig.start();
    expect(unheard(rig)).toEqual(['prose from stream, 1: turn_start: Two.']);
  });

  test('of a flushed reply', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.', { index: 0 });
    rig.do((agent) => agent.flushed({ channel: 's', scope: 'session' }, rig.now));
    rig.stream(' Two. ', { index: 1, final: true });
    expect(unheard(rig).at(-1)).toBe('prose from stream, 1: flush: Two.');
  });

  test('with the summary it was held for', () => {
    const rig = new Rig();
    rig.set({ summaries: rig.summaries() });
    rig.stream(long);
    rig.end();
    rig.tick(60_000);
    rig.start();
    expect(unheard(rig)).toEqual([
      expect.stringMatching(/^prose from stream, 5: turn_start: The build/),
    ]);
  });

  test('a decision that waited for a summary', () => {
    const rig = new Rig();
    rig.set({ summaries: rig.summaries() });
    rig.stream(long);
    rig.ask({ kind: 'plan', text: 'Do this.' });
    rig.answered();
    expect(unheard(rig).at(-1)).toMatch(/^plan from ask, \d: answered: .*Do this\./);
  });
});

describe('a text that is not spoken', () => {
  test('code that verbosity leaves out', () => {
    const rig = new Rig({ verbosity: 'skip_code' });
    rig.stream('```\nx = 1\n```\n');
    expect(unheard(rig)).toEqual(['code from stream, 2: skip_code: Code block. x = 1']);
  });

  test('code in a reply', () => {
    const rig = new Rig({ verbosity: 'skip_code', read_mode: 'final' });
    rig.end({ reply: '```\nx = 1\n```\n' });
    expect(unheard(rig)).toEqual(['code from turn_end, 2: skip_code: Code block. x = 1']);
  });

  test('stored while muted', () => {
    const rig = new Rig({ read_mode: 'immediate', mute_level: 1 });
    rig.stream('One.');
    expect(unheard(rig)).toEqual(['prose from stream, 1: stored: One.']);
  });

  test('what is spoken is none', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One. Two.');
    expect(unheard(rig)).toEqual([]);
  });
});
