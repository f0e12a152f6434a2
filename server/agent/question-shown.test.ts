/** What the terminal shows of a question set. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';

const texts = ['Which colour do you like best?', 'How large?', 'When?'];
const first = 'Question 1 of 3. | Which colour do you like best?';
const second = 'Question 2 of 3. | How large?';
const third = 'Question 3 of 3. | When?';

function asked(question_step: 'on' | 'off', settings = {}): Rig {
  const rig = new Rig({ question_step, ...settings });
  rig.stream('Text.');
  rig.askSet(...texts);
  return rig;
}

describe('matching', () => {
  test.each([
    ['how LARGE', 2],
    ['How\n large ?', 2],
    ['Which colour do you like', 1],
    ['Which colour do you lik', null],
    ['colour do you like best?', null],
    ['How', null],
    ['Another question', null],
    ['?', null],
  ])('%j shows question %j', (text, question) => {
    const rig = asked('on');
    rig.hear();
    rig.next();
    rig.next();
    expect(rig.shown(text)).toEqual(
      question === null ? { moved: false } : { moved: true, channel: 's', question, of: 3 },
    );
  });

  test('of questions that read alike it is the one whose turn it is', () => {
    const rig = new Rig({ question_step: 'on' });
    rig.askSet('Same?', 'Same?');
    rig.hear();
    rig.next();
    expect(rig.shown('Same?')).toEqual({ moved: false });
  });

  test('an unknown channel does nothing', () => {
    expect(asked('on').shown('How large?', 'other')).toEqual({ moved: false });
  });

  test('nor a channel without a set', () => {
    const rig = new Rig();
    rig.stream('Text.');
    expect(rig.shown('Text.')).toEqual({ moved: false });
  });
});

describe('by the terminal tab', () => {
  function tabs(): Rig {
    const rig = new Rig({ question_step: 'on' });
    for (const channel of ['old', 'new', 'bare']) {
      rig.floor.ensure(channel);
      rig.floor.channels.get(channel)!.hostTab = 'tab';
    }
    for (const channel of ['old', 'new']) {
      for (const index of [0, 1]) {
        rig.ask(
          { kind: 'question', text: `Q${index} ${channel}?`, set_index: index, set_size: 2 },
          channel,
        );
      }
      rig.hear(channel);
    }
    return rig;
  }
  const shown = (rig: Rig, text: string, tab = 'tab') =>
    rig.do((agent) => agent.questionShown({ host_tab: tab, text }, rig.now));

  test('it is the newest session with a set', () => {
    expect(shown(tabs(), 'Q1 new?')).toMatchObject({ moved: true, channel: 'new' });
  });

  test('and only that one', () => {
    expect(shown(tabs(), 'Q1 old?')).toEqual({ moved: false });
  });

  test('another tab has none', () => {
    expect(shown(tabs(), 'Q1 new?', 'other')).toEqual({ moved: false });
  });
});

describe.each(['on', 'off'] as const)('with question_step %s', (step) => {
  test('another question than the current one is read now', () => {
    const rig = asked(step);
    rig.hear();
    const from = step === 'on' ? 'How large?' : texts[0]!;
    const to = step === 'on' ? second : first;
    expect(rig.shown(from)).toMatchObject({ moved: true });
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${to}`);
  });

  test('the current one does nothing', () => {
    const rig = asked(step);
    rig.read('Text.');
    rig.read(first);
    expect(rig.shown(texts[0]!)).toEqual({ moved: false });
    expect(rig.floor.nowReading).not.toBeNull();
  });

  test('the question being read stops for the one on the screen', () => {
    const rig = asked(step);
    rig.hear();
    rig.read(step === 'on' ? first : third);
    rig.shown('How large?');
    expect(rig.floor.nowReading).toBeNull();
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${second}`);
  });

  test('text before the set that is being read is read to its end', () => {
    const rig = asked(step);
    rig.read('Text.');
    expect(rig.shown('How large?')).toEqual({ moved: true, channel: 's', question: 2, of: 3 });
    expect(rig.unread()).toEqual(['Text.', second]);
    expect(rig.floor.nowReading).not.toBeNull();
    expect(rig.floor.log.some((line) => line.startsWith('replay'))).toBe(false);
  });

  test('so is text that still waits', () => {
    const rig = asked(step);
    rig.shown('How large?');
    expect(rig.unread()).toEqual(['Text.', second]);
  });

  test('so is text read again', () => {
    const rig = asked(step);
    rig.hear();
    if (step === 'on') rig.do((agent) => agent.restart());
    rig.read('Text.');
    rig.shown('When?');
    expect(rig.floor.nowReading).not.toBeNull();
    expect(rig.unread()).toEqual([third]);
  });

  test('while muted the set follows and nothing is read', () => {
    const rig = asked(step);
    rig.set({ mute_level: 1 });
    expect(rig.shown('How large?')).toMatchObject({ moved: true, question: 2 });
    expect(rig.unread()).toEqual([]);
    expect(rig.batch()).toEqual(['Text.', second]);
    expect(rig.shown('How large?')).toEqual({ moved: false });
  });

  test('the review is said once', () => {
    const rig = asked(step);
    rig.hear();
    const review = () =>
      rig.do((agent) => agent.questionShown({ channel: 's', review: true }, rig.now));
    expect(review()).toEqual({ moved: true, channel: 's', review: true });
    expect(review()).toEqual({ moved: false });
    expect(rig.unread()).toEqual(['Review your answers.']);
  });

  test('it is stored while muted', () => {
    const rig = asked(step);
    rig.set({ mute_level: 1 });
    rig.do((agent) => agent.questionShown({ channel: 's', review: true }, rig.now));
    expect(rig.floor.get('s', 'Review')).toMatchObject({ stored: true });
  });

  test('a set already reviewed does nothing', () => {
    const rig = asked(step);
    rig.hear();
    rig.do((agent) => agent.questionShown({ channel: 's', review: true }, rig.now));
    expect(rig.shown('How large?')).toEqual({ moved: false });
  });

  test('the review takes the question being read away', () => {
    const rig = asked(step);
    rig.read('Text.');
    rig.read(first);
    rig.do((agent) => agent.questionShown({ channel: 's', review: true }, rig.now));
    expect(rig.floor.nowReading).toBeNull();
  });
});

describe('stepped', () => {
  test('the set moves to the question on the screen', () => {
    const rig = asked('on');
    rig.hear();
    rig.shown('How large?');
    expect(rig.next()).toMatchObject({ question: 3 });
  });

  test('read again from the top it begins with question 1', () => {
    const rig = asked('on');
    rig.hear();
    rig.shown('How large?');
    rig.hear();
    rig.do((agent) => agent.restart());
    expect(rig.next()).toMatchObject({ question: 1 });
  });

  test('after the text comes the one on the screen', () => {
    const rig = asked('on');
    rig.read('Text.');
    rig.shown('How large?');
    expect(rig.next()).toMatchObject({ question: 2 });
  });
});

describe('followed', () => {
  test('Sonara does not read on into a question that is not shown', () => {
    const rig = asked('off');
    rig.shown(texts[0]!);
    expect(rig.unread()).toEqual(['Text.', first]);
  });

  test('a question asked later waits for the screen', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'A?', set_index: 0, set_size: 2 });
    rig.shown('A?');
    rig.ask({ kind: 'question', text: 'B?', set_index: 1, set_size: 2 });
    expect(rig.unread()).toEqual(['Question 1 of 2. | A?']);
    expect(rig.lines).toContain(
      'agent ask channel=s question: kept: question 2 of 2 is not on the screen',
    );
    rig.hear();
    rig.shown('B?');
    expect(rig.floor.log.at(-1)).toBe('replay s: Question 2 of 2. | B?');
  });

  test('each question shown is read, also one heard before', () => {
    const rig = asked('off');
    rig.shown(texts[0]!);
    rig.hear();
    rig.shown('How large?');
    rig.hear();
    expect(rig.shown(texts[0]!)).toMatchObject({ moved: true, question: 1 });
    expect(rig.floor.log.at(-1)).toBe(`replay s: ${first}`);
  });

  test('alone: the batch has no other', () => {
    const rig = asked('off');
    rig.hear();
    rig.shown('How large?');
    expect(rig.batch()).toEqual(['Text.', second]);
  });

  test('with its own notes', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'A?', set_index: 0, set_size: 2, notes: 'Note.' });
    rig.ask({ kind: 'question', text: 'B?', set_index: 1, set_size: 2 });
    rig.hear();
    rig.shown('A?');
    rig.hear();
    rig.shown('B?');
    expect(rig.batch()).toEqual(['Question 2 of 2. | B?']);
  });

  test('what is taken back is no drop', () => {
    const rig = asked('off');
    rig.shown(texts[0]!);
    expect(rig.floor.log.filter((line) => /^(drop|out)/.test(line))).toEqual([]);
  });
});
