/** Questions, permissions, plans, tools and answers. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';

describe('a question', () => {
  test('is one message: its text, then its options', () => {
    const rig = new Rig();
    rig.ask({
      kind: 'question',
      text: 'Pick',
      options: ['A', { label: 'B', description: 'The second' }],
    });
    expect(rig.unread()).toEqual(['Pick | Option 1: A. | Option 2: B. The second.']);
  });

  test.each([
    ['A.', 'Option 1: A.'],
    ['Really?', 'Option 1: Really?'],
    [{ label: 'A', description: 'Done!' }, 'Option 1: A. Done!'],
    [{ label: '', description: 'No name' }, 'Option 1. No name.'],
    [{ description: 'No name.' }, 'Option 1. No name.'],
    [{}, 'Option 1.'],
    ['', 'Option 1.'],
  ])('option %j is %j', (option, said) => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Pick', options: [option] });
    expect(rig.unread()).toEqual([`Pick | ${said}`]);
  });

  test('several sentences are several chunks', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'It is late. Go on?' });
    expect(rig.unread()).toEqual(['It is late. | Go on?']);
  });

  test('multi_select is told between text and options', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Pick', options: ['A'], multi_select: true });
    expect(rig.unread()).toEqual(['Pick | You can choose more than one. | Option 1: A.']);
  });

  test('without a text it has one of its own', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: ' ', options: ['A'] });
    expect(rig.unread()).toEqual(['A question waits for your answer. | Option 1: A.']);
  });

  test('a long option is cut', () => {
    const rig = new Rig();
    const description = 'Words and words. '.repeat(50);
    rig.ask({ kind: 'question', text: 'Pick', options: [{ label: 'A', description }] });
    expect(rig.floor.get('s', 'Pick').chunks.length).toBeGreaterThan(10);
  });

  test('is a decision of the agent', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.floor.get('s', 'Ok?')).toMatchObject({
      kind: 'question',
      from: 'ask',
      source: 'agent',
      decision: true,
    });
  });

  test('plays choice', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.earcons).toEqual(['choice']);
  });

  test('once while one waits', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.ask({ kind: 'question', text: 'Sure?' });
    expect(rig.earcons).toEqual(['choice']);
    expect(rig.unread()).toEqual(['Ok?', 'Sure?']);
  });

  test.each([
    ['answered', (rig: Rig) => rig.answered()],
    ['a tool', (rig: Rig) => rig.tool()],
    ['turn_start', (rig: Rig) => rig.start()],
  ])('%s ends the waiting', (_, act) => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    act(rig);
    rig.ask({ kind: 'question', text: 'Sure?' });
    expect(rig.earcons).toEqual(['choice', 'choice']);
  });

  test('the log has it', () => {
    const rig = new Rig();
    rig.start({ label: 'my project' });
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.lines).toContain('ask kind=question session="my project"');
    expect(rig.lines).toContain('agent ask channel=s speak kind=question entry=1 decision');
  });
});

describe('a permission', () => {
  test('is its text, and plays permission', () => {
    const rig = new Rig();
    rig.ask({ kind: 'permission', text: 'Run the tests' });
    expect(rig.unread()).toEqual(['Run the tests']);
    expect(rig.earcons).toEqual(['permission']);
  });

  test('without a text it has one of its own', () => {
    const rig = new Rig();
    rig.ask({ kind: 'permission' });
    expect(rig.unread()).toEqual(['A permission is needed.']);
  });

  test('that a waiting question fires is dropped', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.ask({ kind: 'permission', text: 'Use the question tool' });
    expect(rig.unread()).toEqual(['Ok?']);
    expect(rig.earcons).toEqual(['choice']);
  });

  test('once: the next one is read', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.ask({ kind: 'permission', text: 'First' });
    rig.ask({ kind: 'permission', text: 'Second' });
    expect(rig.unread()).toEqual(['Ok?', 'Second']);
    expect(rig.earcons).toEqual(['choice', 'permission']);
  });

  test('after the turn end no question waits any more', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.end();
    rig.ask({ kind: 'permission', text: 'Run it' });
    expect(rig.unread()).toContain('Run it');
  });

  test('the log has what was dropped', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.ask({ kind: 'permission', text: 'First' });
    expect(rig.effects).toContainEqual({
      type: 'trace',
      line: 'agent ask channel=s permission: dropped: the prompt of a question without its answer',
      text: 'First',
    });
  });
});

describe('a plan', () => {
  test('begins with its own chunk', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan', text: 'Do this. Then that.' });
    expect(rig.unread()).toEqual(['Plan ready. | Do this. | Then that.']);
  });

  test('plays nothing', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan', text: 'Do this.' });
    expect(rig.earcons).toEqual([]);
  });
});

describe('notes and hints', () => {
  const more = { notes: 'Note.', hint: 'Hint.', hint_once: 'Once.' };

  test('notes are read after the decision', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?', options: ['A'], ...more });
    expect(rig.unread()).toEqual(['Ok? | Option 1: A. | Note.']);
  });

  test('hints too at everything', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.ask({ kind: 'plan', ...more });
    expect(rig.unread()).toEqual(['Plan ready. | Note. | Hint. | Once.']);
  });

  test('not at read_code', () => {
    const rig = new Rig({ verbosity: 'read_code' });
    rig.ask({ kind: 'plan', ...more });
    expect(rig.unread()).toEqual(['Plan ready. | Note.']);
  });

  test('hint_once the first time a channel gets one', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.ask({ kind: 'plan', ...more });
    rig.start();
    rig.ask({ kind: 'plan', ...more });
    rig.ask({ kind: 'plan', ...more }, 'other');
    expect(rig.unread()).toEqual(['Plan ready. | Note. | Hint.']);
    expect(rig.unread('other')).toEqual(['Plan ready. | Note. | Hint. | Once.']);
  });

  test('one that was not read is still to come', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan', ...more });
    rig.set({ verbosity: 'everything' });
    rig.ask({ kind: 'plan', ...more });
    expect(rig.unread().at(-1)).toBe('Plan ready. | Note. | Hint. | Once.');
  });
});

describe('a tool', () => {
  test('is announced at everything', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.tool({ name: 'Bash' });
    expect(rig.unread()).toEqual(['Running Bash.']);
    expect(rig.floor.get('s', 'Running')).toMatchObject({ kind: 'tool', from: 'tool' });
  });

  test('by its summary', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.tool({ summary: 'npm test' });
    expect(rig.unread()).toEqual(['npm test']);
  });

  test.each(['skip_code', 'read_code'] as const)('not at %s', (verbosity) => {
    const rig = new Rig({ verbosity });
    rig.tool();
    expect(rig.floor.isOpen('s')).toBe(false);
    expect(rig.lines).toContain(`agent tool channel=s tool: not announced: verbosity ${verbosity}`);
  });

  test('after the text held so far', () => {
    const rig = new Rig({ verbosity: 'everything', read_mode: 'queue' });
    rig.stream('One. Tw', { index: 0 });
    rig.tool();
    expect(rig.unread()).toEqual(['One.', 'Tw', 'Running Bash.']);
  });

  test('takes out the decisions already read', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan' });
    rig.hear();
    rig.tool();
    expect(rig.batch()).toEqual([]);
  });

  test('not an unread one', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan' });
    rig.tool();
    expect(rig.unread()).toEqual(['Plan ready.']);
  });

  test('nor one stored while muted', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.ask({ kind: 'plan' });
    rig.tool();
    expect(rig.batch()).toEqual(['Plan ready.']);
  });

  test('leaves the text', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.hear();
    rig.tool();
    expect(rig.batch()).toEqual(['One.']);
  });
});

describe('an answer', () => {
  test('drops the unread text', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.answered();
    expect(rig.floor.log).toContain('drop s answered: One.');
  });

  test('takes every decision out, read or not', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Read?' });
    rig.hear();
    rig.ask({ kind: 'permission' });
    rig.ask({ kind: 'plan' });
    rig.answered();
    expect(rig.batch()).toEqual([]);
  });

  test('what follows is a new message of the same turn', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.start({ t: 10 });
    rig.stream('One.');
    rig.answered();
    rig.stream('Two.', { t: 11 });
    expect(rig.batch()).toEqual(['Two.']);
    expect(rig.stream('Late.', { t: 9 })).toEqual({ stale: true });
  });

  test('the log has the wipe', () => {
    const rig = new Rig();
    rig.answered();
    expect(rig.lines).toContain('agent answered channel=s wipe reason=answered');
  });
});

describe('earcons', () => {
  test('one that is asked for', () => {
    const rig = new Rig();
    rig.do((agent) => agent.earcon('nav'));
    expect(rig.earcons).toEqual(['nav']);
    expect(rig.lines).toEqual(['agent earcon earcon nav']);
  });

  test('play at mute level 1', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.end();
    expect(rig.earcons).toEqual(['turn_done']);
  });

  test('not at 2', () => {
    const rig = new Rig({ mute_level: 2 });
    rig.end();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.do((agent) => agent.earcon('nav'));
    expect(rig.earcons).toEqual([]);
  });
});
