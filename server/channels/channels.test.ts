/** Messages, policies, batches, and who reads next. */
import { describe, expect, it } from 'vitest';
import type { Floor } from '../agent/floor.ts';
import { KEEP_HEARD } from './batch.ts';
import { longestId } from '../../shared/protocol/fields.ts';
import { MOST_CHANNELS } from './channels.ts';
import { message, Rig } from './fixtures/rig.ts';

it('is what the agent writes through', () => {
  const floor: Floor = new Rig().channels;
  expect(floor.open()).toEqual([]);
});

describe('channel_open', () => {
  it('creates a channel with the policy latest', () => {
    const reply = new Rig().channels.openChannel({ channel: 'a' });
    expect(reply).toEqual({ channel: 'a', created: true, policy: 'latest' });
  });

  it('keeps the policy of an open channel when none is given', () => {
    const { channels } = new Rig();
    channels.openChannel({ channel: 'a', policy: 'queue' });
    expect(channels.openChannel({ channel: 'a' })).toEqual({
      channel: 'a',
      created: false,
      policy: 'queue',
    });
  });

  it('keeps the messages of an open channel', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.channels.openChannel({ channel: 'a', label: 'A' });
    expect(rig.channels.entries('a')).toHaveLength(1);
  });

  it('replaces the label', () => {
    const { channels } = new Rig();
    channels.openChannel({ channel: 'a', label: 'Old' });
    channels.openChannel({ channel: 'a', label: 'New' });
    expect(channels.nameOf('a')).toBe('New');
  });

  it('keeps a label it has with keep_label', () => {
    const { channels } = new Rig();
    channels.openChannel({ channel: 'a', label: 'Old' });
    channels.openChannel({ channel: 'a', label: 'New', keep_label: true });
    expect(channels.nameOf('a')).toBe('Old');
  });

  it('takes the label of keep_label when it has none', () => {
    const { channels } = new Rig();
    channels.openChannel({ channel: 'a' });
    channels.openChannel({ channel: 'a', label: 'New', keep_label: true });
    expect(channels.nameOf('a')).toBe('New');
  });

  it.each([
    ['an empty id', ''],
    ['an id that is too long', 'x'.repeat(longestId + 1)],
  ])('refuses %s', (_, channel) => {
    expect(() => new Rig().channels.openChannel({ channel })).toThrow(
      expect.objectContaining({ code: 'E_BAD_REQUEST' }),
    );
  });

  it('closes the longest unused channel when there are too many', () => {
    const rig = new Rig();
    for (let count = 0; count < MOST_CHANNELS; count++) rig.channels.ensure(`c${count}`);
    rig.channels.focus('c0');
    rig.act((channels) => channels.ensure('new'));
    expect(rig.of('closed')).toEqual([{ type: 'closed', channel: 'c1' }]);
    expect(rig.channels.isOpen('c1')).toBe(false);
  });

  it('is busy when every channel of so many has unread text', () => {
    const rig = new Rig();
    for (let count = 0; count < MOST_CHANNELS; count++)
      rig.channels.speak(`c${count}`, message('x'));
    expect(() => rig.channels.ensure('new')).toThrow(expect.objectContaining({ code: 'E_BUSY' }));
  });
});

describe('speak', () => {
  it('goes to the reader at once while it is idle', () => {
    expect(new Rig().speak('a', 'one').item).toBe(1);
  });

  it('has no item while it waits', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    expect(rig.speak('b', 'two').item).toBeNull();
  });

  it('latest replaces the unread messages and says how many', () => {
    const rig = new Rig();
    for (const text of ['one', 'two']) rig.speak('a', text, { mode: 'append' });
    rig.speak('a', 'three', { mode: 'append' });
    expect(rig.speak('a', 'four').dropped).toBe(2);
    rig.hearAll();
    expect(rig.heard).toEqual(['a: one', 'a: four']);
  });

  it('logs what was replaced', () => {
    const rig = new Rig();
    for (const text of ['one', 'two', 'three']) rig.speak('a b', text);
    expect(rig.of('trace')).toEqual([
      {
        type: 'trace',
        line: 'drop channel="a b" entry=2 reason=replaced by newer text (policy latest)',
        text: 'two',
        unheard: expect.objectContaining({
          channel: 'a b',
          chunks: 1,
          reason: 'replaced by newer text (policy latest)',
          item: null,
        }),
      },
    ]);
  });

  it('queue reads everything in order', () => {
    const rig = new Rig();
    rig.channels.openChannel({ channel: 'a', policy: 'queue' });
    for (const text of ['one', 'two', 'three']) rig.speak('a', text);
    rig.hearAll();
    expect(rig.heard).toEqual(['a: one', 'a: two', 'a: three']);
  });

  it('replace drops the unread messages in spite of the policy queue', () => {
    const rig = new Rig();
    rig.channels.openChannel({ channel: 'a', policy: 'queue' });
    for (const text of ['one', 'two']) rig.speak('a', text);
    expect(rig.speak('a', 'three', { mode: 'replace' }).dropped).toBe(1);
  });

  it('starts a new batch when the channel is caught up', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.hearAll();
    rig.speak('a', 'two');
    expect(rig.channels.entries('a').map((entry) => entry.id)).toEqual([2]);
  });

  it('joins the batch whose last message is being read', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('a', 'two');
    expect(rig.channels.entries('a').map((entry) => entry.id)).toEqual([1, 2]);
  });

  it('is read after text without a channel that waits', () => {
    const rig = new Rig();
    rig.direct('x');
    rig.speak('a', 'one');
    rig.direct('y');
    rig.hearAll();
    expect(rig.heard).toEqual(['direct: x', 'direct: y', 'a: one']);
  });

  it('counts as heard when it was skipped from outside', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.direct('x', true);
    rig.hearAll();
    expect(rig.begun).toEqual(['a: one', 'direct: x']);
    expect(rig.channels.entries('a')[0]!.heard).toBe(true);
  });

  it('keeps no more heard messages than it may', () => {
    const rig = new Rig();
    rig.speak('a', 'first');
    for (let count = 0; count < KEEP_HEARD.messages + 50; count++) {
      rig.speak('a', 'more', { mode: 'append' });
      rig.hear();
    }
    expect(rig.channels.entries('a').length).toBe(KEEP_HEARD.messages);
  });

  it('keeps every unread message', () => {
    const rig = new Rig();
    for (let count = 0; count < KEEP_HEARD.messages + 50; count++)
      rig.speak('a', 'more', { mode: 'append' });
    expect(rig.channels.entries('a').length).toBe(KEEP_HEARD.messages + 50);
  });

  it('drops the oldest heard text of a batch that is too long', () => {
    const rig = new Rig();
    const long = 'x'.repeat(KEEP_HEARD.characters / 4);
    rig.speak('a', long);
    for (let count = 0; count < 8; count++) {
      rig.speak('a', long, { mode: 'append' });
      rig.hear();
    }
    expect(rig.channels.entries('a').length).toBe(4);
  });
});

describe('speak with interrupt', () => {
  it('cuts the message of its own channel, which is not read again', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('a', 'two', { interrupt: true });
    rig.hearAll();
    expect(rig.begun).toEqual(['a: one', 'a: two']);
  });

  it('goes before the unread messages of its channel', () => {
    const rig = new Rig();
    rig.channels.openChannel({ channel: 'a', policy: 'queue' });
    for (const text of ['one', 'two']) rig.speak('a', text);
    rig.speak('a', 'now', { interrupt: true });
    rig.hearAll();
    expect(rig.heard).toEqual(['a: now', 'a: two']);
  });

  it("reads another channel's cut message again", () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('b', 'now', { interrupt: true });
    rig.hearAll();
    expect(rig.heard).toEqual(['b: now', 'a: one']);
  });

  it('reads its own batch before what it cut', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('b', 'later');
    rig.speak('b', 'now', { interrupt: true, mode: 'append' });
    rig.hearAll();
    expect(rig.heard).toEqual(['b: now', 'b: later', 'a: one']);
  });

  it('cuts text without a channel', () => {
    const rig = new Rig();
    rig.direct('x');
    rig.speak('a', 'now', { interrupt: true });
    expect(rig.says).toBe('a: now');
  });

  it('has no item when it is announced', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.channels.openChannel({ channel: 'b', label: 'B' });
    expect(rig.speak('b', 'now', { interrupt: true }).item).toBeNull();
    expect(rig.says).toBe('announce b: B.');
  });

  it('does not cut for a muted channel', () => {
    const rig = new Rig();
    rig.channels.ensure('b');
    rig.act((channels) => channels.setPrefs({ channel: 'b', muted: true }));
    rig.speak('a', 'one');
    rig.speak('b', 'now', { interrupt: true });
    expect(rig.begun).toEqual(['a: one']);
  });
});

describe('who reads next', () => {
  it('the channel being read keeps the floor until its batch is read', () => {
    const rig = new Rig();
    rig.add('a', 'a1');
    rig.add('a', 'a2');
    rig.decide('b', 'yes or no');
    rig.hearAll();
    expect(rig.heard).toEqual(['a: a1', 'a: a2', 'b: yes or no']);
  });

  it('then a decision, the oldest first', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('b', 'text');
    rig.channels.ensure('c');
    rig.decide('d', 'first');
    rig.decide('c', 'second');
    rig.hearAll();
    expect(rig.heard).toEqual(['a: one', 'd: first', 'c: second', 'b: text']);
  });

  it('reads the text before a decision of its channel first', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('b', 'text');
    rig.add('c', 'before');
    rig.decide('c', 'yes or no');
    rig.hearAll();
    expect(rig.heard).toEqual(['a: one', 'c: before', 'c: yes or no', 'b: text']);
  });

  it('then the focused channel', () => {
    const rig = new Rig();
    for (const id of ['a', 'b', 'c']) rig.speak(id, id);
    rig.act((channels) => channels.focus('c'));
    expect(rig.says).toBe('a: a');
    rig.hearAll();
    expect(rig.heard).toEqual(['a: a', 'c: c', 'b: b']);
  });

  it('then the first in opening order', () => {
    const rig = new Rig();
    for (const id of ['a', 'b', 'c']) rig.channels.ensure(id);
    for (const id of ['c', 'b', 'a']) rig.speak(id, id);
    rig.hearAll();
    expect(rig.heard).toEqual(['c: c', 'a: a', 'b: b']);
  });

  it('a channel that caught up has no floor any more', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.direct('x');
    rig.speak('b', 'two');
    rig.channels.ensure('c');
    rig.hear();
    rig.add('a', 'three');
    rig.decide('c', 'yes or no');
    rig.hearAll();
    expect(rig.heard.slice(2)).toEqual(['c: yes or no', 'a: three', 'b: two']);
  });

  it('focus of an unknown channel is E_NOT_FOUND', () => {
    expect(() => new Rig().channels.focus('x')).toThrow(
      expect.objectContaining({ code: 'E_NOT_FOUND' }),
    );
  });
});

describe('channel_close', () => {
  it('cuts its item, forgets its messages and reads the next channel', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    rig.act((channels) => channels.closeChannel('a'));
    expect(rig.says).toBe('b: two');
    expect(rig.channels.open()).toEqual(['b']);
    expect(rig.traces()).toEqual(['drop channel=a entry=1 item=1 (cut while read) reason=closed']);
  });

  it('is neither the one read last nor the one written last until it is open again', () => {
    const rig = new Rig();
    rig.speak('a', 'one');
    rig.channels.closeChannel('a');
    expect([rig.channels.lastRead(), rig.channels.lastWritten()]).toEqual([null, null]);
    rig.channels.ensure('a');
    expect(rig.channels.lastRead()).toBe('a');
  });

  it('of an unknown channel is E_NOT_FOUND', () => {
    expect(() => new Rig().channels.closeChannel('x')).toThrow(
      expect.objectContaining({ code: 'E_NOT_FOUND' }),
    );
  });
});

describe('queued', () => {
  it('counts the unread messages of all channels but the one being read', () => {
    const rig = new Rig();
    rig.channels.openChannel({ channel: 'a', policy: 'queue' });
    for (const text of ['1', '2', '3']) rig.speak('a', text);
    rig.speak('b', '4');
    expect(rig.channels.queued()).toBe(3);
  });

  it('counts the message behind an announcement', () => {
    const rig = new Rig();
    rig.speak('a', '1');
    rig.channels.openChannel({ channel: 'b', label: 'B' });
    rig.speak('b', '2');
    rig.hear();
    expect([rig.says, rig.channels.queued()]).toEqual(['announce b: B.', 1]);
  });
});

describe('ahead', () => {
  it('is what is handed over when nothing changes, announcements too', () => {
    const rig = new Rig();
    for (const id of ['a', 'b']) rig.channels.openChannel({ channel: id, label: id.toUpperCase() });
    rig.add('a', 'one');
    rig.add('a', 'two');
    rig.add('b', 'text');
    rig.decide('b', 'yes or no');
    rig.add('a', 'three');
    const ahead = rig.ahead();
    rig.hear();
    rig.hearAll();
    expect(ahead).toEqual(rig.begun.slice(1));
  });

  it('gives at most what is asked for', () => {
    const rig = new Rig();
    for (const text of ['1', '2', '3', '4']) rig.add('a', text);
    expect(rig.ahead(2)).toEqual(['a: 2', 'a: 3']);
  });

  it('an announcement has the same key when it is handed over, and a new one the next time', () => {
    const rig = new Rig();
    rig.channels.openChannel({ channel: 'b', label: 'B' });
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    const key = rig.channels.ahead(1)[0]!.key;
    rig.hear();
    expect(rig.handouts.at(-1)).toMatchObject({ kind: 'announce', key });
    rig.act((channels) => channels.nextChannel());
    rig.act((channels) => channels.nextChannel());
    expect(rig.handouts.at(-1)!.key).not.toBe(key);
  });

  it('says which announcement waits for a chime', () => {
    const rig = new Rig();
    rig.settings.agent = true;
    rig.speak('a', 'one');
    rig.speak('b', 'two');
    expect(rig.channels.ahead(2).map((handout) => handout.held)).toEqual([true, false]);
  });
});
