/** Mute, stop, flush and close: what goes, what stays. */
import { describe, expect, test } from 'vitest';
import { longText, Rig } from './fixtures/rig.ts';

const flush = (rig: Rig, channel: string | null, scope: 'session' | 'all' = 'session') =>
  rig.do((agent) => agent.flushed({ channel, scope }, rig.now));

describe('mute_level', () => {
  test.each([1, 2] as const)('%i drops what is queued, of every channel', (mute_level) => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.stream('Two.', {}, 'other');
    rig.set({ mute_level });
    expect(rig.floor.log).toEqual(['drop s mute: One.', 'drop other mute: Two.']);
    expect(rig.lines).toContain('agent set wipe reason=mute');
  });

  test('0 drops nothing', () => {
    const rig = new Rig({ read_mode: 'immediate', mute_level: 1 });
    rig.set({ mute_level: 0 });
    rig.stream('One.');
    rig.set({ mute_level: 0 });
    expect(rig.unread()).toEqual(['One.']);
  });

  test('text is stored, never read on its own', () => {
    const rig = new Rig({ read_mode: 'immediate', mute_level: 2 });
    rig.stream('One.');
    expect(rig.floor.get('s', 'One')).toMatchObject({ stored: true, heard: true });
    expect(rig.lines).toContain('agent stream channel=s store kind=prose entry=1 muted=2');
  });

  test('decisions too', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.ask({ kind: 'plan' });
    expect(rig.lines).toContain('agent ask channel=s store kind=plan entry=1 decision muted=1');
  });

  test('the rules of the mode run on', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.stream('One.');
    expect(rig.batch()).toEqual([]);
    rig.end();
    expect(rig.batch()).toEqual(['One.']);
  });

  test('text held while muted is read by a turn end after unmuting', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.stream('One.');
    rig.set({ mute_level: 0 });
    rig.end();
    expect(rig.unread()).toEqual(['One.']);
  });

  test('a question waits also when muted', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.ask({ kind: 'permission', text: 'Run?' });
    expect(rig.batch()).toEqual(['Ok?']);
  });
});

describe('stop', () => {
  test('without a channel drops what every session holds', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.stream('Two.', {}, 'other');
    rig.do((agent) => agent.stopped(null, rig.now));
    rig.end();
    rig.end({}, 'other');
    expect(rig.floor.added).toEqual([]);
    expect(rig.lines).toContain('agent control wipe reason=stop');
    expect(rig.lines).toContain(
      'agent control channel=s prose: dropped: 1 held chunk(s) (stop, read_mode done)',
    );
  });

  test('and keeps the message', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.do((agent) => agent.stopped(null, rig.now));
    expect(rig.floor.log).toEqual([]);
  });

  test('with one, what that session holds, and ends its message', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.stream('Two.', {}, 'other');
    rig.do((agent) => agent.stopped('s', rig.now));
    rig.end();
    rig.end({}, 'other');
    expect(rig.floor.added.map(({ text }) => text)).toEqual(['Two.']);
    expect(rig.floor.log).toContain('endMessage s');
  });

  test('the rest of the turn is read', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.do((agent) => agent.stopped(null, rig.now));
    rig.stream('Two.');
    rig.end();
    expect(rig.unread()).toEqual(['Two.']);
  });

  test('a question goes on waiting', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.do((agent) => agent.stopped(null, rig.now));
    rig.ask({ kind: 'permission' });
    expect(rig.earcons).toEqual(['choice']);
  });
});

describe('flush', () => {
  test('drops what is held and the rest of the reply', () => {
    const rig = new Rig();
    rig.stream('Held.');
    flush(rig, 's');
    rig.stream('Rest.');
    rig.end();
    rig.stream('Late.');
    expect(rig.floor.added).toEqual([]);
    expect(rig.lines).toContain('agent control channel=s wipe reason=flush');
    expect(rig.lines).toContain(
      'agent control channel=s prose: dropped: 1 held chunk(s) (flush, read_mode done)',
    );
    expect(rig.lines).toContain('agent stream channel=s prose: dropped: flushed reply');
  });

  test('code too', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.stream('One.');
    flush(rig, 's');
    rig.stream('```\na\n```');
    expect(rig.lines).toContain('agent stream channel=s code: dropped: flushed reply');
  });

  test('its tools are not announced', () => {
    const rig = new Rig({ verbosity: 'everything' });
    rig.stream('One.');
    flush(rig, 's');
    rig.tool();
    expect(rig.floor.added).toEqual([]);
    expect(rig.lines).toContain('agent tool channel=s tool: not announced: flushed reply');
  });

  test('it makes no summary', () => {
    const rig = new Rig();
    rig.set({ summaries: rig.summaries() });
    rig.stream('One.');
    flush(rig, 's');
    rig.stream(longText('It'));
    rig.end();
    rig.tick(1_000);
    expect(rig.jobs).toEqual([]);
  });

  test('a reply of final is skipped', () => {
    const rig = new Rig({ read_mode: 'final' });
    rig.stream('One.');
    flush(rig, 's');
    rig.end({ reply: 'Reply.' });
    expect(rig.floor.added).toEqual([]);
  });

  test('turn_done still plays', () => {
    const rig = new Rig();
    rig.stream('One.');
    flush(rig, 's');
    rig.end();
    expect(rig.earcons).toEqual(['turn_done']);
  });

  test.each(['question', 'permission', 'plan'] as const)('a later %s is read', (kind) => {
    const rig = new Rig();
    rig.stream('One.');
    flush(rig, 's');
    rig.ask({ kind, text: 'Now?' });
    expect(rig.unread()).toHaveLength(1);
    rig.stream('Rest.');
    rig.end();
    expect(rig.unread()).toHaveLength(1);
  });

  test('what follows is a new message', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.floor.drop('s', 'flush');
    flush(rig, 's');
    rig.ask({ kind: 'plan' });
    expect(rig.batch()).toEqual(['Plan ready.']);
  });

  test('a question keeps its mark', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    flush(rig, 's');
    rig.ask({ kind: 'permission' });
    expect(rig.earcons).toEqual(['choice']);
  });

  test.each([
    ['turn_start', (rig: Rig) => rig.start()],
    ['a tool after the turn end', (rig: Rig) => (rig.end(), rig.tool())],
    ['a decision after the turn end', (rig: Rig) => (rig.end(), rig.ask({ kind: 'plan' }))],
  ])('%s ends it', (_, act) => {
    const rig = new Rig();
    rig.stream('One.');
    flush(rig, 's');
    act(rig);
    rig.stream('New.');
    rig.end();
    expect(rig.unread()).toContain('New.');
  });

  test.each([
    ['a tool', (rig: Rig) => rig.tool()],
    ['an answer', (rig: Rig) => rig.answered()],
  ])('%s before the turn end does not', (_, act) => {
    const rig = new Rig();
    rig.stream('One.');
    flush(rig, 's');
    act(rig);
    rig.stream('Rest.');
    rig.end();
    expect(rig.floor.added).toEqual([]);
  });

  test('a channel without a session is nothing of the agent', () => {
    const rig = new Rig();
    expect(flush(rig, 'host')).toEqual({ others: [] });
    rig.stream('One.', {}, 'host');
    rig.end({}, 'host');
    expect(rig.unread('host')).toEqual(['One.']);
  });

  test('scope session leaves the others', () => {
    const rig = new Rig();
    rig.stream('One.');
    rig.stream('Two.', {}, 'other');
    rig.end({}, 'other');
    expect(flush(rig, 's')).toEqual({ others: [] });
    expect(rig.unread('other')).toEqual(['Two.']);
  });
});

describe('flush with scope all', () => {
  function three(): Rig {
    const rig = new Rig({ read_mode: 'immediate' });
    for (const channel of ['s', 'ended', 'writing']) rig.stream(`In ${channel}.`, {}, channel);
    rig.end({}, 'ended');
    rig.floor.ensure('host');
    rig.floor.add('host', {
      chunks: [{ text: 'Host.' }],
      kind: 'speak',
      from: 'speak',
      source: 'host',
    });
    return rig;
  }

  test('the sessions whose turn ended lose their text, and channels without a session', () => {
    const rig = three();
    expect(flush(rig, 's', 'all')).toEqual({ others: ['ended', 'host'] });
    expect(rig.unread('ended')).toEqual([]);
    expect(rig.unread('host')).toEqual([]);
  });

  test('one still writing keeps everything', () => {
    const rig = three();
    flush(rig, 's', 'all');
    rig.stream('More.', {}, 'writing');
    expect(rig.unread('writing')).toEqual(['In writing.', 'More.']);
  });

  test('also when nothing was being read', () => {
    expect(flush(three(), null, 'all')).toEqual({ others: ['ended', 'host'] });
  });

  test('the late text of what was dropped is skipped', () => {
    const rig = three();
    flush(rig, 's', 'all');
    rig.stream('Late.', {}, 'ended');
    expect(rig.unread('ended')).toEqual([]);
    rig.start({}, 'ended');
    rig.stream('New.', {}, 'ended');
    expect(rig.unread('ended')).toEqual(['New.']);
  });

  test('not of a session that had nothing', () => {
    const rig = three();
    rig.hear('ended');
    expect(flush(rig, 's', 'all')).toEqual({ others: ['host'] });
    rig.stream('Late.', {}, 'ended');
    expect(rig.unread('ended')).toEqual(['Late.']);
  });

  test('a turn that began anew is being written', () => {
    const rig = three();
    rig.start({}, 'ended');
    rig.stream('New.', {}, 'ended');
    expect(flush(rig, 's', 'all')).toEqual({ others: ['host'] });
  });

  test('summaries go, and their decisions are read now', () => {
    const rig = new Rig();
    rig.set({ summaries: rig.summaries() });
    rig.stream(longText('It'));
    rig.ask({ kind: 'plan' });
    rig.end();
    expect(flush(rig, null, 'all')).toEqual({ others: ['s'] });
    expect(rig.canceled).toHaveLength(1);
    expect(rig.unread()).toEqual(['Plan ready.']);
  });

  test('a session still writing keeps its summary', () => {
    const rig = new Rig();
    rig.set({ summaries: rig.summaries() });
    rig.stream(longText('It'));
    rig.ask({ kind: 'plan' });
    expect(flush(rig, null, 'all')).toEqual({ others: [] });
    expect(rig.canceled).toEqual([]);
  });
});

describe('a closed channel', () => {
  test('loses what it held', () => {
    const rig = new Rig();
    rig.stream('Held.');
    rig.floor.channels.delete('s');
    rig.do((agent) => agent.closed('s', rig.now));
    rig.end();
    expect(rig.floor.added).toEqual([]);
  });

  test('leaves no timer', () => {
    const rig = new Rig();
    rig.stream('Two.', { index: 1 });
    rig.do((agent) => agent.closed('s', rig.now));
    expect([...rig.timers]).toEqual([]);
  });
});
