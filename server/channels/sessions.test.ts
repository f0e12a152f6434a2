/** What the agent needs: growing messages, background sessions; and the user's preferences. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_PREFS } from './preferences.ts';
import { message, Rig } from './fixtures/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
const texts = (channel: string) =>
  rig.channels.entries(channel).map((entry) => entry.chunks[0]!.text);

describe('add', () => {
  it('grows the message also after it was caught up', () => {
    rig.add('a', 'one');
    rig.hearAll();
    rig.add('a', 'two');
    expect(texts('a')).toEqual(['one', 'two']);
  });

  it('after endMessage starts a new one', () => {
    rig.add('a', 'one');
    rig.hearAll();
    rig.channels.endMessage('a');
    rig.add('a', 'two');
    expect(texts('a')).toEqual(['two']);
  });

  it('keeps an ended message until all of it is heard', () => {
    rig.add('a', 'one');
    rig.channels.endMessage('a');
    rig.add('a', 'two');
    expect(texts('a')).toEqual(['one', 'two']);
    rig.hear();
    expect(texts('a')).toEqual(['two']);
  });

  it('reads every text whatever the policy', () => {
    for (const text of ['1', '2', '3']) rig.add('a', text);
    rig.hearAll();
    expect(rig.heard).toHaveLength(3);
  });

  it('stored is heard from the start and never read on its own', () => {
    rig.add('a', 'one', {}, { stored: true });
    expect(rig.says).toBeNull();
    expect(rig.channels.entries('a')[0]).toMatchObject({ heard: true, stored: true });
  });

  it('takes a label for a channel that has none', () => {
    rig.channels.ensure('a', 'First');
    rig.channels.ensure('a', 'Second');
    expect(rig.channels.nameOf('a')).toBe('First');
  });
});

describe('drop and takeOut', () => {
  it('drop cuts the item being read only if it is one of them', () => {
    const [one] = [rig.add('a', 'one'), rig.add('a', 'two')];
    rig.act((channels) => channels.drop('a', 'answered', (entry) => entry.id !== one));
    expect(rig.says).toBe('a: one');
  });

  it('drop says how many and keeps them as heard', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    expect(rig.channels.drop('a', 'turn_start')).toBe(2);
    expect(rig.channels.entries('a').map((entry) => entry.heard)).toEqual([true, true]);
  });

  it('a cut item is not heard again', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.act((channels) => channels.drop('a', 'answered', (entry) => entry.id === 1));
    rig.hearAll();
    expect(rig.begun).toEqual(['a: 1', 'a: 2']);
  });

  it('takeOut removes heard messages without a line', () => {
    rig.add('a', 'one');
    rig.hearAll();
    rig.channels.takeOut('a', 'answered', () => true);
    expect([texts('a'), rig.channels.take()]).toEqual([[], []]);
  });

  it('takeOut cuts what is read', () => {
    rig.decide('a', 'yes or no');
    rig.act((channels) => channels.takeOut('a', 'answered', () => true));
    expect(rig.says).toBeNull();
    expect(rig.traces()).toEqual([
      'drop channel=a entry=1 item=1 (cut while read) kind=question from=ask reason=answered',
    ]);
  });
});

describe('withdraw', () => {
  it('takes messages back without a line, and says how many', () => {
    for (const text of ['1', '2', '3']) rig.add('a', text);
    const taken = rig.act((channels) => channels.withdraw('a', (entry) => entry.id > 1));
    expect([taken, texts('a'), rig.traces()]).toEqual([2, ['1'], []]);
  });

  it('cuts what is read', () => {
    rig.add('a', 'one');
    rig.act((channels) => channels.withdraw('a', () => true));
    expect(rig.says).toBeNull();
  });
});

describe('replayFrom', () => {
  it('cuts what is read and reads from that message on', () => {
    for (const text of ['1', '2', '3']) rig.add('a', text);
    rig.act((channels) => channels.replayFrom('a', 2));
    rig.hearAll();
    expect(rig.begun).toEqual(['a: 1', 'a: 2', 'a: 3']);
    expect(rig.heard).toEqual(['a: 2', 'a: 3']);
  });

  it('nothing preempts it', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.hearAll();
    rig.act((channels) => channels.replayFrom('a', 1));
    rig.decide('b', 'yes or no');
    rig.hearAll();
    expect(rig.heard.slice(2)).toEqual(['a: 1', 'a: 2', 'b: yes or no']);
  });

  it('is announced when it is a switch', () => {
    rig.channels.ensure('b', 'B');
    for (const text of ['1', '2']) rig.add('b', text, {}, { stored: true });
    rig.speak('a', 'one');
    rig.act((channels) => channels.replayFrom('b', 2));
    expect(rig.says).toBe('announce b: B.');
  });
});

describe('background_policy earcon_only', () => {
  beforeEach(() => {
    rig.settings.background = 'earcon_only';
    for (const id of ['a', 'b']) rig.channels.ensure(id);
    rig.channels.focus('a');
  });

  it('holds back text and decisions of the channels that are not focused', () => {
    rig.add('b', 'text');
    rig.decide('b', 'yes or no');
    expect([rig.says, rig.channels.queued()]).toEqual([null, 2]);
  });

  it('reads the focused one', () => {
    rig.add('a', 'text');
    expect(rig.says).toBe('a: text');
  });

  it('holds nothing back when no channel is focused', () => {
    rig.channels.closeChannel('a');
    rig.add('b', 'text');
    expect(rig.says).toBe('b: text');
  });

  it("reads a host's text and a summary, past what is held back", () => {
    rig.add('b', 'held');
    rig.speak('b', 'host', { mode: 'append' });
    rig.add('b', 'sum', { kind: 'summary', source: 'summary' });
    rig.hearAll();
    expect(rig.heard).toEqual(['b: host', 'b: sum']);
  });

  it('reads what waited when the user prompts that session', () => {
    rig.add('b', 'text');
    rig.act((channels) => channels.focus('b'));
    expect(rig.says).toBe('b: text');
  });

  it('reads it when the user switches there, and what comes while it is read', () => {
    rig.add('b', '1');
    rig.act((channels) => channels.nextChannel());
    rig.add('b', '2');
    rig.hearAll();
    expect(rig.heard).toEqual(['b: 1', 'b: 2']);
  });

  it('the one focused before finishes what it had, and no more', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.act((channels) => channels.focus('b'));
    rig.add('a', '3');
    rig.hearAll();
    expect(rig.heard).toEqual(['a: 1', 'a: 2']);
  });

  it('reads a replay', () => {
    rig.add('b', '1', {}, { stored: true });
    rig.add('b', '2', {}, { stored: true });
    rig.act((channels) => channels.restart('b'));
    rig.hearAll();
    expect(rig.heard).toEqual(['b: 1', 'b: 2']);
  });

  it('holds back again when another channel was read since the switch', () => {
    rig.add('b', '1');
    rig.act((channels) => channels.nextChannel());
    rig.hear();
    rig.add('a', '2');
    rig.add('b', '3');
    rig.hearAll();
    expect(rig.heard).toEqual(['b: 1', 'a: 2']);
  });

  it('reads a replay that was cut again', () => {
    rig.add('b', '1', {}, { stored: true });
    rig.act((channels) => channels.restart('b'));
    rig.speak('c', 'now', { interrupt: true });
    rig.hearAll();
    expect(rig.heard).toEqual(['c: now', 'b: 1']);
  });

  it('an interrupting host does not release the text that is held back', () => {
    rig.add('b', 'held');
    rig.speak('b', 'now', { interrupt: true, mode: 'append' });
    rig.hearAll();
    expect(rig.heard).toEqual(['b: now']);
  });
});

describe('a muted channel', () => {
  const mute = (channel: string, muted: boolean) =>
    rig.act((channels) => channels.setPrefs({ channel, muted }));

  it('waits unread, and is read when it is unmuted', () => {
    rig.channels.ensure('a');
    mute('a', true);
    rig.speak('a', 'one');
    expect([rig.says, rig.channels.queued()]).toEqual([null, 1]);
    mute('a', false);
    expect(rig.says).toBe('a: one');
  });

  it('has its item cut, and what waits behind it stays', () => {
    for (const text of ['1', '2']) rig.add('a', text);
    rig.add('b', 'b');
    mute('a', true);
    expect(rig.says).toBe('b: b');
    expect(rig.traces()).toEqual([
      'drop channel=a entry=1 item=1 (cut while read) kind=prose from=stream reason=muted',
    ]);
    mute('a', false);
    rig.hear();
    expect(rig.says).toBe('a: 2');
  });

  it('has its announcement cut', () => {
    rig.channels.ensure('b', 'B');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    mute('b', true);
    expect([rig.says, rig.channels.queued()]).toEqual([null, 1]);
  });

  it('does not read a decision', () => {
    rig.channels.ensure('a');
    mute('a', true);
    rig.decide('a', 'yes or no');
    expect(rig.says).toBeNull();
    rig.speak('b', 'two');
    expect(rig.says).toBe('b: two');
  });

  it('has no floor any more when it is unmuted', () => {
    rig.channels.ensure('b', 'B');
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.direct('x');
    mute('b', true);
    rig.decide('c', 'yes or no');
    mute('b', false);
    rig.hear();
    expect(rig.says).toBe('c: yes or no');
  });

  it('was muted in an earlier run', () => {
    rig = new Rig([['a', { muted: true }]]);
    rig.speak('a', 'one');
    expect(rig.says).toBeNull();
  });
});

describe('channel_prefs', () => {
  it('lists the open channels, then the saved, the most recent first', () => {
    rig = new Rig([
      ['old', { label: 'Old' }],
      ['new', { voice: 'v' }],
      ['b', { muted: true }],
    ]);
    rig.channels.openChannel({ channel: 'a', label: 'A', host_tab: '1' });
    rig.channels.ensure('b');
    rig.speak('a', 'x');
    const none = { client_label: null, host_tab: null, label: null, voice: null, muted: false };
    expect(rig.channels.prefsList()).toEqual([
      { ...none, channel: 'a', open: true, reading: true, client_label: 'A', host_tab: '1' },
      { ...none, channel: 'b', open: true, reading: false, muted: true },
      { ...none, channel: 'new', open: false, reading: false, voice: 'v' },
      { ...none, channel: 'old', open: false, reading: false, label: 'Old' },
    ]);
  });

  it('changes the fields given and clears with null', () => {
    rig.channels.setPrefs({ channel: 'a', label: 'A', voice: 'v' });
    rig.channels.setPrefs({ channel: 'a', label: null });
    expect(rig.channels.savedPrefs()).toEqual([['a', { voice: 'v' }]]);
  });

  it('asks to save only what changed', () => {
    rig.act((channels) => channels.setPrefs({ channel: 'a', label: 'A' }));
    rig.act((channels) => channels.setPrefs({ channel: 'a', label: 'A' }));
    expect(rig.of('prefs')).toHaveLength(1);
  });

  it('keeps the most recently changed ones', () => {
    for (let count = 0; count <= MOST_PREFS; count++)
      rig.channels.setPrefs({ channel: `c${count}`, label: 'x' });
    const kept = rig.channels.savedPrefs();
    expect([kept.length, kept[0]![0], kept.at(-1)![0]]).toEqual([MOST_PREFS, 'c1', 'c200']);
  });

  it("the user's label wins, and is shown with the messages", () => {
    rig.channels.setPrefs({ channel: 'a', label: 'Mine' });
    rig.channels.openChannel({ channel: 'a', label: 'Theirs' });
    rig.speak('a', 'x');
    expect(rig.handouts[0]!.label).toBe('Mine');
  });

  it("a message's own label is shown in place of the channel's", () => {
    rig.channels.ensure('a', 'A');
    rig.act((channels) => channels.speak('a', { ...message('x'), label: 'own' }));
    expect(rig.handouts[0]!.label).toBe('own');
  });

  it('the voice is what the messages are read with', () => {
    rig.channels.setPrefs({ channel: 'a', voice: 'v' });
    rig.act((channels) => channels.speak('a', { ...message('x'), style: { rate: 300 } }));
    expect(rig.handouts[0]).toMatchObject({ style: { voice: 'v', rate: 300 } });
  });

  it("a message's own voice goes before it", () => {
    rig.channels.setPrefs({ channel: 'a', voice: 'v' });
    rig.act((channels) => channels.speak('a', { ...message('x'), style: { voice: 'own' } }));
    expect(rig.handouts[0]).toMatchObject({ style: { voice: 'own' } });
  });

  it('forget closes the channel and drops its preferences', () => {
    rig.channels.setPrefs({ channel: 'a', label: 'A' });
    rig.speak('a', 'x');
    expect(rig.act((channels) => channels.setPrefs({ channel: 'a', forget: true }))).toEqual([]);
    expect([rig.says, rig.channels.savedPrefs()]).toEqual([null, []]);
  });

  it('does not forget the focused channel', () => {
    rig.channels.ensure('a');
    rig.channels.focus('a');
    expect(() => rig.channels.setPrefs({ channel: 'a', forget: true })).toThrow(
      expect.objectContaining({ code: 'E_BAD_REQUEST' }),
    );
  });
});
