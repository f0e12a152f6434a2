import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, open, transports } from '../harness/client.ts';
import { Runtime } from '../harness/runtime.ts';

describe.each(transports)('hello over %s', (transport) => {
  let runtime: Runtime;
  let client: Client;
  beforeAll(async () => {
    runtime = await Runtime.start({ args: ['--standalone'] });
    client = await open(transport, runtime.file);
  });
  afterAll(async () => {
    client.close();
    await runtime.stop();
  });
  const hello = (fields: Record<string, unknown> = {}) =>
    client.request('hello', { token: runtime.file.token, ...fields });
  const code = async (fields: Record<string, unknown>) => (await hello(fields))['error']?.code;

  it('answers with exactly the documented fields', async () => {
    expect(await hello()).toEqual({
      ok: true,
      version: runtime.file['version'],
      protocol: runtime.file['protocol'],
      capabilities: runtime.file['capabilities'],
      extensions: [],
      unavailable: [],
    });
  });

  it('a protocol left out is 1.0', async () => {
    expect((await hello({ protocol: undefined }))['ok']).toBe(true);
  });

  it('a newer minor is welcome', async () => {
    expect((await hello({ protocol: { major: 1, minor: 99 } }))['ok']).toBe(true);
  });

  it('another major is E_INCOMPATIBLE', async () => {
    expect(await code({ protocol: { major: 2, minor: 0 } })).toBe('E_INCOMPATIBLE');
  });

  it('a missing requirement is E_UNSUPPORTED and named', async () => {
    const reply = await hello({ require: ['core', 'no.such'] });
    expect(reply['error']).toMatchObject({ code: 'E_UNSUPPORTED' });
    expect(reply['error'].message).toContain('no.such');
  });

  it('extensions it lacks are listed, not an error', async () => {
    expect(await hello({ extensions: ['nope', 'neither'] })).toMatchObject({
      ok: true,
      unavailable: ['nope', 'neither'],
    });
  });

  it('unknown fields are ignored', async () => {
    expect((await hello({ colour: 'blue' }))['ok']).toBe(true);
  });

  const wrong: [string, Record<string, unknown>][] = [
    ['require', { require: 'core' }],
    ['extensions', { extensions: [1] }],
    ['protocol', { protocol: 1 }],
    ['takeover', { takeover: 'yes' }],
    ['keep_alive', { keep_alive: 1 }],
  ];
  for (const [field, fields] of wrong) {
    it(`a wrongly typed ${field} is E_BAD_REQUEST`, async () => {
      expect(await code(fields)).toBe('E_BAD_REQUEST');
    });
  }

  const off: [string, Record<string, unknown>][] = [
    ['channel_open', { channel: 'a' }],
    ['stream', { channel: 'a', delta: 'x' }],
    ['shutdown', {}],
    ['engine_list', {}],
  ];
  for (const [type, fields] of off) {
    it(`${type} of an extension that is off is E_UNSUPPORTED`, async () => {
      expect((await client.request(type, fields))['error']?.code).toBe('E_UNSUPPORTED');
    });
  }
});
