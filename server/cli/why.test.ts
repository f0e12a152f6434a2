import { describe, expect, it } from 'vitest';
import { answer } from './why.ts';
import { parseLog } from './why-log.ts';
import { tell } from './why-story.ts';

const start = 'sonarad 1.0.0 started (pid 1): engine fake ready; home /home/me';
const json = (value: unknown) => JSON.stringify(value);

/** Lines a second apart, the first at 10:00:00 UTC. */
const log = (...lines: string[]) =>
  lines.map((line, at) => `2026-10-03T10:00:${String(at).padStart(2, '0')}.000Z ${line}`);
const why = (words: string, ...lines: string[]) => tell(parseLog(log(start, ...lines)), words);
const verdict = (words: string, ...lines: string[]) => {
  const story = why(words, ...lines);
  return story && `${story.verdict}: ${story.why}`;
};

const speak = (text: string, more = {}) => `in ${json({ text, ...more, type: 'speak' })}`;
const stream = (delta: string) => `in ${json({ channel: 's1', delta, type: 'stream' })}`;
const queued = (text: string, entry = 1, more = '') =>
  `agent stream channel=s1 speak kind=prose entry=${entry}${more} text=${json(text)}`;
const note = (what: string, text?: string) =>
  `agent stream channel=s1 ${what}${text === undefined ? '' : ` text=${json(text)}`}`;
const readText = (text: string, item = 1, read = '1/1') =>
  `read text item=${item} session=website kind=prose from=stream chunks=${read} text=${json(text)}`;
const drop = (text: string, reason: string, more = '') =>
  `drop channel=s1 entry=1${more} kind=prose from=stream reason=${reason} text=${json(text)}`;

describe('a text that was read', () => {
  it('is told so, with the time when it ended and the time when it came', () => {
    const story = why(
      'TESTS -- pass',
      stream('The tests pass.'),
      queued('The tests pass.'),
      readText('The tests pass.'),
      'read end item=1 finished',
    );
    expect(story).toEqual({
      verdict: 'spoken',
      why: '',
      at: '2026-10-03T10:00:04.000Z',
      came: '2026-10-03T10:00:01.000Z',
      session: 'website',
      text: 'The tests pass.',
    });
  });

  it('is found by its words as they were sent, although they are read otherwise', () => {
    const lines = [
      speak('Please open the file server/config.json now and save it.'),
      'read text item=1 session=direct kind=speak from=speak chunks=1/1 text="Please open the file config dot json now and save it."',
      'read end item=1 finished',
    ];
    expect(verdict('config.json', ...lines)).toBe('spoken: ');
  });
});

describe('a text that was dropped', () => {
  it.each([
    ['turn_start', /a new turn began/],
    ['answered', /answered/],
    ['stop', /reading was stopped/],
    ['flush', /skipped \(flush\)/],
    ['mute', /mute_level/],
    ['muted', /its channel was muted/],
    ['closed', /its channel was closed/],
    ['replaced by newer text (policy latest)', /a newer text .*policy latest/],
  ])('for %s', (reason, says) => {
    const lines = [queued('The tests pass.'), drop('The tests pass.', reason)];
    expect(verdict('the tests', ...lines)).toMatch(/^unspoken: /);
    expect(verdict('the tests', ...lines)).toMatch(says);
  });

  it('while it was read: how far, and why', () => {
    const lines = [
      queued('One. Two. Three.'),
      drop('One. Two. Three.', 'turn_start', ' item=1 (cut while read)'),
      readText('One. Two.', 1, '2/3'),
      'read end item=1 skipped',
    ];
    expect(verdict('one two', ...lines)).toMatch(/^partly: 2 of its 3 parts .* a new turn began/);
    // In the part that was not reached.
    expect(verdict('three', ...lines)).toMatch(/^partly: 2 of its 3 parts/);
  });

  it('by the user: skipped', () => {
    const lines = [
      speak('One two three four.'),
      'in {"action":"skip","type":"control"}',
      'read text item=1 session=direct kind=speak from=speak chunks=1/1 text="One two three four."',
      'read end item=1 skipped',
    ];
    expect(verdict('one two', ...lines)).toBe('partly: it had begun when it was skipped');
  });

  it('in the queue: stopped', () => {
    const lines = [
      speak('One two three four.', { label: 'build' }),
      'in {"action":"stop","type":"control"}',
      'read drop item=2 session=build kind=speak from=speak unread',
    ];
    expect(verdict('one two', ...lines)).toBe(
      'unspoken: it was dropped before its turn: reading was stopped',
    );
  });

  it('in the queue: replaced', () => {
    const lines = [
      speak('One two three four.'),
      speak('Five.', { mode: 'replace' }),
      'read drop item=2 session=direct kind=speak from=speak unread',
    ];
    expect(verdict('one two', ...lines)).toMatch(/mode replace took the place/);
  });

  it('by a voice that failed, with what it said', () => {
    const lines = [
      speak('One two three four.'),
      'engine fake: out of order',
      'read text item=1 session=direct kind=speak from=speak chunks=1/1 text="One two three four."',
      'read end item=1 failed',
    ];
    expect(verdict('one two', ...lines)).toBe(
      'unspoken: the voice could not say it: engine fake: out of order',
    );
  });

  it('as its message was refused', () => {
    const lines = [
      speak('One two.', { voice: 'nobody' }),
      "in failed type=speak E_NOT_FOUND: unknown voice 'nobody'",
    ];
    expect(verdict('one two', ...lines)).toBe(
      "unspoken: the message was refused: unknown voice 'nobody' (E_NOT_FOUND)",
    );
  });
});

describe('a text the agent kept back', () => {
  it.each([
    ['code: skip_code', /verbosity skip_code/],
    ['dropped: late text (stamped before the last turn_start)', /too late.*stale/],
    ['dropped: late text (its turn was replaced)', /replaced by another \(stale\)/],
    ['prose: dropped: flushed reply', /skipped \(flush\)/],
    [
      'prose: dropped: 2 held chunk(s) (turn_start, read_mode done)',
      /read_mode done still held it back when a new turn began/,
    ],
    ['prose: dropped: 1 held chunk(s) (more than 5000, read_mode done)', /a full queue/],
    [
      'prose: dropped: 2 chunk(s) kept for the summary (stop)',
      /held back for a summary when reading was stopped/,
    ],
    [
      'summary: cancelled (answered): 1 summary in flight',
      /its summary was not out yet when its session was answered/,
    ],
    ['question: dropped: waited for the summary (stop)', /still waited for a summary/],
    [
      'prose: dropped: 1 delta(s) held for their order (stop, #286)',
      /a part of the text before it never came/,
    ],
  ])('%s', (what, says) => {
    expect(verdict('let x', note(what, 'let x = 1'))).toMatch(/^unspoken: /);
    expect(verdict('let x', note(what, 'let x = 1'))).toMatch(says);
  });

  it.each([
    ['prose: dropped: it came with the question', /read with the question/],
    ['prose: dropped: the reply was read already', /read as a part of the reply/],
    ['prose: dropped: the same text came before it', /had come before it/],
  ])('%s: its words are read elsewhere', (what, says) => {
    expect(verdict('let x', note(what, 'let x = 1'))).toMatch(/^elsewhere: /);
    expect(verdict('let x', note(what, 'let x = 1'))).toMatch(says);
  });

  it('stored while muted', () => {
    const line = 'agent stream channel=s1 store kind=prose entry=1 muted=1 text="Kept words."';
    expect(verdict('kept words', line)).toMatch(/^unspoken: it was stored .*mute_level/);
  });

  it.each([
    [
      'prose: held: waits for the turn end (read_mode done), 1 chunk(s)',
      /read_mode done holds it back/,
    ],
    ['prose: held: 1 chunk(s) wait for minqueue 5 or the turn end', /until 5 sentences/],
    ['prose: held: kept for the summary, 1 chunk(s)', /a summary of the turn/],
    ['prose: held: delta 2 waits for delta(s) [1] (out of order, #286)', /has not come yet/],
  ])('%s: it waits', (what, says) => {
    const lines = [stream('These words are held.'), note(what)];
    expect(verdict('words are held', ...lines)).toMatch(/^waiting: /);
    expect(verdict('words are held', ...lines)).toMatch(says);
  });

  it('held, and dropped later', () => {
    const lines = [
      stream('These words are held.'),
      note('prose: held: waits for the turn end (read_mode done), 1 chunk(s)'),
      note('prose: dropped: 1 held chunk(s) (stop, read_mode done)', 'These words are held.'),
    ];
    expect(verdict('words are held', ...lines)).toMatch(/still held it back when reading was/);
  });

  it('a tool that is not announced', () => {
    const lines = [
      `in ${json({ channel: 's1', name: 'Bash', summary: 'Listing the files', type: 'tool' })}`,
      'agent tool channel=s1 tool: not announced: verbosity skip_code',
    ];
    expect(verdict('listing the files', ...lines)).toBe(
      'unspoken: verbosity skip_code does not announce tools',
    );
  });
});

describe('a text that waits', () => {
  it('in its channel', () => {
    expect(verdict('tests', queued('The tests pass.'))).toBe(
      'waiting: it has not had its turn yet',
    );
  });

  it.each([
    [' waits=muted', /its channel is muted/],
    [' waits=background', /background_policy earcon_only/],
  ])('%s', (waits, says) => {
    expect(verdict('tests', queued('The tests pass.', 1, waits))).toMatch(says);
  });

  it('says when reading is paused', () => {
    expect(verdict('tests', queued('The tests pass.'), 'reader paused')).toMatch(/; .*paused$/);
    const resumed = ['reader paused', 'reader resumed'];
    expect(verdict('tests', queued('The tests pass.'), ...resumed)).not.toMatch(/paused/);
  });

  it('no longer when the runtime was started again', () => {
    expect(verdict('tests', queued('The tests pass.'), start)).toBe(
      'unspoken: the runtime ended first',
    );
  });

  it('is told of its own entry, not of one of an earlier run', () => {
    const lines = [
      queued('Old words.'),
      drop('Old words.', 'stop'),
      start,
      queued('The tests pass.'),
    ];
    expect(verdict('tests', ...lines)).toMatch(/^waiting/);
  });
});

describe('which text', () => {
  const lines = [
    drop('The tests pass.', 'stop'),
    drop('The tests pass.', 'turn_start'),
    queued('Another.', 2),
    readText('Another.', 2),
    'read end item=2 finished',
  ];

  it('the newest with these words', () => {
    expect(why('the tests pass', ...lines)!.at).toBe('2026-10-03T10:00:02.000Z');
  });

  it('without words the newest that was not read', () => {
    expect(why('', ...lines)!.text).toBe('The tests pass.');
  });

  it('by the name of its channel or session the newest of that which was not read', () => {
    expect(verdict('S1', ...lines)).toMatch(/^unspoken: a new turn/);
    expect(verdict('website', ...lines)).toBe('spoken: ');
  });

  it('never what sonara missed --say repeats of it', () => {
    const own = speak('You have not heard one text. The tests pass.', { label: 'What you missed' });
    expect(why('the tests pass', ...lines, own)!.at).toBe('2026-10-03T10:00:02.000Z');
  });

  it('none', () => {
    expect(why('never said', ...lines)).toBeNull();
    expect(why('', 'reader paused')).toBeNull();
  });
});

describe('lines', () => {
  it('a name in quotes, and a text with quotes and breaks', () => {
    const line = `drop channel="a \\"b\\"" entry=4 reason=stop text=${json('say "x"\ntext="y"')}`;
    expect(parseLog(log(line))[0]).toMatchObject({
      channel: 'a "b"',
      entry: 4,
      reason: 'stop',
      text: 'say "x"\ntext="y"',
    });
  });

  it('a text that was clipped in its middle', () => {
    const [line] = log(drop('The tests pass.', 'stop'));
    expect(parseLog([`${line!.slice(0, -6)}…`])[0]).toMatchObject({ text: 'The tests …' });
  });

  it('anything else is passed over', () => {
    const odd = ['', 'no time', '2026-10-03T10:00:00.000Z in {"type":', 'in [1]', 'in null'];
    expect(() =>
      tell(parseLog([...odd, ...log('in [1]', 'in null', 'drop', 'agent x')]), 'x'),
    ).not.toThrow();
  });
});

describe('the answer', () => {
  const now = new Date('2026-10-03T12:00:00Z');
  const ask = (words: string, lines: string[], hasTexts = true) =>
    answer({ lines, words, hasTexts, now });

  it('is a verdict, then time, session and text', () => {
    const found = ask('tests', log(start, drop('The tests\u001b[2J pass.', 'stop')))!;
    expect(found.isFound).toBe(true);
    expect(found.told).toEqual([
      'It was not read: reading was stopped.',
      expect.stringMatching(/^ {2}at {7}\d\d:\d\d$/),
      '  session  s1',
      '  text     The tests [2J pass.',
    ]);
  });

  it('says how far the log goes back when there is nothing', () => {
    expect(ask('tests', log(start))!).toEqual({
      isFound: false,
      told: [expect.stringMatching(/^Nothing with "tests".*The log begins at \d\d:\d\d\.$/)],
    });
  });

  it('is null without a log', () => {
    expect(ask('tests', [])).toBeNull();
  });

  it('says that there are no texts while debug_log is false, and what can be said', () => {
    const lines = log(start, 'drop channel=s1 entry=1 reason=turn_start');
    const { told, isFound } = ask('tests', lines, false)!;
    expect(told[0]).toMatch(/no texts, as debug_log is false/);
    expect(told[2]).toMatch(/^It was not read: a new turn began/);
    expect(isFound).toBe(true);
  });

  it('with debug_log false a session can still be named', () => {
    const lines = log(start, 'drop channel=s1 entry=1 reason=turn_start');
    expect(ask('s1', lines, false)!.told[0]).toMatch(/^It was not read: a new turn began/);
  });
});
