import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, useRooms } from './rooms.ts';

describe.each(transports)('odd words over %s', (transport) => {
  const label = 'two\nlines\r\n\u202eright to left\u202c\u200f\u2028\u0000 and more '.repeat(280);

  it(proves('crowd.labels', 'crowd.labels-log'), async () => {
    expect(label.length).toBeGreaterThan(10_000);
    const { home } = await fresh(transport, async (rooms) => {
      await rooms.caughtUp('a', 'Heard.');
      await rooms.enter('b', { label });
      await rooms.say('b', 'Other.');
      expect((await rooms.control('flush'))['flushed']).toBe('announcement');
      await rooms.say('b', 'Of b.');
      const fits = (event: Json) => event['now_playing']?.channel === 'b';
      expect((await rooms.listener.heard(fits))['now_playing'].label).toBe(label);
      expect((await rooms.preferences())[1]).toMatchObject({ channel: 'b', client_label: label });
      await rooms.control('stop');
      await rooms.prefer('b', { label: `${label}!` });
      expect((await rooms.preferences())[1]).toMatchObject({ label: `${label}!` });
    });
    const log = readFileSync(join(home, 'logs', 'sonarad.log'), 'utf8');
    for (const line of log.trimEnd().split('\n'))
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/);
  });

  const used = useRooms(transport);
  const ids = ['__proto__', 'constructor', 'toString', ' ', '\n', '../../x', '\u202e', '😀', '0'];
  for (const channel of [...ids, '\ud800', 'a"b\\', 'x'.repeat(200)]) {
    it(`${proves('crowd.ids')}: ${JSON.stringify(channel.slice(0, 20))}`, async () => {
      const { rooms } = used;
      await rooms.caughtUp('other', 'Heard.');
      const reply = await rooms.request('channel_open', {
        channel,
        label: 'Odd',
        host_tab: channel,
      });
      expect(reply).toEqual({ ok: true, channel, created: true, policy: 'latest' });
      await rooms.say(channel, 'One.');
      expect((await rooms.all()).slice(1)).toEqual([`${channel}: Odd.`, `${channel}: One.`]);
      const { value } = await rooms.prefer(channel, { muted: true });
      expect(value).toContainEqual(expect.objectContaining({ channel, muted: true }));
      expect(await rooms.request('channel_close', { channel })).toEqual({ ok: true });
      expect((await rooms.prefer(channel, { forget: true }))['value']).toHaveLength(1);
    });
  }
});
