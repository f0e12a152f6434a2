/** What is summarized, what waits for it, and what drops it. */
import { describe, expect, test } from 'vitest';
import { longText, Rig } from './fixtures/rig.ts';

function rigOf(settings = {}, summaries = {}): Rig {
  const rig = new Rig(settings);
  rig.set({ summaries: rig.summaries(summaries) });
  return rig;
}

/** A long turn whose summary is out. */
function out(rig: Rig, channel = 's', name = 'It'): number {
  rig.stream(longText(name), {}, channel);
  rig.end({}, channel);
  rig.tick(600);
  return rig.jobs.at(-1)!.job;
}

describe('the text of a turn', () => {
  test.each(['immediate', 'queue', 'done', 'final'] as const)('is recorded (%s)', (read_mode) => {
    const rig = rigOf({ read_mode, minqueue: 0 });
    rig.stream('One.');
    rig.tool();
    expect(rig.unread()).toEqual([]);
  });

  test('is summarized when no text came for settle_ms', () => {
    const rig = rigOf({}, { settle_ms: 700 });
    const text = longText('It');
    rig.stream(text);
    rig.end();
    rig.tick(699);
    expect(rig.jobs).toEqual([]);
    rig.tick(1);
    expect(rig.jobs).toEqual([
      {
        type: 'summarize',
        job: expect.any(Number),
        channel: 's',
        text,
        command: 'claude',
        model: 'haiku',
        style: 'natural',
        prompt: 'Say it briefly.',
        timeout: 60,
      },
    ]);
  });

  test('late text puts it off and is a part of it', () => {
    const rig = rigOf();
    rig.stream(longText('It'), { index: 0 });
    rig.end();
    rig.tick(500);
    rig.stream('Late', { index: 1 });
    rig.tick(599);
    expect(rig.jobs).toEqual([]);
    rig.tick(1);
    expect(rig.jobs[0]!.text).toMatch(/Late$/);
  });

  test('a late sentence without its end is in it, and is not read again', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.end();
    rig.stream('Two comes late. ', { index: 0 });
    rig.stream('Three comes late.', { index: 1 });
    rig.tool();
    rig.ask({ kind: 'permission', text: 'Run?' });
    expect(rig.jobs.map(({ text }) => text)).toEqual([
      expect.stringMatching(/Two comes late\. Three comes late\.$/),
    ]);
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.', 'Run?']);
  });

  test('what comes of it after a tool belongs to the next', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.end();
    rig.stream('Two comes late. Three', { index: 0 });
    rig.tool();
    rig.stream(' comes later.', { index: 1, final: true });
    rig.ask({ kind: 'permission', text: 'Run?' });
    expect(rig.jobs[0]!.text).toMatch(/Two comes late\. Three$/);
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.', 'comes later.', 'Run?']);
  });

  test('but not for ever', () => {
    const rig = rigOf();
    rig.stream(longText('It'), { index: 0 });
    rig.end();
    for (let index = 1; index <= 59; index++) {
      rig.tick(500);
      rig.stream('More. ', { index });
    }
    expect(rig.jobs).toEqual([]);
    rig.tick(500);
    expect(rig.jobs).toHaveLength(1);
  });

  test('settling waits for a delta out of order', () => {
    const rig = rigOf({}, { settle_ms: 100 });
    rig.stream(longText('It'), { index: 0 });
    rig.end();
    rig.stream('Third.', { index: 2, final: true });
    rig.tick(300);
    rig.stream('Second. ', { index: 1 });
    rig.tick(400);
    expect(rig.jobs[0]!.text).toMatch(/Second\. Third\.$/);
  });

  test.each([
    [279, 0],
    [280, 1],
  ])('of %i characters makes %i summaries', (length, jobs) => {
    const rig = rigOf();
    rig.stream(longText('It', length).slice(0, length - 1) + '.');
    rig.end();
    rig.tick(600);
    expect(rig.jobs).toHaveLength(jobs);
    expect(rig.unread().length > 0).toBe(jobs === 0);
  });

  test('a short one is read whatever the focus', () => {
    const rig = rigOf();
    rig.stream('Short.');
    rig.end();
    rig.tick(600);
    expect(rig.floor.get('s', 'Short')).toMatchObject({ source: 'summary', kind: 'prose' });
  });

  test('text after a summary began has one of its own, read after it', () => {
    const rig = rigOf();
    const job = out(rig);
    rig.stream('Late.');
    rig.tick(600);
    expect(rig.unread()).toEqual([]);
    rig.summarized('Recap.', job);
    expect(rig.unread()).toEqual(['Recap.', 'Late.']);
  });

  test('with the settle time 0 it begins at once', () => {
    const rig = rigOf({}, { settle_ms: 0 });
    rig.stream(longText('It'));
    rig.end();
    rig.tick(0);
    expect(rig.jobs).toHaveLength(1);
  });
});

describe('a recap', () => {
  test('is read in sentences', () => {
    const rig = rigOf();
    out(rig);
    rig.summarized('First. Second.');
    expect(rig.unread()).toEqual(['First.', 'Second.']);
    expect(rig.floor.get('s', 'First')).toMatchObject({
      kind: 'summary',
      source: 'summary',
      from: 'turn_end',
    });
    expect(rig.lines).toContain('agent turn_end channel=s speak kind=summary entry=1');
  });

  test.each([null, '', ' \n', '***'])('that is %j falls back to the text', (text) => {
    const rig = rigOf();
    out(rig);
    rig.summarized(text);
    expect(rig.unread()[0]).toBe('It goes on.');
    expect(rig.earcons).toEqual(['turn_done', 'summary_failed']);
    expect(rig.lines).toContain(
      'agent turn_end channel=s summary: failed, the text is read as it is',
    );
  });

  test('the raw text is read whatever the focus', () => {
    const rig = rigOf();
    out(rig);
    rig.summarized(null);
    expect(rig.floor.get('s', 'It')).toMatchObject({ source: 'summary', kind: 'prose' });
  });

  test('is read in the order the turns ended', () => {
    const rig = rigOf();
    const a = out(rig, 'a');
    const b = out(rig, 'b');
    rig.summarized('B.', b);
    expect(rig.unread('b')).toEqual([]);
    rig.summarized('A.', a);
    expect(rig.floor.added.map(({ text }) => text)).toEqual(['A.', 'B.']);
  });

  test('a short text of another session does not wait for it', () => {
    const rig = rigOf();
    out(rig, 'a');
    rig.stream('Short.', {}, 'b');
    rig.end({}, 'b');
    rig.tick(600);
    expect(rig.unread('b')).toEqual(['Short.']);
  });

  test('still out after twice the timeout, the text is read', () => {
    const rig = rigOf({}, { timeout: 20 });
    const job = out(rig);
    rig.tick(39_999);
    expect(rig.unread()).toEqual([]);
    rig.tick(1);
    expect(rig.unread()[0]).toBe('It goes on.');
    expect(rig.canceled).toEqual([job]);
  });

  test('that comes even later does nothing', () => {
    const rig = rigOf({}, { timeout: 20 });
    out(rig);
    rig.tick(40_000);
    rig.summarized('Recap.');
    expect(rig.unread()).not.toContain('Recap.');
  });

  test('the runtime is busy until it is read', () => {
    const rig = rigOf();
    expect(rig.agent.isBusy).toBe(false);
    rig.stream(longText('It'));
    rig.end();
    expect(rig.agent.isBusy).toBe(true);
    rig.tick(600);
    expect(rig.agent.isBusy).toBe(true);
    rig.summarized('Recap.');
    expect(rig.agent.isBusy).toBe(false);
  });

  test('no timer is left', () => {
    const rig = rigOf();
    out(rig);
    rig.ask({ kind: 'plan' });
    rig.summarized('Recap.');
    expect([...rig.timers.keys()]).toEqual(['agent:dead:s']);
  });
});

describe('a decision', () => {
  test('waits for the recap of the text before it', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.jobs).toHaveLength(1);
    expect(rig.unread()).toEqual([]);
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.', 'Ok?']);
  });

  test('its earcon does not', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.earcons).toEqual(['choice']);
  });

  test('a short text before it is read at once', () => {
    const rig = rigOf();
    rig.stream('Short.');
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.unread()).toEqual(['Short.', 'Ok?']);
  });

  test('without a text before it is read at once', () => {
    const rig = rigOf();
    rig.ask({ kind: 'question', text: 'Ok?' });
    expect(rig.unread()).toEqual(['Ok?']);
  });

  test('ends the settling of the turn before', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.end();
    rig.ask({ kind: 'plan' });
    expect(rig.jobs).toHaveLength(1);
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.', 'Plan ready.']);
  });

  test('waits at most timeout + 5 s', () => {
    const rig = rigOf({}, { timeout: 20 });
    rig.stream(longText('It'));
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.tick(24_999);
    expect(rig.unread()).toEqual([]);
    rig.tick(1);
    expect(rig.unread()).toEqual(['Ok?']);
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Ok?', 'Recap.']);
  });

  test('the runtime is busy while it waits', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.ask({ kind: 'plan' });
    expect(rig.agent.isBusy).toBe(true);
  });

  test('of another session does not wait', () => {
    const rig = rigOf();
    out(rig, 'a');
    rig.ask({ kind: 'plan' }, 'b');
    expect(rig.unread('b')).toEqual(['Plan ready.']);
  });

  test('behind a summary gives way to the question on the screen', () => {
    const rig = rigOf({ question_step: 'on' });
    rig.stream(longText('It'));
    rig.askSet('A?', 'B?');
    expect(rig.shown('B?')).toMatchObject({ moved: true, question: 2 });
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.', 'Question 2 of 2. | B?']);
  });

  test.each([
    ['the screen', (rig: Rig) => rig.shown('B?')],
    [
      'the review',
      (rig: Rig) => rig.do((agent) => agent.questionShown({ channel: 's', review: true }, rig.now)),
    ],
  ])('that gives way to %s has its line in the log', (_, act) => {
    const rig = rigOf({ question_step: 'on' });
    rig.stream(longText('It'));
    rig.askSet('A?', 'B?');
    act(rig);
    const kept = rig.effects.filter(
      (effect) => effect.type === 'trace' && effect.line.includes('gives way'),
    );
    expect(kept).toEqual([expect.objectContaining({ text: 'A?' })]);
  });

  test('a key brings it now', () => {
    const rig = rigOf({ question_step: 'on' });
    rig.stream(longText('It'));
    rig.askSet('A?', 'B?');
    rig.floor.nowFocused = 's';
    expect(rig.next()).toMatchObject({ question: 1 });
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Question 1 of 2. | A?', 'Recap.']);
  });
});

describe('what drops a summary', () => {
  test.each([
    ['turn_start', (rig: Rig) => rig.start()],
    ['answered', (rig: Rig) => rig.answered()],
    ['stop', (rig: Rig) => rig.do((agent) => agent.stopped(null, rig.now))],
    ['stop', (rig: Rig) => rig.do((agent) => agent.stopped('s', rig.now))],
    ['closed', (rig: Rig) => rig.do((agent) => agent.closed('s', rig.now))],
  ])('%s, and the decision behind it', (reason, act) => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.ask({ kind: 'plan' });
    const [{ job } = { job: 0 }] = rig.jobs;
    act(rig);
    expect(rig.canceled).toEqual([job]);
    rig.summarized('Recap.', job);
    expect(rig.unread()).toEqual([]);
    const says = (what: string) => rig.lines.some((line) => line.endsWith(what));
    expect(says(`channel=s summary: cancelled (${reason}): 1 summary in flight`)).toBe(true);
    expect(says(`channel=s plan: dropped: waited for the summary (${reason})`)).toBe(true);
  });

  test('a flush, which speaks the decision now', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.ask({ kind: 'plan' });
    rig.do((agent) => agent.flushed({ channel: 's', scope: 'session' }, rig.now));
    expect(rig.unread()).toEqual(['Plan ready.']);
    expect(rig.lines).toContain(
      'agent control channel=s plan: spoken now: the summary it waited for was flushed',
    );
  });

  test('each state has its words', () => {
    const rig = rigOf();
    out(rig, 'a');
    const job = out(rig, 's');
    rig.summarized('Recap.', job);
    rig.stream(longText('Late'));
    rig.tick(600);
    rig.stream(longText('Later'));
    rig.start();
    expect(rig.lines).toContain(
      'agent turn_start channel=s summary: cancelled (turn_start): 1 summary in flight, ' +
        '1 summary waiting for the earlier ones, the settle window',
    );
  });

  test('what was recorded has its own', () => {
    const rig = rigOf();
    rig.stream('One. Two.');
    rig.start();
    expect(rig.lines).toContain(
      'agent turn_start channel=s prose: dropped: 2 chunk(s) kept for the summary (turn_start)',
    );
  });

  test('the next one goes on', () => {
    const rig = rigOf();
    out(rig, 'a');
    const b = out(rig, 'b');
    rig.summarized('B.', b);
    rig.start({}, 'a');
    expect(rig.unread('b')).toEqual(['B.']);
  });

  test('stop of another channel does not', () => {
    const rig = rigOf();
    out(rig);
    rig.do((agent) => agent.stopped('other', rig.now));
    expect(rig.canceled).toEqual([]);
  });
});

describe('muted', () => {
  test('no summary is made, the text is stored', () => {
    const rig = rigOf({ mute_level: 1 });
    rig.stream(longText('It'));
    rig.end();
    expect(rig.jobs).toEqual([]);
    expect(rig.floor.get('s', 'It')).toMatchObject({ stored: true });
    expect(rig.lines).toContain(
      'agent turn_end channel=s summary: not made: mute level 1, the prose is stored as it is',
    );
  });

  test('nor before a decision', () => {
    const rig = rigOf({ mute_level: 1 });
    rig.stream(longText('It'));
    rig.ask({ kind: 'plan' });
    expect(rig.jobs).toEqual([]);
    expect(rig.floor.added.every(({ stored }) => stored)).toBe(true);
    expect(rig.batch().at(-1)).toBe('Plan ready.');
  });

  test('one that lands is stored', () => {
    const rig = rigOf();
    out(rig);
    rig.set({ mute_level: 1 });
    rig.summarized('Recap.');
    expect(rig.floor.get('s', 'Recap')).toMatchObject({ stored: true });
  });

  test('one that lands after unmuting is read', () => {
    const rig = rigOf();
    out(rig);
    rig.set({ mute_level: 1 });
    rig.set({ mute_level: 0 });
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.']);
  });

  test('a settle window that ends after unmuting makes one', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.end();
    rig.set({ mute_level: 1 });
    rig.tick(300);
    rig.set({ mute_level: 0 });
    rig.tick(300);
    expect(rig.jobs).toHaveLength(1);
  });

  test('one that ends while muted stores the text', () => {
    const rig = rigOf();
    rig.stream(longText('It'));
    rig.end();
    rig.set({ mute_level: 1 });
    rig.tick(600);
    expect(rig.jobs).toEqual([]);
    expect(rig.floor.get('s', 'It')).toMatchObject({ stored: true });
  });
});

describe('set in the middle', () => {
  test('on: what was held is a part of the summary', () => {
    const rig = new Rig();
    rig.stream(longText('It'));
    rig.set({ summaries: rig.summaries() });
    rig.end();
    rig.tick(600);
    expect(rig.jobs[0]!.text).toBe(longText('It'));
  });

  test('off: what was recorded is read as read_mode says', () => {
    const rig = rigOf({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.set({ summaries: rig.summaries({ enabled: false }) });
    expect(rig.unread()).toEqual(['One.']);
  });

  test('on in the middle of a sentence: it is a part of the summary, what was read is not', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Alpha is first. Beta is it', { index: 0 });
    rig.set({ summaries: rig.summaries() });
    rig.stream(` too. ${longText('It')}`, { index: 1, final: true });
    rig.end();
    rig.tick(600);
    expect(rig.unread()).toEqual(['Alpha is first.']);
    expect(rig.jobs[0]!.text).toMatch(/^Beta is it too\. It goes on\. It/);
  });

  test('the next block is recorded as it was written', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Alpha is first. Beta is it', { index: 0 });
    rig.set({ summaries: rig.summaries() });
    rig.stream(' too. ', { index: 1, final: true });
    const text = longText('**It**');
    rig.stream(text.replaceAll(' ', '  '));
    rig.end();
    rig.tick(600);
    expect(rig.jobs[0]!.text).toBe(`Beta is it too. ${text.replaceAll(' ', '  ')}`);
  });

  test('on after what minqueue released: what is held is a part of it', () => {
    const rig = new Rig({ read_mode: 'queue', minqueue: 2 });
    rig.stream('One. Two. Three. Four', { index: 0 });
    rig.set({ summaries: rig.summaries() });
    rig.stream(` is it. ${longText('It')}`, { index: 1, final: true });
    rig.end();
    rig.tick(600);
    expect(rig.unread()).toEqual(['One.', 'Two.']);
    expect(rig.jobs[0]!.text).toMatch(/^Three\. Four is it\. It goes on\./);
  });

  test('off in the middle of a sentence: it is read whole', () => {
    const rig = rigOf({ read_mode: 'immediate' });
    rig.stream('Alpha is first. Beta is it', { index: 0 });
    rig.set({ summaries: rig.summaries({ enabled: false }) });
    rig.stream(' too. ', { index: 1, final: true });
    expect(rig.unread()).toEqual(['Alpha is first.', 'Beta is it too.']);
  });

  test('off and on again in the middle of a sentence', () => {
    const rig = rigOf({ read_mode: 'immediate' });
    rig.stream('Alpha is first. Beta is it', { index: 0 });
    rig.set({ summaries: rig.summaries({ enabled: false }) });
    rig.set({ summaries: rig.summaries() });
    rig.stream(` too. ${longText('It')}`, { index: 1, final: true });
    rig.end();
    rig.tick(600);
    expect(rig.unread()).toEqual(['Alpha is first.']);
    expect(rig.jobs[0]!.text).toMatch(/^Beta is it too\. It goes on\./);
  });

  test('a sentence that began in a flushed reply is a part of the next summary', () => {
    const rig = rigOf();
    rig.end();
    rig.do((agent) => agent.flushed({ channel: 's', scope: 'session' }, rig.now));
    rig.stream('Alpha is first. Beta is it', { index: 0 });
    rig.tool();
    rig.stream(` too. ${longText('It')}`, { index: 1, final: true });
    rig.end();
    rig.tick(600);
    expect(rig.jobs[0]!.text).toMatch(/^Beta is it too\. It goes on\./);
  });

  test('unmuted in the middle of a late sentence: it is a part of the summary', () => {
    const rig = rigOf({ mute_level: 1 });
    rig.end();
    rig.stream('Alpha is first. Beta is it', { index: 0 });
    rig.set({ mute_level: 0 });
    rig.stream(` too. ${longText('It')}`, { index: 1, final: true });
    rig.tick(600);
    expect(rig.jobs[0]!.text).toMatch(/^Beta is it too\. It goes on\./);
  });

  test('off while one is out: it is still read', () => {
    const rig = rigOf();
    out(rig);
    rig.set({ summaries: rig.summaries({ enabled: false }) });
    rig.stream('Late.');
    rig.summarized('Recap.');
    expect(rig.unread()).toEqual(['Recap.', 'Late.']);
  });
});
