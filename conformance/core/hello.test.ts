import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { Runtime } from '../harness/runtime.ts';
import { useClient } from '../harness/set-up.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

describe.each(transports)('hello over %s', (transport) => {
  const { runtime, client } = useClient(transport);
  const hello = (fields: Record<string, unknown> = {}) =>
    client.request('hello', { token: runtime.file.token, ...fields });
  const code = async (fields: Record<string, unknown>) => (await hello(fields))['error']?.code;

  it(proves('hello.reply', 'hello.as-file'), async () => {
    expect(await hello()).toEqual({
      ok: true,
      version: runtime.file['version'],
      protocol: runtime.file['protocol'],
      capabilities: runtime.file['capabilities'],
      extensions: [],
      unavailable: [],
    });
  });

  it(proves('hello.extensions-off'), async () => {
    expect((await hello())['extensions']).toEqual([]);
  });

  it(proves('hello.client'), async () => {
    expect((await hello({ client: { name: 'prism', version: '2.1' } }))['ok']).toBe(true);
    expect((await hello({ client: { name: 'x', version: '', more: [1] } }))['ok']).toBe(true);
  });

  it(proves('hello.protocol-omitted'), async () => {
    expect((await hello())['ok']).toBe(true);
  });

  for (const minor of [0, 1, 15, 99]) {
    it(`${proves('hello.minor')}: 1.${minor}`, async () => {
      expect((await hello({ protocol: { major: 1, minor } }))['ok']).toBe(true);
    });
  }

  for (const major of [0, 2, 99]) {
    it(`${proves('hello.major')}: ${major}`, async () => {
      expect(await code({ protocol: { major, minor: 0 } })).toBe('E_INCOMPATIBLE');
    });
  }

  it(proves('hello.require'), async () => {
    const require = runtime.file['capabilities'];
    expect((await hello({ require }))['ok']).toBe(true);
  });

  it(proves('hello.require-missing'), async () => {
    expect(await code({ require: ['no.such'] })).toBe('E_UNSUPPORTED');
    expect(await code({ require: ['core', 'no.such'] })).toBe('E_UNSUPPORTED');
  });

  it(proves('hello.require-named'), async () => {
    const { message } = (await hello({ require: ['core', 'no.such', 'nor.this'] }))['error'];
    expect(message).toContain('no.such');
    expect(message).toContain('nor.this');
  });

  for (const name of ['system', 'engines']) {
    it(`${proves('hello.require-extension')}: ${name}`, async () => {
      expect(await code({ require: [name] })).toBe('E_UNSUPPORTED');
    });
  }

  it(proves('hello.unavailable'), async () => {
    const extensions = ['nope', 'system'];
    expect(await hello({ extensions })).toMatchObject({ ok: true, unavailable: extensions });
  });

  it(proves('hello.repeat'), async () => {
    await hello();
    expect((await hello({ require: ['core'] }))['ok']).toBe(true);
    expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
  });

  it(proves('takeover.false'), async () => {
    expect((await hello({ takeover: false }))['unavailable']).toEqual([]);
    expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
  });

  const wrong: [string, unknown][] = [
    ['require', 'core'],
    ['require', [1]],
    ['extensions', [1]],
    ['extensions', { channels: true }],
    ['protocol', 1],
    ['protocol', { major: '1', minor: 0 }],
    ['takeover', 'yes'],
    ['keep_alive', 1],
  ];
  for (const [field, value] of wrong) {
    it(`${proves('hello.types')}: ${field} ${JSON.stringify(value)}`, async () => {
      expect(await code({ [field]: value })).toBe('E_BAD_REQUEST');
    });
  }
});

describe('a first hello', () => {
  it(proves('hello.retry'), async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    const client = await TcpClient.open(runtime.file);
    const { token } = runtime.file;
    const refused = await client.request('hello', { token, require: ['nope'] });
    expect(refused['error']?.code).toBe('E_UNSUPPORTED');
    expect((await client.request('hello', { token, require: ['core'] }))['ok']).toBe(true);
    expect((await client.request('get', { key: 'volume' }))['ok']).toBe(true);
    client.close();
    await runtime.stop();
  });
});
