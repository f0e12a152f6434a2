import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { fresh, long, type Rooms } from './rooms.ts';

describe.each(transports)('the log of channels over %s', (transport) => {
  /** The lines of a whole run that start so, without their time. */
  const logged = async (start: string, work: (rooms: Rooms) => Promise<unknown>) => {
    const { home } = await fresh(transport, work);
    const log = readFileSync(join(home, 'logs', 'sonarad.log'), 'utf8');
    const lines = log.split('\n').map((line) => line.slice(25));
    return lines.filter((line) => line.startsWith(start));
  };

  it(proves('channellog.session', 'channellog.announce', 'channellog.read-text'), async () => {
    const lines = await logged('read ', async (rooms) => {
      await rooms.direct('Direct.');
      await rooms.caughtUp('a', 'One.');
      await rooms.enter('b', { label: 'Build tab' });
      await rooms.caughtUp('b', 'Two. Three.');
    });
    const starts = lines.filter((line) => line.startsWith('read start'));
    expect(starts).toEqual([
      'read start item=1 session=direct chunks=1',
      'read start item=2 session=a chunks=1',
      'read start item=3 session="Build tab" chunks=1 kind=announce',
      'read start item=4 session="Build tab" chunks=2',
    ]);
    const texts = lines.filter((line) => line.startsWith('read text'));
    expect(texts[1]).toMatch(/^read text item=2 session=a kind=speak .*chunks=1\/1 text="One\."$/);
    expect(texts[2]).toMatch(
      /^read text item=3 session="Build tab" kind=announce .*text="Build tab\."$/,
    );
    expect(texts[3]).toMatch(/kind=speak .*chunks=2\/2 text="Two\. Three\."$/);
    expect(lines.filter((line) => line.startsWith('read end'))).toHaveLength(4);
  });

  it(`${proves('channellog.session')}: the user's label`, async () => {
    const lines = await logged('read start', async (rooms) => {
      await rooms.prefer('a', { label: 'Mine' });
      await rooms.caughtUp('a', 'One.');
    });
    expect(lines).toEqual(['read start item=1 session=Mine chunks=1']);
  });

  it(proves('channellog.drop'), async () => {
    const ways: [string, RegExp, (rooms: Rooms) => Promise<unknown>][] = [
      ['Newer', /\S/, (rooms) => rooms.say('a', 'Instead.', { mode: 'replace' })],
      ['Stopped', /stop/, (rooms) => rooms.control('stop')],
      ['Channel', /stop/, (rooms) => rooms.control('stop', { channel: 'a' })],
      ['Closed', /closed/, (rooms) => rooms.done('channel_close', { channel: 'a' })],
    ];
    const lines = await logged('drop channel=a', async (rooms) => {
      for (const [word, , drop] of ways) {
        await rooms.direct(long('Hold'));
        await rooms.say('a', `${word}.`);
        await drop(rooms);
        await rooms.control('stop');
      }
    });
    for (const [word, reason] of ways) {
      const about = lines.filter((line) => line.endsWith(` text="${word}."`));
      expect(about).toEqual([expect.stringMatching(/^drop channel=a entry=\d+ .*\breason=/)]);
      expect(/reason=(.*) text=/.exec(about[0]!)![1]).toMatch(reason);
    }
  });

  it(proves('channellog.cut'), async () => {
    const lines = await logged('drop channel=a', async (rooms) => {
      await rooms.enter('a');
      await rooms.say('a', long('Cut'));
      await rooms.say('a', 'Unread.');
      await rooms.control('flush');
    });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/ item=1 \(cut while read\) .*reason=.*flush.* text="Cut /);
    expect(lines[1]).not.toMatch(/item=/);
    expect(lines[1]).toMatch(/reason=.*flush.* text="Unread\."$/);
  });

  it(proves('channellog.in'), async () => {
    const lines = await logged('in {', async (rooms) => {
      await rooms.enter('a', { label: 'Build tab' });
      await rooms.done('focus', { channel: 'a' });
      await rooms.control('next_channel');
      await rooms.done('channel_close', { channel: 'a' });
    });
    const messages = lines.map((line) => JSON.parse(line.slice(3)) as Record<string, unknown>);
    const open = { type: 'channel_open', channel: 'a', policy: 'queue', label: 'Build tab' };
    expect(messages).toContainEqual(open);
    expect(messages).toContainEqual({ type: 'focus', channel: 'a' });
    expect(messages).toContainEqual({ type: 'control', action: 'next_channel' });
    expect(messages).toContainEqual({ type: 'channel_close', channel: 'a' });
  });

  it(proves('channellog.off'), async () => {
    const lines = await logged('', async (rooms) => {
      await rooms.set('debug_log', false);
      await rooms.caughtUp('a', 'Elephant.');
      await rooms.enter('b', { label: 'zoo' });
      await rooms.say('b', long('Giraffe'));
      await rooms.say('b', 'Tiger.');
      await rooms.prefer('b', { label: 'savanna' });
      await rooms.refused('channel_open', { channel: 'b', policy: 'penguin' });
      await rooms.refused('set', { key: 'announce_voice', value: { engine: 'heron', voice: 5 } });
      await rooms.set('announce_voice', { engine: 'fake', voice: 'ostrich' });
      await rooms.control('flush');
      await rooms.control('stop');
    });
    const log = lines.join('\n');
    expect(log).not.toMatch(/Elephant|Giraffe|Tiger|penguin|heron|ostrich/i);
    expect(log).toContain('read start item=1 session=a chunks=1');
    const inLines = lines.filter((line) => line.startsWith('in {'));
    expect(inLines).toContainEqual('in {"type":"speak","channel":"a"}');
    expect(inLines.join('\n')).not.toMatch(/zoo|savanna/);
  });
});
