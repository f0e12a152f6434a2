/** When a switch is announced, how, and what comes before and after it. */
import { describe, expect, it } from 'vitest';
import { Rig } from './fixtures/rig.ts';

/** Channels a, b and c with the labels A, B and C. */
function labelled(more: { agent?: boolean } = {}): Rig {
  const rig = new Rig();
  rig.settings.agent = more.agent ?? false;
  for (const id of ['a', 'b', 'c'])
    rig.channels.openChannel({ channel: id, label: id.toUpperCase() });
  return rig;
}

describe('an automatic hand-off', () => {
  it('is announced before its first message, not before the next ones', () => {
    const rig = labelled();
    rig.add('a', 'one');
    rig.add('b', 'two');
    rig.add('b', 'three');
    rig.hearAll();
    expect(rig.begun).toEqual(['a: one', 'announce b: B.', 'b: two', 'b: three']);
  });

  it('is not announced when the same channel reads again', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.hearAll();
    rig.speak('a', 'two');
    expect(rig.begun).toEqual(['a: one', 'a: two']);
  });

  it('is announced for a decision', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.decide('c', 'yes or no');
    rig.hearAll();
    expect(rig.begun[1]).toBe('announce c: C.');
  });

  it('is announced when the channel that read last was closed', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.hearAll();
    rig.channels.closeChannel('a');
    rig.speak('b', 'two');
    expect(rig.says).toBe('announce b: B.');
  });

  it('is not announced when it replaces the closed one in its host tab', () => {
    const rig = labelled();
    for (const id of ['a', 'b']) rig.channels.openChannel({ channel: id, host_tab: '3' });
    rig.speak('a', 'one');
    rig.act((channels) => channels.closeChannel('a'));
    rig.speak('b', 'two');
    expect(rig.says).toBe('b: two');
  });

  it('is announced in the same host tab while the other is open', () => {
    const rig = labelled();
    for (const id of ['a', 'b']) rig.channels.openChannel({ channel: id, host_tab: '3' });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.says).toBe('announce b: B.');
  });

  it('is not announced for the same id, closed and opened again', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.act((channels) => channels.closeChannel('a'));
    rig.channels.openChannel({ channel: 'a', label: 'A' });
    rig.speak('a', 'two');
    expect(rig.says).toBe('a: two');
  });

  it('is not announced without a label', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('d', 'two');
    rig.hear();
    expect(rig.says).toBe('d: two');
  });

  it('is announced with an agent also without a label', () => {
    const rig = labelled({ agent: true });
    rig.speak('a', 'one');
    rig.speak('d', 'two');
    rig.hear();
    rig.chimeEnded();
    expect(rig.says).toBe('announce d: Session changed.');
  });

  it("says the user's label", () => {
    const rig = labelled();
    rig.channels.setPrefs({ channel: 'b', label: 'Mine' });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.says).toBe('announce b: Mine.');
  });

  it('is not announced with channel_announce off', () => {
    const rig = labelled();
    rig.settings.announce = false;
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.says).toBe('b: two');
  });

  it('carries the channel, its label and its host tab', () => {
    const rig = labelled();
    rig.channels.openChannel({ channel: 'b', host_tab: '7' });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.handouts.at(-1)).toMatchObject({ channel: 'b', label: 'B', hostTab: '7' });
  });

  it('an announcement skipped from outside is followed by its message', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.skip();
    expect(rig.says).toBe('b: two');
  });

  it('text without a channel can come between, and it is not announced twice', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.direct('x');
    rig.hearAll();
    expect(rig.begun).toEqual(['a: one', 'announce b: B.', 'direct: x', 'b: two']);
  });

  it('a decision elsewhere does not come between', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.decide('c', 'yes or no');
    rig.hear();
    expect(rig.says).toBe('b: two');
  });

  it('is taken back when nothing is behind it any more', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.act((channels) => channels.drop('b', 'turn_start'));
    expect(rig.says).toBeNull();
  });
});

describe('a switch of the user', () => {
  it('is said also when its text is dropped meanwhile', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.act((channels) => channels.nextChannel());
    rig.act((channels) => channels.drop('b', 'turn_start'));
    expect(rig.says).toBe('announce b: B.');
  });

  it('an interrupt into the channel being announced lets it be said', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.speak('b', 'now', { interrupt: true, mode: 'append' });
    rig.hearAll();
    expect(rig.heard.slice(1)).toEqual(['announce b: B.', 'b: now', 'b: two']);
  });
});

describe('the chime with an agent', () => {
  it('of some time ago does not stand for a new one', () => {
    const rig = labelled({ agent: true });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.direct('x');
    rig.chimeEnded();
    rig.act((channels) => channels.nextChannel());
    expect([rig.says, rig.of('earcon').length]).toEqual([null, 2]);
  });

  it('while it sounds, what follows is known', () => {
    const rig = labelled({ agent: true });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.act((channels) => channels.nextChannel());
    expect(rig.ahead()).toEqual(['announce b: B.', 'b: two']);
  });

  it('comes first, and the announcement waits for its end', () => {
    const rig = labelled({ agent: true });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.of('earcon')).toEqual([{ type: 'earcon', kind: 'session_change' }]);
    expect(rig.says).toBeNull();
    rig.chimeEnded();
    expect(rig.says).toBe('announce b: B.');
  });

  it('sounds once while it is waited for', () => {
    const rig = labelled({ agent: true });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.speak('c', 'three');
    rig.settle();
    expect(rig.of('earcon')).toHaveLength(1);
  });

  it('does not sound at mute level 2, and nothing waits for it', () => {
    const rig = labelled({ agent: true });
    rig.settings.muteLevel = 2;
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.of('earcon')).toEqual([]);
    expect(rig.says).toBe('announce b: B.');
  });

  it('sounds again before the next announcement', () => {
    const rig = labelled({ agent: true });
    for (const id of ['a', 'b', 'c']) rig.speak(id, id);
    rig.hearAll();
    expect(rig.of('earcon')).toHaveLength(2);
  });

  it('a decision that comes during the chime is announced in place of the other', () => {
    const rig = labelled({ agent: true });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    rig.decide('c', 'yes or no');
    rig.chimeEnded();
    expect(rig.says).toBe('announce c: C.');
  });

  it('no automatic hand-off chimes with channel_announce off', () => {
    const rig = labelled({ agent: true });
    rig.settings.announce = false;
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.hear();
    expect(rig.of('earcon')).toEqual([]);
  });

  it('next_channel with channel_announce off is silent', () => {
    const rig = labelled({ agent: true });
    rig.settings.announce = false;
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.act((channels) => channels.nextChannel());
    expect(rig.of('earcon')).toEqual([]);
    expect(rig.says).toBe('b: two');
  });
});

describe('a switch while text without a channel waits in the reader', () => {
  it('is announced before that text, and the message comes after it', () => {
    const rig = labelled();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.direct('x');
    rig.act((channels) => channels.nextChannel());
    rig.hear();
    rig.hear();
    expect(rig.begun).toEqual(['a: one', 'announce b: B.', 'direct: x', 'b: two']);
  });
});
