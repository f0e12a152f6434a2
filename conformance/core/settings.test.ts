import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, open, transports } from '../harness/client.ts';
import { newHome, Runtime } from '../harness/runtime.ts';

describe.each(transports)('settings over %s', (transport) => {
  let runtime: Runtime;
  let client: Client;
  beforeEach(async () => {
    runtime = await Runtime.start({ args: ['--standalone'] });
    client = await open(transport, runtime.file);
  });
  afterEach(async () => {
    client.close();
    await runtime.stop();
  });
  const get = async (key: string) => (await client.request('get', { key }))['value'];
  const set = (key: string, value: unknown) => client.request('set', { key, value });
  const config = () => JSON.parse(readFileSync(join(runtime.home, 'config.json'), 'utf8'));

  const defaults: [string, unknown][] = [
    ['volume', 100],
    ['rate', 250],
    ['voice', null],
    ['engine', 'fake'],
    ['debug_log', true],
  ];
  for (const [key, value] of defaults) {
    it(`${key} is ${JSON.stringify(value)} until somebody sets it`, async () => {
      expect(await client.request('get', { key })).toEqual({ ok: true, key, value });
    });
  }

  const good: [string, unknown][] = [
    ['volume', 0],
    ['volume', 100],
    ['rate', 100],
    ['rate', 400],
    ['voice', 'silence'],
    ['voice', null],
    ['engine', 'fake'],
    ['debug_log', false],
  ];
  for (const [key, value] of good) {
    it(`${key} takes ${JSON.stringify(value)}, applies it and saves it`, async () => {
      expect(await set(key, value)).toEqual({ ok: true, key, value });
      expect(await get(key)).toBe(value);
      expect(config()).toEqual({ [key]: value });
    });
  }

  const bad: [string, unknown][] = [
    ['volume', -1],
    ['volume', 101],
    ['volume', 'loud'],
    ['volume', 1.5],
    ['volume', null],
    ['rate', 99],
    ['rate', 401],
    ['rate', 1.5],
    ['rate', true],
    ['voice', 5],
    ['engine', null],
    ['debug_log', 'yes'],
    ['output', 'x'],
    ['nonsense', 1],
  ];
  for (const [key, value] of bad) {
    it(`${key} ${JSON.stringify(value)} is E_BAD_REQUEST and writes nothing`, async () => {
      expect((await set(key, value))['error']?.code).toBe('E_BAD_REQUEST');
      expect(existsSync(join(runtime.home, 'config.json'))).toBe(false);
    });
  }

  it('a set without a value is E_BAD_REQUEST', async () => {
    expect((await client.request('set', { key: 'volume' }))['error']?.code).toBe('E_BAD_REQUEST');
  });

  it('a get without a key, or of an unknown one, is E_BAD_REQUEST', async () => {
    expect((await client.request('get'))['error']?.code).toBe('E_BAD_REQUEST');
    expect((await client.request('get', { key: 'nope' }))['error']?.code).toBe('E_BAD_REQUEST');
  });

  it('an unknown voice or engine is E_NOT_FOUND', async () => {
    expect((await set('voice', 'nobody'))['error']?.code).toBe('E_NOT_FOUND');
    expect((await set('engine', 'nothing'))['error']?.code).toBe('E_NOT_FOUND');
  });

  it('a voice may be given by its name; get returns the id', async () => {
    expect((await set('voice', 'Fake silence'))['value']).toBe('silence');
    expect(await get('voice')).toBe('silence');
  });

  for (const key of ['audio_mode', 'mute_level', 'channel_announce', 'runtime']) {
    it(`${key} of an extension that is off is E_UNSUPPORTED`, async () => {
      expect((await client.request('get', { key }))['error']?.code).toBe('E_UNSUPPORTED');
      expect((await set(key, 1))['error']?.code).toBe('E_UNSUPPORTED');
    });
  }

  it('a change is one state event', async () => {
    await client.subscribe(['state']);
    await set('volume', 30);
    const event = await client.next((each) => each['volume'] === 30);
    expect(event['event']).toBe('state');
  });

  it('setting what is already so is no state event', async () => {
    await client.subscribe(['state']);
    await set('volume', 100);
    await set('volume', 31);
    await client.next((each) => each['volume'] === 31);
    expect(client.events()).toHaveLength(2);
  });

  it('voices lists the engine with every documented field', async () => {
    const reply = await client.request('voices', { engine: 'fake' });
    expect(reply['voices']).toEqual([
      {
        id: 'tone',
        name: 'Fake tone',
        language: 'en-US',
        engine: 'fake',
        license_class: 'permissive',
        installed: true,
      },
      {
        id: 'silence',
        name: 'Fake silence',
        language: 'en-US',
        engine: 'fake',
        license_class: 'permissive',
        installed: true,
      },
    ]);
  });

  it('voices of an unknown engine is E_NOT_FOUND', async () => {
    expect((await client.request('voices', { engine: 'nope' }))['error']?.code).toBe('E_NOT_FOUND');
  });

  it('the output says what it is and that nothing is heard', async () => {
    expect(await get('output')).toMatchObject({ kind: 'null', audible: false });
  });
});

describe('saved settings', () => {
  it('apply again when the next runtime starts, also after kill -9 right after the reply', async () => {
    const home = newHome();
    const first = await Runtime.start({ home });
    const client = await open('http', first.file);
    await client.request('set', { key: 'rate', value: 333 });
    first.child.kill('SIGKILL');
    await first.exited;
    const second = await Runtime.start({ home });
    const again = await open('http', second.file);
    expect((await again.request('get', { key: 'rate' }))['value']).toBe(333);
    await second.stop();
  });

  it('unknown keys and values out of range stay in the file; the others apply', async () => {
    const home = newHome();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'config.json'), '{"future":{"a":1},"volume":900,"rate":111}');
    const runtime = await Runtime.start({ home });
    const client = await open('http', runtime.file);
    expect((await client.request('get', { key: 'volume' }))['value']).toBe(100);
    expect((await client.request('get', { key: 'rate' }))['value']).toBe(111);
    await client.request('set', { key: 'rate', value: 112 });
    expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({
      future: { a: 1 },
      volume: 900,
      rate: 112,
    });
    await runtime.stop();
  });

  it('a file that is not a JSON object is kept as config.json.bad', async () => {
    const home = newHome();
    writeFileSync(join(home, 'config.json'), '[oops');
    const runtime = await Runtime.start({ home });
    expect(readFileSync(join(home, 'config.json.bad'), 'utf8')).toBe('[oops');
    await runtime.stop();
  });
});
