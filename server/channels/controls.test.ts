/** next_channel, flush, back, restart and stop. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Rig } from './fixtures/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
const next = () => rig.act((channels) => channels.nextChannel());
const label = (...ids: string[]) => {
  for (const id of ids)
    rig.channels.openChannel({ channel: id, label: id.toUpperCase(), policy: 'queue' });
};
const unknown = expect.objectContaining({ code: 'E_NOT_FOUND' });

describe('next_channel', () => {
  it('is null when no channel is open', () => {
    expect(next()).toEqual({ channel: null });
  });

  it('cuts the item, announces the target and reads what it has unread', () => {
    label('a', 'b');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    expect(next()).toEqual({ channel: 'b' });
    rig.hear();
    expect(rig.begun).toEqual(['a: one', 'announce b: B.', 'b: two']);
  });

  it('cuts text without a channel', () => {
    label('a');
    rig.speak('a', 'one');
    rig.hearAll();
    rig.direct('x');
    next();
    expect(rig.says).toBe('announce a: A, reading again.');
  });

  it('replays a target that is heard', () => {
    label('a', 'b');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hearAll();
    expect(next()).toEqual({ channel: 'a' });
    expect(rig.says).toBe('announce a: A, reading again.');
    rig.hear();
    expect(rig.says).toBe('a: one');
  });

  it('with one heard channel replays it', () => {
    label('a');
    rig.speak('a', 'one');
    rig.hearAll();
    next();
    rig.hearAll();
    expect(rig.begun.slice(1)).toEqual(['announce a: A, reading again.', 'a: one']);
  });

  it('on the channel being read replays it from the top', () => {
    label('a');
    rig.speak('a', 'one');
    rig.speak('a', 'two');
    rig.hear();
    next();
    rig.hearAll();
    expect(rig.begun.slice(2)).toEqual(['announce a: A, reading again.', 'a: one', 'a: two']);
  });

  it('is announced also before anything was read', () => {
    label('a');
    rig.add('a', 'stored', {}, { stored: true });
    next();
    expect(rig.says).toBe('announce a: A, reading again.');
  });

  it('skips channels with nothing to hear', () => {
    label('a', 'b', 'c');
    rig.speak('a', 'one');
    rig.speak('c', 'three');
    expect(next()).toEqual({ channel: 'c' });
  });

  it('lands on an empty one when all are empty, and says its label', () => {
    label('a', 'b');
    expect(next()).toEqual({ channel: 'a' });
    expect(rig.begun).toEqual(['announce a: A.']);
    expect(next()).toEqual({ channel: 'b' });
  });

  it('goes on from a channel of which nothing was said or read', () => {
    for (const id of ['a', 'b']) rig.channels.ensure(id);
    next();
    expect([next(), rig.begun]).toEqual([{ channel: 'b' }, []]);
  });

  it('the channel returned to is no longer one that was left', () => {
    for (const id of ['a', 'b']) rig.speak(id, id);
    next();
    next();
    rig.speak('c', 'now', { interrupt: true });
    rig.hearAll();
    expect(rig.heard).toEqual(['c: now', 'a: a']);
  });

  it('skips muted channels', () => {
    label('a', 'b', 'c');
    for (const id of ['a', 'b', 'c']) rig.speak(id, id);
    rig.channels.setPrefs({ channel: 'b', muted: true });
    expect(next()).toEqual({ channel: 'c' });
  });

  it('lands on a muted one when all are muted, and reads nothing of it', () => {
    label('a', 'b');
    for (const id of ['a', 'b']) {
      rig.speak(id, id);
      rig.act((channels) => channels.setPrefs({ channel: id, muted: true }));
    }
    expect(next()).toEqual({ channel: 'a' });
    rig.hearAll();
    expect(rig.begun).toEqual(['a: a', 'announce b: B.', 'announce a: A.']);
  });

  it('a message cut by it is read again when the user returns', () => {
    label('a', 'b');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    next();
    next();
    rig.hearAll();
    expect(rig.begun.slice(1)).toEqual(['announce b: B.', 'announce a: A.', 'a: one']);
  });

  it('unread messages resume where they stopped', () => {
    label('a', 'b');
    for (const text of ['1', '2', '3']) rig.speak('a', text);
    rig.speak('b', 'two');
    rig.hear();
    next();
    next();
    rig.hear();
    expect(rig.says).toBe('a: 2');
  });

  it('returning to a replay in progress replays it from the top', () => {
    label('a', 'b');
    for (const text of ['1', '2']) rig.speak('a', text);
    rig.speak('b', 'two');
    rig.hear();
    rig.act((channels) => channels.restart());
    rig.hear();
    next();
    next();
    expect(rig.says).toBe('announce a: A, reading again.');
    rig.hear();
    expect(rig.says).toBe('a: 1');
  });

  it('the channel left is not resumed on its own', () => {
    label('a', 'b');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    next();
    rig.hearAll();
    expect(rig.begun).toEqual(['a: one', 'announce b: B.', 'b: two']);
  });

  it('the channel left is resumed when it gets a new message', () => {
    label('a', 'b');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    next();
    rig.speak('a', 'three');
    rig.hearAll();
    expect(rig.heard.slice(-2)).toEqual(['a: one', 'a: three']);
  });

  it('the channel left is not resumed for text that is stored', () => {
    label('a', 'b');
    rig.add('a', 'one');
    rig.speak('b', 'two');
    next();
    rig.add('a', 'three', {}, { stored: true });
    rig.hearAll();
    expect(rig.says).toBeNull();
    expect(rig.heard).not.toContain('a: one');
  });

  it('starts from where the closed channel that read last stood', () => {
    label('a', 'b', 'c');
    for (const id of ['a', 'b', 'c']) rig.add(id, id, {}, { stored: true });
    next();
    next();
    rig.act((channels) => channels.closeChannel('b'));
    expect(next()).toEqual({ channel: 'c' });
  });

  it('ends the hold of a replay', () => {
    label('a', 'b');
    for (const text of ['1', '2']) rig.speak('a', text);
    rig.hearAll();
    rig.act((channels) => channels.restart());
    rig.speak('b', 'two');
    next();
    rig.hear();
    expect(rig.says).toBe('b: two');
  });
});

describe('flush', () => {
  const flush = () => rig.act((channels) => channels.flush());

  it('of a message skips its channel and reads the next one', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.add('b', 'b');
    expect(flush()).toEqual({ flushed: 'channel', channel: 'a' });
    expect(rig.says).toBe('b: b');
    expect(rig.traces()).toEqual([
      'drop channel=a entry=1 item=1 (cut while read) kind=prose from=stream reason=flush',
      'drop channel=a entry=2 kind=prose from=stream reason=flush',
    ]);
  });

  it('of an announcement skips the channel it names', () => {
    label('a', 'b', 'c');
    for (const id of ['a', 'b', 'c']) rig.speak(id, id);
    rig.hear();
    expect(flush()).toEqual({ flushed: 'announcement', channel: 'b' });
    expect(rig.says).toBe('announce c: C.');
  });

  it('of an announcement that waits for its chime skips the channel too', () => {
    rig.settings.agent = true;
    label('a', 'b');
    for (const id of ['a', 'b']) rig.speak(id, id);
    rig.hear();
    expect(flush()).toEqual({ flushed: 'announcement', channel: 'b' });
    rig.hearAll();
    expect(rig.begun).toEqual(['a: a']);
  });

  it('of text without a channel during a chime skips only that text', () => {
    rig.settings.agent = true;
    label('a', 'b');
    for (const id of ['a', 'b']) rig.speak(id, id);
    rig.hear();
    rig.direct('x');
    expect(flush()).toEqual({ flushed: 'direct', channel: null });
  });

  it('of text without a channel skips only that', () => {
    rig.direct('x');
    rig.speak('a', 'one');
    expect(flush()).toEqual({ flushed: 'direct', channel: null });
    expect(rig.says).toBe('a: one');
  });

  it('of nothing changes nothing', () => {
    rig.add('a', 'one', {}, { stored: true });
    expect(flush()).toEqual({ flushed: 'nothing', channel: null });
  });

  it('resumes a paused reader', () => {
    rig.speak('a', 'one');
    rig.paused = true;
    flush();
    expect(rig.of('resume')).toHaveLength(1);
  });

  it('ends the message: what comes next is a new one', () => {
    rig.add('a', 'one');
    flush();
    rig.add('a', 'two');
    expect(rig.channels.entries('a').map((entry) => entry.id)).toEqual([2]);
  });
});

describe('back', () => {
  const back = () => rig.act((channels) => channels.back());

  it('is one chunk back within an item', () => {
    rig.speak('a', ['one', 'two']);
    rig.current!.chunk = 1;
    expect(back()).toEqual({ channel: 'a', to: 'chunk' });
    expect(rig.of('previous')).toHaveLength(1);
  });

  it('is the message before, and the rest follows', () => {
    for (const text of ['1', '2', '3']) rig.add('a', text);
    rig.hear();
    expect(back()).toEqual({ channel: 'a', to: 'entry' });
    rig.hearAll();
    expect(rig.begun).toEqual(['a: 1', 'a: 2', 'a: 1', 'a: 2', 'a: 3']);
  });

  it('is the first section again where none is before', () => {
    rig.speak('a', 'one');
    expect(back()).toEqual({ channel: 'a', to: 'first' });
    expect(rig.of('restart_item')).toHaveLength(1);
  });

  it('is a replay while idle', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.hearAll();
    expect(back()).toEqual({ channel: null, to: 'replay' });
    rig.hearAll();
    expect(rig.heard).toEqual(['a: 1', 'a: 2', 'a: 1', 'a: 2']);
  });
});

describe('restart without a channel', () => {
  const restart = () => rig.act((channels) => channels.restart());

  it('replays the batch being read from the top, without an announcement', () => {
    label('a');
    for (const text of ['1', '2']) rig.speak('a', text);
    rig.hear();
    restart();
    rig.hearAll();
    expect(rig.begun).toEqual(['a: 1', 'a: 2', 'a: 1', 'a: 2']);
  });

  it('starts the first message again in its place', () => {
    rig.speak('a', 'one');
    restart();
    expect(rig.of('restart_item')).toHaveLength(1);
    expect(rig.begun).toEqual(['a: one']);
  });

  it('replays the batch of the channel that read last while idle', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.hearAll();
    restart();
    expect(rig.says).toBe('a: 1');
  });

  it('replays without an announcement after stop', () => {
    label('a');
    for (const text of ['1', '2']) rig.speak('a', text);
    rig.stop();
    restart();
    rig.hearAll();
    expect(rig.begun).toEqual(['a: 1', 'a: 1', 'a: 2']);
  });

  it('before any channel was read takes the focused one', () => {
    for (const id of ['a', 'b']) rig.add(id, id, {}, { stored: true });
    rig.channels.focus('a');
    restart();
    expect(rig.says).toBe('a: a');
  });

  it('before any channel was read or focused takes the one written last', () => {
    for (const id of ['a', 'b']) rig.add(id, id, {}, { stored: true });
    restart();
    expect(rig.says).toBe('b: b');
  });

  it('reads nothing when the batch of the channel that read last is empty', () => {
    const entry = rig.decide('a', 'yes or no');
    rig.hearAll();
    rig.channels.takeOut('a', 'answered', (each) => each.id === entry);
    restart();
    expect([rig.says, rig.of('restart_item')]).toEqual([null, []]);
  });

  it("is the reader's own while text without a channel is read", () => {
    rig.direct('x');
    restart();
    expect(rig.of('restart_item')).toHaveLength(1);
  });

  it("is the reader's own while no channel has anything", () => {
    rig.direct('x');
    rig.hear();
    restart();
    expect(rig.of('restart_item')).toHaveLength(1);
  });

  it('does not have the reader repeat the cut item of a closed channel', () => {
    rig.speak('a', 'one');
    rig.act((channels) => channels.closeChannel('a'));
    restart();
    expect(rig.of('restart_item')).toEqual([]);
  });

  it('takes another channel when the one that read last is closed', () => {
    rig.speak('a', 'one');
    rig.hear();
    rig.add('b', 'two', {}, { stored: true });
    rig.channels.closeChannel('a');
    restart();
    expect(rig.says).toBe('b: two');
  });

  it('does not have the reader repeat an item of a closed channel', () => {
    rig.speak('a', 'one');
    rig.hear();
    rig.channels.closeChannel('a');
    restart();
    expect(rig.of('restart_item')).toEqual([]);
  });
});

describe('restart with a channel', () => {
  const restart = (id: string) => rig.act((channels) => channels.restart(id));

  it('being read goes back to the start of its item', () => {
    rig.speak('a', ['one', 'two']);
    rig.current!.chunk = 1;
    restart('a');
    expect([rig.current!.chunk, rig.begun.length]).toEqual([0, 1]);
  });

  it('else cuts the item, announces and replays from the top', () => {
    label('a', 'b');
    rig.add('b', 'two', {}, { stored: true });
    rig.speak('a', 'one');
    restart('b');
    rig.hear();
    expect(rig.begun).toEqual(['a: one', 'announce b: B, reading again.', 'b: two']);
  });

  it('reads what it cut again afterwards', () => {
    rig.add('b', 'two', {}, { stored: true });
    rig.speak('a', 'one');
    restart('b');
    rig.hearAll();
    expect(rig.heard).toEqual(['b: two', 'a: one']);
  });

  it('of an empty or a muted channel changes nothing', () => {
    label('b', 'c');
    rig.add('c', 'x', {}, { stored: true });
    rig.channels.setPrefs({ channel: 'c', muted: true });
    rig.speak('a', 'one');
    restart('b');
    restart('c');
    expect(rig.begun).toEqual(['a: one']);
  });

  it('of an unknown one is E_NOT_FOUND', () => {
    expect(() => restart('x')).toThrow(unknown);
  });
});

describe('the hold of a replay', () => {
  beforeEach(() => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.hearAll();
    rig.act((channels) => channels.restart());
  });

  it('keeps a decision of another channel out to its end', () => {
    rig.decide('b', 'yes or no');
    rig.add('c', 'text');
    rig.hearAll();
    expect(rig.heard.slice(2)).toEqual(['a: 1', 'a: 2', 'b: yes or no', 'c: text']);
  });

  it('reads also what is stored meanwhile', () => {
    rig.add('a', '3', {}, { stored: true });
    rig.hearAll();
    expect(rig.heard.at(-1)).toBe('a: 3');
  });

  it('is over when what the batch had is read: text stored later is not read', () => {
    rig.hear();
    rig.hear();
    rig.add('a', '3', {}, { stored: true });
    expect(rig.says).toBeNull();
  });

  it('ends with a turn_start of its session', () => {
    rig.act((channels) => channels.drop('a', 'turn_start'));
    expect([rig.says, rig.channels.queued()]).toEqual([null, 0]);
  });

  it('what was heard before is dropped without a line', () => {
    rig.act((channels) => channels.flush());
    expect([rig.says, rig.traces()]).toEqual([null, []]);
  });

  it('ends with an interrupt into another channel, and is read again after it', () => {
    rig.speak('b', 'now', { interrupt: true });
    rig.hearAll();
    expect(rig.heard.slice(2)).toEqual(['b: now', 'a: 1', 'a: 2']);
  });

  it('ends with muting', () => {
    rig.act((channels) => channels.setPrefs({ channel: 'a', muted: true }));
    rig.act((channels) => channels.setPrefs({ channel: 'a', muted: false }));
    expect([rig.says, rig.channels.queued()]).toEqual([null, 0]);
  });

  it('is not ended by a new message of policy latest, which follows it', () => {
    rig.speak('a', 'new');
    rig.hearAll();
    expect(rig.heard.slice(2)).toEqual(['a: 1', 'a: 2', 'a: new']);
  });
});

describe('stop', () => {
  it('without a channel skips every channel to its end', () => {
    for (const id of ['a', 'b']) rig.speak(id, id);
    rig.stop();
    expect([rig.says, rig.channels.queued()]).toEqual([null, 0]);
    expect(rig.traces()).toEqual([
      'drop channel=a entry=1 item=1 (cut while read) reason=stop',
      'drop channel=b entry=2 reason=stop',
    ]);
  });

  it('without a channel reads new messages as usual', () => {
    rig.speak('a', 'one');
    rig.stop();
    rig.speak('a', 'two');
    expect(rig.says).toBe('a: two');
  });

  it('without a channel keeps the message going on', () => {
    rig.add('a', 'one');
    rig.stop();
    rig.add('a', 'two');
    expect(rig.channels.entries('a')).toHaveLength(2);
  });

  it('with the channel being read cuts its item', () => {
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.act((channels) => channels.stop('a'));
    expect(rig.says).toBe('b: two');
  });

  it('with another channel leaves what is read', () => {
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.act((channels) => channels.stop('b'));
    rig.hearAll();
    expect(rig.begun).toEqual(['a: one']);
  });

  it('with a channel cuts its announcement', () => {
    label('a', 'b');
    for (const id of ['a', 'b']) rig.speak(id, id);
    rig.hear();
    rig.act((channels) => channels.stop('b'));
    expect(rig.says).toBeNull();
  });

  it('of an unknown one is E_NOT_FOUND', () => {
    expect(() => rig.channels.stop('x')).toThrow(unknown);
  });
});
