import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { open, transports } from '../harness/client.ts';
import { Runtime } from '../harness/runtime.ts';
import { useClient } from '../harness/set-up.ts';
import { proves } from '../proves.ts';

describe.each(transports)('settings over %s', (transport) => {
  const { runtime, client } = useClient(transport);
  const get = async (key: string) => (await client.request('get', { key }))['value'] as unknown;
  const set = (key: string, value: unknown) => client.request('set', { key, value });
  const code = async (key: string, value: unknown) => (await set(key, value))['error']?.code;

  const good = {
    volume: [0, 1, 99, 100],
    rate: [100, 101, 399, 400, 250],
    engine: ['fake'],
    debug_log: [false, true],
    paths: ['last_two', 'last_three', 'full', 'short'],
    loudness: [null, -30, -22.5, -10, -16],
    live_rate: ['on', 'off'],
    kokoro_backend: ['webgpu', 'wasm', 'native', 'auto'],
    idle: [null, 1, 60, 1440, 30],
    voice: ['silence', 'tone', null],
    pronunciations: [
      [{ word: 'Sonara', say: 'so nah rah' }],
      [
        { word: 'nginx', say: 'engine x' },
        { word: 'Nginx', say: 'engine ex' },
      ],
      [],
    ],
  };
  const takes = <T>(name: string, key: string, values: readonly T[]) => {
    for (const value of values) {
      it(`${name}: ${JSON.stringify(value)}`, async () => {
        expect(await set(key, value)).toEqual({ ok: true, key, value });
        expect(await client.request('get', { key })).toEqual({ ok: true, key, value });
      });
    }
  };
  takes(proves('set.volume', 'set.reply', 'get.reply'), 'volume', good.volume);
  takes(proves('set.rate'), 'rate', good.rate);
  takes(proves('set.engine'), 'engine', good.engine);
  takes(proves('set.debug-log'), 'debug_log', good.debug_log);
  takes(proves('set.paths', 'version.paths'), 'paths', good.paths);
  takes(proves('set.loudness'), 'loudness', good.loudness);
  takes(proves('set.live-rate'), 'live_rate', good.live_rate);
  takes(proves('set.kokoro-backend'), 'kokoro_backend', good.kokoro_backend);
  takes(proves('set.model-idle'), 'model_idle', good.idle);
  takes(proves('set.browser-idle'), 'browser_idle', good.idle);
  takes(proves('set.voice', 'set.voice-null'), 'voice', good.voice);
  takes(
    proves('set.pronunciations', 'version.pronunciations'),
    'pronunciations',
    good.pronunciations,
  );

  it(proves('set.voice-name'), async () => {
    expect(await set('voice', 'Fake silence')).toEqual({
      ok: true,
      key: 'voice',
      value: 'silence',
    });
    expect(await get('voice')).toBe('silence');
    await set('voice', null);
  });

  it(proves('set.pronunciations-limits'), async () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ word: `w${n}`, say: 's' }));
    const entry = (word: string, say: string) => [{ word, say }];
    expect(await get('pronunciations')).toEqual([]);
    for (const fits of [list(200), entry('x'.repeat(60), 'y'.repeat(200))])
      expect(await set('pronunciations', fits)).toMatchObject({ ok: true, value: fits });
    const wrong = [
      list(201),
      entry('x'.repeat(61), 'y'),
      entry('x', 'y'.repeat(201)),
      entry('', 'y'),
      entry(' \t', 'y'),
      entry('x', ''),
      entry('x', '  '),
    ];
    for (const value of wrong) expect(await code('pronunciations', value)).toBe('E_BAD_REQUEST');
    await set('pronunciations', []);
  });

  it(proves('set.pronunciations-last'), async () => {
    const value = [
      { word: 'a', say: 'one' },
      { word: 'b', say: 'two' },
      { word: 'a', say: 'three' },
    ];
    const reply = await set('pronunciations', value);
    const of = (word: string) =>
      (reply['value'] as typeof value).filter((entry) => entry.word === word);
    expect([of('a'), of('b')]).toEqual([
      [{ word: 'a', say: 'three' }],
      [{ word: 'b', say: 'two' }],
    ]);
    expect(await get('pronunciations')).toEqual(reply['value']);
    await set('pronunciations', []);
  });

  describe('a refused value', () => {
    const config = () => join(runtime.home, 'config.json');
    beforeEach(() => rmSync(config(), { force: true }));

    const bad: [string, unknown][] = [
      ...[-1, 101, 1.5, 'loud', '50', null, true, [50], {}].map((value): [string, unknown] => [
        'volume',
        value,
      ]),
      ...[99, 401, 250.5, '250', null, true, 50].map((value): [string, unknown] => ['rate', value]),
      ...[5, true, ['tone'], {}].map((value): [string, unknown] => ['voice', value]),
      ...[5, null, ['fake']].map((value): [string, unknown] => ['engine', value]),
      ...['yes', 1, 0, null].map((value): [string, unknown] => ['debug_log', value]),
      ...['', 'Short', 'last_four', 2, null, ['full']].map((value): [string, unknown] => [
        'paths',
        value,
      ]),
      ...[0, -9.9, -31, '-16', true, {}].map((value): [string, unknown] => ['loudness', value]),
      ...['On', true, null, 1].map((value): [string, unknown] => ['live_rate', value]),
      ...['Auto', 'cpu', '', null, 1].map((value): [string, unknown] => ['kokoro_backend', value]),
      ...['model_idle', 'browser_idle'].flatMap((key) =>
        [0, 1441, -1, 1.5, '30', true, []].map((value): [string, unknown] => [key, value]),
      ),
      ...['a', null, {}, ['a'], [{ word: 'a' }], [{ say: 'a' }], [{ word: 1, say: 'a' }]].map(
        (value): [string, unknown] => ['pronunciations', value],
      ),
    ];
    for (const [key, value] of bad) {
      it(`${proves('set.bad', 'saved.refused')}: ${key} ${JSON.stringify(value)}`, async () => {
        const before = await get(key);
        expect(await code(key, value)).toBe('E_BAD_REQUEST');
        expect(await get(key)).toEqual(before);
        expect(existsSync(config())).toBe(false);
      });
    }

    it(proves('set.missing'), async () => {
      for (const fields of [{}, { key: 5 }, { key: null }, { value: 1 }])
        expect((await client.request('set', fields))['error']?.code).toBe('E_BAD_REQUEST');
      for (const key of ['volume', 'voice'])
        expect((await client.request('set', { key }))['error']?.code).toBe('E_BAD_REQUEST');
      for (const fields of [{}, { key: 5 }, { key: null }])
        expect((await client.request('get', fields))['error']?.code).toBe('E_BAD_REQUEST');
    });

    for (const key of ['nonsense', 'Volume', '', '__proto__', 'constructor', '_migrated']) {
      it(`${proves('set.unknown-key', 'saved.refused')}: ${JSON.stringify(key)}`, async () => {
        expect((await client.request('get', { key }))['error']?.code).toBe('E_BAD_REQUEST');
        expect(await code(key, 1)).toBe('E_BAD_REQUEST');
        expect(existsSync(config())).toBe(false);
      });
    }

    for (const voice of ['nobody', '', 'af_heart']) {
      it(`${proves('set.voice-unknown', 'saved.refused')}: ${JSON.stringify(voice)}`, async () => {
        expect(await code('voice', voice)).toBe('E_NOT_FOUND');
        expect(existsSync(config())).toBe(false);
      });
    }

    for (const engine of ['nothing', '', 'Fake']) {
      it(`${proves('set.engine-unknown', 'saved.refused')}: ${JSON.stringify(engine)}`, async () => {
        expect(await code('engine', engine)).toBe('E_NOT_FOUND');
        expect(existsSync(config())).toBe(false);
      });
    }
  });

  it(proves('saved.only-set', 'saved.default-too', 'saved.before-reply'), async () => {
    rmSync(join(runtime.home, 'config.json'), { force: true });
    const fresh = await Runtime.start();
    const own = await open(transport, fresh.file);
    const saved = () => JSON.parse(readFileSync(join(fresh.home, 'config.json'), 'utf8'));
    await own.request('set', { key: 'volume', value: 100 });
    expect(saved()).toEqual({ volume: 100 });
    await own.request('set', { key: 'rate', value: 300 });
    expect(saved()).toEqual({ volume: 100, rate: 300 });
    const words = [{ word: 'a', say: 'b' }];
    await own.request('set', { key: 'pronunciations', value: words });
    expect(saved()).toEqual({ volume: 100, rate: 300, pronunciations: words });
    own.close();
    await fresh.stop();
  });

  describe('voices', () => {
    const voice = {
      language: 'en-US',
      engine: 'fake',
      license_class: 'permissive',
      installed: true,
    };
    const fakes = [
      { id: 'tone', name: 'Fake tone', ...voice },
      { id: 'silence', name: 'Fake silence', ...voice },
    ];

    it(proves('voices.fields', 'voices.engine', 'fake.voices'), async () => {
      expect(await client.request('voices', { engine: 'fake' })).toEqual({
        ok: true,
        voices: fakes,
      });
    });

    it(proves('voices.all'), async () => {
      expect((await client.request('voices'))['voices']).toEqual(fakes);
    });

    it(proves('voices.refresh'), async () => {
      for (const refresh of [true, false]) {
        const reply = await client.request('voices', { engine: 'fake', refresh });
        expect(reply['voices']).toEqual(fakes);
      }
    });

    it(proves('voices.unknown'), async () => {
      const reply = await client.request('voices', { engine: 'nope' });
      expect(reply['error']?.code).toBe('E_NOT_FOUND');
    });

    for (const [field, value] of [
      ['engine', 5],
      ['engine', ['fake']],
      ['refresh', 'yes'],
      ['refresh', 1],
    ] as const) {
      it(`${proves('voices.types')}: ${field} ${JSON.stringify(value)}`, async () => {
        const reply = await client.request('voices', { [field]: value });
        expect(reply['error']?.code).toBe('E_BAD_REQUEST');
      });
    }

    it(proves('voices.profile'), async () => {
      const reply = await client.request('voices', { profile: { kind: 'openai' }, secret: 'x' });
      expect(reply['error']?.code).toBe('E_UNSUPPORTED');
    });
  });
});
