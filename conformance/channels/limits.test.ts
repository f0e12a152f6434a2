/** What nobody sends by accident: the runtime answers, and others are served. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { post } from '../harness/http-client.ts';
import type { Runtime } from '../harness/runtime.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, long, useRooms } from './rooms.ts';

/** Resident memory in MB; where there is no `ps`, 0. */
function memory({ file }: Runtime): number {
  if (process.platform === 'win32') return 0;
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(file.pid)]);
  return Number(String(kilobytes).trim()) / 1024;
}

const codes = ['E_BAD_REQUEST', 'E_NOT_FOUND', 'E_BUSY', 'E_ENGINE'];

/** Sends them 500 at a time. @returns the codes of the errors, each once */
async function flood({ file }: Runtime, requests: Json[]): Promise<string[]> {
  const client = await TcpClient.greet(file);
  const refused = new Set<string>();
  for (let at = 0; at < requests.length; at += 500) {
    const some = requests.slice(at, at + 500);
    client.raw(some.map((each) => `${JSON.stringify(each)}\n`).join(''));
    for (const _ of some) {
      const { ok, error } = await client.reply();
      if (ok !== true) refused.add(error.code as string);
    }
    const began = performance.now();
    await post(file, '/v1/get', { key: 'volume' });
    expect(performance.now() - began).toBeLessThan(1500);
  }
  client.close();
  return [...refused];
}

const ten = Array.from({ length: 10_000 }, (_, n) => n);

describe('10,000', () => {
  it(proves('crowd.channels'), () =>
    fresh('tcp', async (rooms, runtime) => {
      const before = memory(runtime);
      await rooms.direct(long('Hold'));
      await rooms.control('pause');
      const opened = ten.map((n) => ({ type: 'channel_open', channel: `channel ${n}` }));
      for (const code of await flood(runtime, opened)) expect(codes).toContain(code);
      const spoken = ten.map((n) => ({ type: 'speak', channel: `other ${n}`, text: `Word ${n}.` }));
      for (const code of await flood(runtime, spoken)) expect(codes).toContain(code);
      expect(memory(runtime) - before).toBeLessThan(100);
      expect(await rooms.preferences()).not.toEqual([]);
      await rooms.control('stop');
      await rooms.caughtUp('channel 0', 'Still here.');
      expect(rooms.heard().at(-1)).toBe('channel 0: Still here.');
    }),
  );

  it(proves('crowd.messages'), () =>
    fresh('http', async (rooms, runtime) => {
      const before = memory(runtime);
      await rooms.enter('a');
      await rooms.direct(long('Hold'));
      await rooms.control('pause');
      const text = `Word. ${'More words. '.repeat(8)}`;
      const spoken = ten.map((n) => ({ type: 'speak', channel: 'a', text: `${n} ${text}` }));
      for (const code of await flood(runtime, spoken)) expect(codes).toContain(code);
      expect(memory(runtime) - before).toBeLessThan(100);
      await rooms.control('stop');
      await rooms.all();
      await rooms.say('a', 'Still here.');
      expect((await rooms.all()).at(-1)).toBe('a: Still here.');
    }),
  );
});

describe.each(transports)('odd words over %s', (transport) => {
  const label = 'two\nlines\r\n\u202eright to left\u202c\u200f\u2028\u0000 and more '.repeat(220);

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
  for (const channel of [...ids, '\ud800', 'a"b\\', 'x'.repeat(500)]) {
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
