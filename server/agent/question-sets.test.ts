/** Sets of questions: how they are read, and how the user and the terminal move in them. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';

const texts = ['Which colour do you like best?', 'How large?', 'When?'];
const first = 'Question 1 of 3. | Which colour do you like best?';
const second = 'Question 2 of 3. | How large?';
const third = 'Question 3 of 3. | When?';

/** A set, with text before it. */
function asked(question_step: 'on' | 'off', settings = {}): Rig {
  const rig = new Rig({ question_step, ...settings });
  rig.stream('Text.');
  rig.askSet(...texts);
  return rig;
}

describe('not stepped', () => {
  test('every question is read in order', () => {
    expect(asked('off').unread()).toEqual(['Text.', first, second, third]);
  });

  test('with one chime', () => {
    expect(asked('off').earcons).toEqual(['choice']);
  });

  test('the keys have no set to move in', () => {
    const rig = asked('off');
    rig.hear();
    expect(rig.next()).toEqual({ channel: null });
    expect(rig.previous()).toEqual({ channel: null });
  });

  test('nor has restart', () => {
    const rig = asked('off');
    rig.hear();
    expect(rig.do((agent) => agent.restart())).toBeNull();
  });

  test('a set of one has no number', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?', set_index: 0, set_size: 1 });
    expect(rig.unread()).toEqual(['Ok?']);
  });
});

describe('stepped', () => {
  test('question 1 is read, the others wait', () => {
    const rig = asked('on');
    expect(rig.unread()).toEqual(['Text.', first]);
    expect(rig.lines).toContain(
      'agent ask channel=s question: kept for navigation: question 2 of 3 (#283)',
    );
  });

  test('with its notes and hints', () => {
    const rig = new Rig({ question_step: 'on', verbosity: 'everything' });
    const more = { notes: 'Note.', hint: 'Hint.', hint_once: 'Once.' };
    rig.ask({ kind: 'question', text: 'A?', set_index: 0, set_size: 2, ...more });
    expect(rig.unread()).toEqual(['Question 1 of 2. | A? | Note. | Hint. | Once.']);
  });

  test('a change of question_step counts for the next set', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'A?', set_index: 0, set_size: 2 });
    rig.set({ question_step: 'on' });
    rig.ask({ kind: 'question', text: 'B?', set_index: 1, set_size: 2 });
    expect(rig.unread()).toHaveLength(2);
  });

  test('from the text next goes to question 1', () => {
    const rig = asked('on');
    rig.read('Text.');
    expect(rig.next()).toEqual({ channel: 's', question: 1, of: 3, edge: false });
    expect(rig.floor.log).toContain(`replay s: ${first}`);
  });

  test('and previous too', () => {
    const rig = asked('on');
    rig.read('Text.');
    expect(rig.previous()).toEqual({ channel: 's', question: 1, of: 3, edge: false });
  });

  test('within the questions next goes to the next one', () => {
    const rig = asked('on');
    rig.hear();
    expect(rig.next()).toMatchObject({ question: 2, edge: false });
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${second}`);
    expect(rig.next()).toMatchObject({ question: 3, edge: false });
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${third}`);
  });

  test('text read after a question is no way back to the text before it', () => {
    const rig = asked('on', { read_mode: 'immediate' });
    rig.hear();
    rig.stream('Later.');
    rig.hear();
    expect(rig.next()).toMatchObject({ question: 2 });
  });

  test('on the last one nothing moves', () => {
    const rig = asked('on');
    rig.hear();
    rig.next();
    rig.next();
    const done = rig.floor.log.length;
    expect(rig.next()).toEqual({ channel: 's', question: 3, of: 3, edge: true });
    expect(rig.floor.log).toHaveLength(done);
  });

  test('previous goes to the one before', () => {
    const rig = asked('on');
    rig.hear();
    rig.next();
    rig.next();
    expect(rig.previous()).toEqual({ channel: 's', question: 2, of: 3, edge: false });
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${second}`);
  });

  test('on question 1 it is read again', () => {
    const rig = asked('on');
    rig.hear();
    expect(rig.previous()).toEqual({ channel: 's', question: 1, of: 3, edge: false });
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${first}`);
  });

  test('only the question moved to stands in the batch', () => {
    const rig = asked('on');
    rig.hear();
    rig.next();
    expect(rig.batch()).toEqual(['Text.', second]);
  });

  test('a move cuts the question being read', () => {
    const rig = asked('on');
    rig.hear();
    rig.read(first);
    rig.next();
    expect(rig.floor.log.some((line) => line.startsWith('cut'))).toBe(true);
  });

  test('each move reads the notes, and the hint at everything', () => {
    const rig = new Rig({ question_step: 'on', verbosity: 'everything' });
    const more = { notes: 'Note.', hint: 'Hint.', hint_once: 'Once.' };
    rig.ask({ kind: 'question', text: 'A?', set_index: 0, set_size: 2, ...more });
    rig.ask({ kind: 'question', text: 'B?', set_index: 1, set_size: 2, options: ['X'] });
    rig.hear();
    rig.next();
    expect(rig.batch()).toEqual(['Question 2 of 2. | B? | Option 1: X. | Note. | Hint.']);
    rig.set({ verbosity: 'skip_code' });
    rig.previous();
    expect(rig.batch()).toEqual(['Question 1 of 2. | A? | Note.']);
  });

  test('a single question is a set of one', () => {
    const rig = new Rig({ question_step: 'on' });
    rig.stream('Text.');
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.read('Text.');
    expect(rig.next()).toEqual({ channel: 's', question: 1, of: 1, edge: false });
    expect(rig.next()).toMatchObject({ edge: true });
    expect(rig.previous()).toMatchObject({ question: 1, edge: false });
    expect(rig.floor.log.at(-1)).toBe('replay s: Ok?');
  });

  test.each([
    ['stop', (rig: Rig) => rig.do((agent) => agent.stopped(null, rig.now))],
    [
      'flush',
      (rig: Rig) => rig.do((agent) => agent.flushed({ channel: 's', scope: 'session' }, rig.now)),
    ],
    ['mute', (rig: Rig) => rig.set({ mute_level: 1 })],
  ])('after a %s skipped question 1, next goes to it', (_, act) => {
    const rig = asked('on');
    rig.read('Text.');
    rig.floor.drop('s', 'stop');
    act(rig);
    expect(rig.next()).toMatchObject({ channel: 's', question: 1 });
  });

  test.each([
    ['answered', (rig: Rig) => rig.answered()],
    ['turn_start', (rig: Rig) => rig.start()],
    ['a tool', (rig: Rig) => rig.tool()],
  ])('%s forgets the set', (_, act) => {
    const rig = asked('on');
    rig.hear();
    act(rig);
    expect(rig.next()).toEqual({ channel: null });
  });

  test('another question forgets it', () => {
    const rig = asked('on');
    rig.hear();
    rig.ask({ kind: 'question', text: 'Another?' });
    rig.hear();
    expect(rig.next()).toMatchObject({ question: 1, of: 1, edge: true });
  });

  test('the turn end keeps it', () => {
    const rig = asked('on');
    rig.hear();
    rig.end();
    expect(rig.next()).toMatchObject({ question: 2 });
  });

  test('while muted question 1 is stored', () => {
    const rig = asked('on', { mute_level: 1 });
    expect(rig.floor.get('s', first)).toMatchObject({ stored: true });
    expect(rig.next()).toMatchObject({ channel: 's', question: 1 });
  });

  test.each([
    [
      'being read',
      (rig: Rig) => (rig.floor.nowReading = { channel: 's', entry: null, announcing: true }),
    ],
    ['read last', (rig: Rig) => (rig.floor.nowLastRead = 's')],
    ['focused', (rig: Rig) => (rig.floor.nowFocused = 's')],
    ['written last', (rig: Rig) => (rig.floor.nowLastWritten = 's')],
  ])('the session is the one %s', (_, arrange) => {
    const rig = asked('on');
    rig.floor.nowLastWritten = null;
    expect(rig.next()).toEqual({ channel: null });
    arrange(rig);
    expect(rig.next()).toMatchObject({ channel: 's' });
  });

  test('the first of them with a set', () => {
    const rig = asked('on');
    rig.ask({ kind: 'question', text: 'Ok?' }, 'other');
    rig.floor.nowReading = { channel: 'none', entry: null, announcing: false };
    rig.floor.nowLastRead = 's';
    rig.floor.nowFocused = 'other';
    expect(rig.next()).toMatchObject({ channel: 's' });
  });

  test('a set whose question 1 did not come is none', () => {
    const rig = new Rig({ question_step: 'on' });
    rig.ask({ kind: 'question', text: 'B?', set_index: 1, set_size: 2 });
    expect(rig.next()).toEqual({ channel: null });
  });
});

describe('restart', () => {
  test('reads the text, then question 1', () => {
    const rig = asked('on');
    rig.hear();
    rig.next();
    expect(rig.do((agent) => agent.restart())).toEqual({ channel: 's', question: 1, of: 3 });
    expect(rig.batch()).toEqual(['Text.', first]);
    expect(rig.floor.log.at(-1)).toBe('replay s: Text.');
  });

  test('from its text next goes to question 1 again', () => {
    const rig = asked('on');
    rig.hear();
    rig.next();
    rig.do((agent) => agent.restart());
    expect(rig.next()).toMatchObject({ question: 1 });
  });

  test('without a text it is question 1', () => {
    const rig = new Rig({ question_step: 'on' });
    rig.askSet(...texts);
    rig.hear();
    rig.next();
    rig.do((agent) => agent.restart());
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${first}`);
    expect(rig.next()).toMatchObject({ question: 2 });
  });

  test('of another session than the one with the set is left to the channels', () => {
    const rig = asked('on');
    rig.hear();
    rig.floor.nowLastRead = 'other';
    expect(rig.do((agent) => agent.restart())).toBeNull();
  });
});
