/** Streamed text: how it is cut, ordered and held. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';
import { MOST_HELD } from './prose.ts';

describe('a block', () => {
  test('each sentence is a message of its own', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One. Two.');
    expect(rig.unread()).toEqual(['One.', 'Two.']);
  });

  test('a sentence is read once it is complete', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One. Tw', { index: 0 });
    expect(rig.unread()).toEqual(['One.']);
    rig.stream('o. Three', { index: 1 });
    expect(rig.unread()).toEqual(['One.', 'Two.']);
  });

  test('final flushes an unfinished sentence', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('No end', { index: 0, final: true });
    expect(rig.unread()).toEqual(['No end']);
  });

  test('the next block does too', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('No end', { index: 0 });
    rig.stream('Next', { index: 0 });
    expect(rig.unread()).toEqual(['No end']);
  });

  test('without an index it is 0', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    for (const delta of ['One', 'Two']) {
      rig.do((agent) => agent.stream({ channel: 's', delta }, rig.now));
    }
    expect(rig.unread()).toEqual(['One']);
  });

  test('what it is in the channel', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    expect(rig.floor.get('s', 'One')).toMatchObject({
      kind: 'prose',
      from: 'stream',
      source: 'agent',
      chunks: [{ text: 'One.' }],
    });
  });

  test('it opens the channel with its label', () => {
    const rig = new Rig();
    rig.start({ label: 'first' });
    rig.start({ label: 'second' });
    rig.stream('One.');
    expect(rig.floor.nameOf('s')).toBe('first');
  });

  test('white space does not', () => {
    const rig = new Rig();
    rig.stream('\n');
    expect(rig.floor.isOpen('s')).toBe(false);
  });

  test('a label counts for an open channel without one', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.start({ label: 'later' });
    expect(rig.floor.nameOf('s')).toBe('later');
  });

  test('a channel that cannot be opened changes nothing', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.floor.isRefusing = true;
    expect(() => rig.stream('One.', { index: 0, final: true })).toThrow('E_BUSY');
    rig.floor.isRefusing = false;
    rig.stream('One.', { index: 0, final: true });
    expect(rig.unread()).toEqual(['One.']);
  });

  test('the log names each sentence', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    expect(rig.effects).toContainEqual({
      type: 'trace',
      line: 'agent stream channel=s speak kind=prose entry=1',
      text: 'One.',
    });
  });

  test.each([
    ['muted', (rig: Rig) => (rig.floor.channels.get('s')!.isMuted = true)],
    ['background', (rig: Rig) => (rig.floor.nowFocused = 'other')],
  ])('and that it waits: %s', (why, arrange) => {
    const rig = new Rig({ read_mode: 'immediate', background_policy: 'earcon_only' });
    rig.floor.ensure('s');
    arrange(rig);
    rig.stream('One.');
    expect(rig.lines).toContain(`agent stream channel=s speak kind=prose entry=1 waits=${why}`);
  });

  test('a channel id with a space is quoted', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.', {}, 'my tab');
    expect(rig.lines).toContain('agent stream channel="my tab" speak kind=prose entry=1');
  });
});

describe('code', () => {
  const text = 'Look. ```ts\na\nb\n``` Done.';

  test.each(['read_code', 'everything'] as const)('a block is one message at %s', (verbosity) => {
    const rig = new Rig({ read_mode: 'immediate', verbosity });
    rig.stream(text);
    expect(rig.unread()).toEqual(['Look.', 'Code block. | a | b', 'Done.']);
  });

  test('it keeps what its chunks are', () => {
    const rig = new Rig({ read_mode: 'immediate', verbosity: 'read_code' });
    rig.stream(text);
    const { kind, chunks } = rig.floor.get('s', 'Code');
    expect([kind, ...chunks.map(({ code }) => code)]).toEqual(['code', 'start', 'line', 'line']);
  });

  test('is dropped at skip_code', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream(text);
    expect(rig.unread()).toEqual(['Look.', 'Done.']);
  });

  test('the log says so', () => {
    const rig = new Rig();
    rig.stream(text);
    expect(rig.lines).toContain('agent stream channel=s code: skip_code');
  });

  test('a verbosity set in the middle counts from then on', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('```\na\n``` ', { index: 0 });
    rig.set({ verbosity: 'read_code' });
    rig.stream('```\nb\n``` ', { index: 1 });
    expect(rig.unread()).toEqual(['Code block. | b']);
  });
});

describe('order', () => {
  test('deltas in any order give the sentences in order', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Two. ', { index: 1 });
    rig.stream('Three.', { index: 2, final: true });
    rig.stream('One. ', { index: 0 });
    expect(rig.unread()).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('after 400 ms what waited is read', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Two.', { index: 1, final: true });
    rig.tick(399);
    expect(rig.unread()).toEqual([]);
    rig.tick(1);
    expect(rig.unread()).toEqual(['Two.']);
  });

  test('the missing one is read late', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Two. ', { index: 1, final: true });
    rig.tick(400);
    rig.stream('One. ', { index: 0 });
    expect(rig.unread()).toEqual(['Two.', 'One.']);
  });

  test('no timer stays when nothing waits', () => {
    const rig = new Rig();
    rig.stream('Two. ', { index: 1 });
    expect([...rig.timers.keys()]).toContain('agent:order:s');
    rig.stream('One. ', { index: 0 });
    expect([...rig.timers.keys()]).not.toContain('agent:order:s');
  });

  test.each([
    ['turn_end', (rig: Rig) => rig.end()],
    ['decision', (rig: Rig) => rig.ask({ kind: 'plan' })],
    ['tool', (rig: Rig) => rig.tool()],
    ['next block', (rig: Rig) => rig.stream('New.', { index: 0 })],
  ])('%s releases what waits', (why, act) => {
    const rig = new Rig({ read_mode: 'immediate', verbosity: 'everything' });
    rig.stream('One. ', { index: 0 });
    rig.stream('Three. ', { index: 2 });
    act(rig);
    expect(
      rig.lines.some((line) =>
        line.endsWith(
          `prose: released: 1 delta(s) held for their order without delta(s) [1] (${why}, #286)`,
        ),
      ),
    ).toBe(true);
    expect(rig.unread().slice(0, 2)).toEqual(['One.', 'Three.']);
  });

  test('a tool that is not announced does not', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Three. ', { index: 2 });
    rig.tool();
    expect(rig.unread()).toEqual([]);
  });

  test('after the turn end deltas are ordered too', () => {
    const rig = new Rig();
    rig.stream('One. ', { index: 0 });
    rig.end();
    rig.stream('Three.', { index: 2, final: true });
    rig.stream('Two. ', { index: 1 });
    expect(rig.unread()).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('the log has a delta that came twice', () => {
    const rig = new Rig();
    rig.stream('One. ', { index: 0 });
    rig.stream('Two. ', { index: 1 });
    rig.stream('Again. ', { index: 1 });
    expect(rig.effects).toContainEqual({
      type: 'trace',
      line: 'agent stream channel=s prose: dropped: delta 1 came twice',
      text: 'Again. ',
    });
  });

  test('the log says what waits for what', () => {
    const rig = new Rig();
    rig.stream('Two. ', { index: 2 });
    expect(rig.lines).toContain(
      'agent stream channel=s prose: held: delta 2 waits for delta(s) [0, 1] (out of order, #286)',
    );
  });

  test.each([
    ['turn_start', (rig: Rig) => rig.start()],
    ['answered', (rig: Rig) => rig.answered()],
    ['stop', (rig: Rig) => rig.do((agent) => agent.stopped(null, rig.now))],
    [
      'flush',
      (rig: Rig) => rig.do((agent) => agent.flushed({ channel: 's', scope: 'session' }, rig.now)),
    ],
  ])('%s drops what waits', (reason, act) => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Two.', { index: 1, final: true });
    act(rig);
    rig.tick(1_000);
    expect(rig.unread()).toEqual([]);
    expect(
      rig.lines.some((line) =>
        line.endsWith(
          `channel=s prose: dropped: 1 delta(s) held for their order (${reason}, #286)`,
        ),
      ),
    ).toBe(true);
  });
});

describe('the text before a question', () => {
  test('is one whole block', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('First. And', { lead_in: true, index: 7, final: false });
    expect(rig.unread()).toEqual(['First.', 'And']);
  });

  test('its echo is dropped', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('**First**. And second.', { lead_in: true });
    rig.stream('First. And "second".', { index: 0, final: true });
    expect(rig.unread()).toHaveLength(2);
  });

  test('once', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('First.', { lead_in: true });
    rig.stream('First.', { index: 0, final: true });
    rig.stream('First.', { index: 0, final: true });
    expect(rig.unread()).toEqual(['First.', 'First.']);
  });

  test('only a whole block is its echo', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('First.', { lead_in: true });
    rig.stream('First.', { index: 0, final: false });
    rig.stream('', { index: 1, final: true });
    expect(rig.unread()).toEqual(['First.', 'First.']);
  });

  test('only in its turn', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('First.', { lead_in: true });
    rig.start();
    rig.stream('First.', { index: 0, final: true });
    expect(rig.unread()).toEqual(['First.']);
  });

  test('another text is no echo', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('First.', { lead_in: true });
    rig.stream('Fist.', { index: 0, final: true });
    expect(rig.unread()).toEqual(['First.', 'Fist.']);
  });

  test('it is not read again after the block that brought it', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('First. ', { index: 0 });
    rig.stream('Second.', { index: 1, final: true });
    rig.stream('First. Second.', { lead_in: true });
    expect(rig.unread()).toEqual(['First.', 'Second.']);
  });
});

describe('after the text before a question', () => {
  test('a delta ahead of its index 0 is the next block', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Old. ', { index: 0 });
    rig.stream('Older. ', { index: 1 });
    rig.stream('Why.', { lead_in: true });
    rig.stream('Two. ', { index: 1 });
    rig.stream('One. ', { index: 0 });
    rig.end();
    expect(rig.unread()).toEqual(['Old.', 'Older.', 'Why.', 'One.', 'Two.']);
  });
});

describe('a late delta 0', () => {
  test('does not run into the sentence read without it', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('the end', { index: 1 });
    rig.tick(400);
    rig.stream('The next. ', { index: 0 });
    rig.stream('And more. ', { index: 1, final: true });
    expect(rig.unread()).toEqual(['the end', 'The next.', 'And more.']);
  });
});

describe('limits', () => {
  test('the oldest held sentence goes, with a line in the log', () => {
    const rig = new Rig();
    rig.stream('x. '.repeat(MOST_HELD + 1));
    rig.end();
    expect(rig.unread()).toHaveLength(MOST_HELD);
    expect(rig.lines.filter((line) => line.includes('dropped: 1 held chunk(s)'))).toHaveLength(1);
  });
});
