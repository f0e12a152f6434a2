/** Off, every word of the extension is refused; on, it is so for everyone. */
import { describe, expect, it } from 'vitest';
import { open, transports } from '../harness/client.ts';
import { useClient } from '../harness/set-up.ts';
import { Runtime } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { enabled, fresh, Rooms } from './rooms.ts';

describe.each(transports)('channels, off, over %s', (transport) => {
  const { runtime, client } = useClient(transport);
  const code = async (type: string, fields: object) =>
    (await client.request(type, { ...fields }))['error']?.code as string | undefined;

  it(proves('channels.offered'), async () => {
    expect(runtime.file['extensions']).toContain('channels');
    expect(await enabled(runtime)).toEqual([]);
  });

  const messages: [string, object][] = [
    ['channel_open', { channel: 'a' }],
    ['channel_open', { channel: 5 }],
    ['channel_close', { channel: 'a' }],
    ['channel_close', {}],
    ['focus', { channel: 'a' }],
    ['control', { action: 'next_channel' }],
    ['control', { action: 'back' }],
    ['control', { action: 'back', channel: 'a' }],
    ['get', { key: 'channel_announce' }],
    ['set', { key: 'channel_announce', value: 'off' }],
    ['get', { key: 'announce_voice' }],
    ['set', { key: 'announce_voice', value: null }],
    ['get', { key: 'channel_prefs' }],
    ['set', { key: 'channel_prefs', value: { channel: 'a', muted: true } }],
    ['set', { key: 'channel_prefs', value: 5 }],
  ];
  for (const [type, fields] of messages) {
    it(`${proves('channels.off')}: ${type} ${JSON.stringify(fields)}`, async () => {
      expect(await code(type, fields)).toBe('E_UNSUPPORTED');
    });
  }

  it(proves('channels.off-flush'), async () => {
    expect(await code('control', { action: 'flush' })).toBe('E_UNSUPPORTED');
  });

  it(proves('channels.off-ignored'), async () => {
    const reply = await client.request('speak', { text: 'x', channel: '' });
    expect(reply).toEqual({ ok: true, item_id: expect.any(Number) });
    expect(await client.request('control', { action: 'stop', channel: 'a' })).toEqual({ ok: true });
  });

  it(proves('channels.refused-hello'), async () => {
    const { token } = runtime.file;
    const wrong = { token, extensions: ['channels'], require: ['nope'] };
    expect(await code('hello', wrong)).toBe('E_UNSUPPORTED');
    expect(await code('hello', { token, require: ['channels', 'nope'] })).toBe('E_UNSUPPORTED');
    expect(await code('hello', { token, extensions: ['channels', 5] })).toBe('E_BAD_REQUEST');
    expect(await enabled(runtime)).toEqual([]);
    expect(await code('focus', { channel: 'a' })).toBe('E_UNSUPPORTED');
  });
});

describe.each(transports)('channels, on, over %s', (transport) => {
  for (const field of ['extensions', 'require'] as const) {
    it(`${proves('channels.enable', 'channels.require')}: ${field}`, async () => {
      const runtime = await Runtime.start({ args: ['--standalone'] });
      const client = await open(transport, runtime.file);
      const { token } = runtime.file;
      const reply = await client.request('hello', { token, [field]: ['channels'] });
      expect(reply).toMatchObject({ ok: true, extensions: ['channels'], unavailable: [] });
      expect((await client.request('channel_open', { channel: 'a' }))['ok']).toBe(true);
      client.close();
      await runtime.stop();
    });
  }

  it(proves('channels.everyone', 'channels.stays'), async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    const early = await TcpClient.greet(runtime.file);
    (await Rooms.open(transport, runtime)).close();
    expect(await enabled(runtime)).toEqual(['channels']);
    expect((await early.request('channel_open', { channel: 'a' }))['created']).toBe(true);
    const late = await open(transport === 'tcp' ? 'http' : 'tcp', runtime.file);
    expect((await late.request('channel_open', { channel: 'a' }))['created']).toBe(false);
    early.close();
    late.close();
    await runtime.stop();
  });

  it(proves('channels.core'), () =>
    fresh(transport, async (rooms) => {
      expect(await rooms.request('speak', { text: 'One.' })).toEqual({ ok: true, item_id: 1 });
      await rooms.all();
      await rooms.control('restart');
      expect(await rooms.all()).toEqual(['-: One.', '-: One.']);
      expect(await rooms.request('control', { action: 'restart' })).toEqual({ ok: true });
      await rooms.control('stop');
      await rooms.control('restart');
      expect(await rooms.all()).toHaveLength(3);
    }),
  );
});
