/** When the sentences of a turn are read. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';

describe('queue', () => {
  test('holds until minqueue wait', () => {
    const rig = new Rig({ read_mode: 'queue', minqueue: 3 });
    rig.stream('One. Two.');
    expect(rig.unread()).toEqual([]);
    rig.stream('Three.');
    expect(rig.unread()).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('holds what follows anew', () => {
    const rig = new Rig({ read_mode: 'queue', minqueue: 2 });
    rig.stream('One. Two. Three.');
    expect(rig.unread()).toEqual(['One.', 'Two.']);
  });

  test.each([0, 1])('minqueue %i reads at once', (minqueue) => {
    const rig = new Rig({ read_mode: 'queue', minqueue });
    rig.stream('One.');
    expect(rig.unread()).toEqual(['One.']);
  });

  test.each([
    ['turn_end', (rig: Rig) => rig.end()],
    ['a tool', (rig: Rig) => rig.tool()],
    ['a question', (rig: Rig) => rig.ask({ kind: 'question', text: 'Ok?' })],
    ['a permission', (rig: Rig) => rig.ask({ kind: 'permission', text: 'Run?' })],
    ['a plan', (rig: Rig) => rig.ask({ kind: 'plan' })],
  ])('%s releases', (_, act) => {
    const rig = new Rig({ read_mode: 'queue' });
    rig.stream('One.');
    act(rig);
    expect(rig.unread()[0]).toBe('One.');
  });

  test('the log says what waits', () => {
    const rig = new Rig({ read_mode: 'queue' });
    rig.stream('One.');
    expect(rig.lines).toContain(
      'agent stream channel=s prose: held: 1 chunk(s) wait for minqueue 5 or the turn end',
    );
  });
});

describe('done', () => {
  test.each([
    ['turn_end', (rig: Rig) => rig.end()],
    ['a question', (rig: Rig) => rig.ask({ kind: 'question', text: 'Ok?' })],
    ['a permission', (rig: Rig) => rig.ask({ kind: 'permission', text: 'Run?' })],
    ['a plan', (rig: Rig) => rig.ask({ kind: 'plan' })],
  ])('%s releases', (_, act) => {
    const rig = new Rig();
    rig.stream('One.');
    expect(rig.unread()).toEqual([]);
    act(rig);
    expect(rig.unread()[0]).toBe('One.');
  });

  test('a tool does not', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.tool();
    expect(rig.unread()).toEqual([]);
  });

  test('not even one that is announced', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.stream('One.');
    rig.tool();
    expect(rig.unread()).toEqual(['Running Bash.']);
  });

  test('the log says what waits', () => {
    const rig = new Rig();
    rig.stream('One. Two.');
    expect(rig.lines).toContain(
      'agent stream channel=s prose: held: waits for the turn end (read_mode done), 2 chunk(s)',
    );
  });

  test('an answer drops it', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.answered();
    rig.end();
    expect(rig.unread()).toEqual([]);
    expect(rig.lines).toContain(
      'agent answered channel=s prose: dropped: 1 held chunk(s) (answered, read_mode done)',
    );
  });

  test('and a reply is ignored', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.end({ reply: 'Other.' });
    expect(rig.unread()).toEqual(['One.']);
  });
});

describe('final', () => {
  const words = (count: number) => `${'word '.repeat(count - 1)}word.`;

  test('only the reply is read', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Between tools.');
    rig.end({ reply: 'First. Second.' });
    expect(rig.batch()).toEqual(['First.', 'Second.']);
  });

  test('what was held is dropped, and the log says so', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Between tools.');
    rig.end({ reply: 'Reply.' });
    expect(rig.lines).toContain(
      'agent turn_end channel=s prose: dropped: 1 held chunk(s) (turn_end, read_mode final)',
    );
  });

  test.each([undefined, '', ' ', '***'])('without a reply (%j) what was held is read', (reply) => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Held.');
    rig.end(reply === undefined ? {} : { reply });
    expect(rig.unread()).toEqual(['Held.']);
  });

  test.each([
    [39, 60, true],
    [40, 60, false],
    [39, 59, false],
  ])('a reply of %i words after %i is read after them: %j', (reply, before, isBoth) => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: words(reply), before_reply: words(before) });
    expect(rig.unread()).toEqual(isBoth ? [words(before), words(reply)] : [words(reply)]);
  });

  test('blocks of the reply that come later are not read again', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: '**First**. Second.' });
    rig.stream('First. ', { index: 0 });
    rig.stream('Second!', { index: 1, final: true });
    expect(rig.unread()).toEqual(['**First**.', 'Second.']);
  });

  test('in any order', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First. Second.' });
    rig.stream('Second.', { index: 1, final: true });
    rig.stream('First. ', { index: 0 });
    expect(rig.unread()).toEqual(['First.', 'Second.']);
  });

  test('nor the end of a block that began before', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('First. ', { index: 0 });
    rig.end({ reply: 'First. Second.' });
    rig.stream('Second.', { index: 1, final: true });
    expect(rig.unread()).toEqual(['First.', 'Second.']);
  });

  test('the log has what is not read again', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First.' });
    rig.stream('First.');
    rig.start();
    expect(rig.effects).toContainEqual({
      type: 'trace',
      line: expect.stringContaining('prose: dropped: a part of the reply that was read'),
      text: 'First.',
    });
  });

  test('another block that comes later is read', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First.' });
    rig.stream('Something else.');
    expect(rig.unread()).toEqual(['First.', 'Something else.']);
  });

  test('whole, also when it begins as the reply does', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First. Second.' });
    rig.stream('First. ', { index: 0 });
    rig.stream('Other.', { index: 1, final: true });
    expect(rig.unread()).toEqual(['First.', 'Second.', 'First.', 'Other.']);
  });

  test.each([
    ['in a word', 'I know what to do.', 'No.'],
    ['at the beginning of a word', 'Do this now.', 'No.'],
    ['at the end of a word', 'Look at the piano.', 'No.'],
    ['before an apostrophe', "Don't.", 'Don.'],
    ['over the gap of two words', 'In order to.', 'No.'],
  ])('a short text whose letters stand %s of the reply is read', (_, reply, text) => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply });
    rig.stream(text);
    expect(rig.unread()).toEqual([reply, text]);
  });

  test.each([
    ['the tool', (rig: Rig) => rig.tool()],
    ['the end', (rig: Rig) => rig.end()],
    ['the next block', (rig: Rig) => rig.stream('Next.', { index: 0 })],
    ['the final', (rig: Rig) => rig.stream('', { index: 1, final: true })],
  ])('and it is read by %s when it came without its final', (_, act) => {
    const rig = new Rig({ read_mode: 'final', verbosity: 'everything' });
    rig.end({ reply: 'Do this now.' });
    rig.stream('No', { index: 0 });
    expect(rig.unread()).toEqual(['Do this now.']);
    act(rig);
    rig.end();
    expect(rig.unread()).toContain('No');
  });

  test('a complete word of it that is another is read at once', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'Do this now.' });
    rig.stream('No. ', { index: 0 });
    expect(rig.unread()).toEqual(['Do this now.', 'No.']);
  });

  test('what was held back as a part of the reply goes on in the next reply', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'Do this now.' });
    rig.stream('No', { index: 0 });
    rig.tool();
    rig.stream('body is here.', { index: 1, final: true });
    rig.end();
    expect(rig.unread()).toEqual(['Do this now.', 'Nobody is here.']);
  });

  test('but not a whole part of it', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'Do this now.' });
    rig.stream('Do this now. ', { index: 0 });
    rig.tool();
    rig.stream('Nobody is here.', { index: 1, final: true });
    rig.end();
    expect(rig.unread()).toEqual(['Do this now.', 'Nobody is here.']);
  });

  test('a new turn drops it, and the log says so', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'Do this now.' });
    rig.stream('No', { index: 0 });
    rig.start();
    expect(rig.lines).toContain(
      'agent turn_start channel=s prose: dropped: 1 held chunk(s) (turn_start, read_mode final)',
    );
  });

  test('a part of the reply in pieces that part its words is not read again', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First one. Second one.' });
    rig.stream('Second o', { index: 0 });
    rig.stream('ne.', { index: 1, final: true });
    expect(rig.unread()).toEqual(['First one.', 'Second one.']);
  });

  test('a part that is held to be the reply is in the log with its end', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First.' });
    rig.stream('First.');
    expect(rig.lines).toContain(
      'agent stream channel=s prose: dropped: a part of the reply that was read',
    );
  });

  test('a short reply whose letters stand in a word that was read is read', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First.' });
    rig.stream('I know.');
    rig.end({ reply: 'No.' });
    expect(rig.unread()).toEqual(['First.', 'I know.', 'No.']);
  });

  test('a reply that was read as it came is not read again', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First.' });
    rig.stream('Woken up.');
    rig.end({ reply: 'Woken up.' });
    expect(rig.unread()).toEqual(['First.', 'Woken up.']);
  });

  test('also when it was the last block of several', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'First.' });
    rig.stream('Woken up');
    rig.stream('All done');
    rig.end({ reply: 'All done' });
    expect(rig.unread()).toEqual(['First.', 'Woken up', 'All done']);
  });

  test('a question reads only the text that came with it', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Before.');
    rig.stream('Why.', { lead_in: true });
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.unread()).toEqual(['Why.', 'Ok?']);
  });

  test('also when a block brought that text before', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Why.');
    rig.stream('Why.', { lead_in: true });
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.unread()).toEqual(['Why.', 'Ok?']);
  });

  test('a plan reads only itself', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Before.');
    rig.stream('Why.', { lead_in: true });
    rig.ask({ kind: 'plan' });
    rig.end();
    expect(rig.unread()).toEqual(['Plan ready.']);
  });

  test('a permission reads only itself and keeps the text for the turn end', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('Before.');
    rig.ask({ kind: 'permission', text: 'Run?' });
    expect(rig.unread()).toEqual(['Run?']);
    rig.end();
    expect(rig.unread()).toEqual(['Run?', 'Before.']);
  });

  test('with summaries on the reply is not looked at', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.set({ summaries: rig.summaries() });
    rig.stream('Text.');
    rig.end({ reply: 'Reply.' });
    rig.tick(600);
    expect(rig.unread()).toEqual(['Text.']);
  });

  test('code of the reply follows verbosity', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.end({ reply: 'Look. ```\na\n``` Done.' });
    expect(rig.unread()).toEqual(['Look.', 'Done.']);
  });
});

describe('a mode set in the middle', () => {
  test('immediate reads what is held', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.set({ read_mode: 'immediate' });
    expect(rig.unread()).toEqual(['One.']);
  });

  test('a minqueue that is reached too', () => {
    const rig = new Rig({ read_mode: 'queue' });
    rig.stream('One. Two.');
    rig.set({ minqueue: 2 });
    expect(rig.unread()).toEqual(['One.', 'Two.']);
  });

  test('done holds what follows', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.set({ read_mode: 'done' });
    rig.stream('Two.');
    expect(rig.unread()).toEqual(['One.']);
  });
});
