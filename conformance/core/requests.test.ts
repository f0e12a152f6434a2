import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { useClient } from '../harness/set-up.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

describe.each(transports)('requests over %s', (transport) => {
  const { runtime, client } = useClient(transport);

  describe('the id', () => {
    const ids = [0, 7, -1.5, 1e300, '', 'x', '\u0000é😀', null, true, false];
    for (const id of [...ids, [], [1, [null]], {}, { a: { b: [1, 'x'] } }]) {
      it(`${proves('request.id')}: ${JSON.stringify(id)}`, async () => {
        const reply = await client.request('get', { key: 'volume', id });
        expect(reply).toEqual({ id, ok: true, key: 'volume', value: 100 });
      });
    }

    const numbers = ['9007199254740993', '12345678901234567890', '-0', '1.0', '1E400', '1e-9'];
    for (const number of [...numbers, '0.1000000000000000055', '[1.0, 9007199254740993]']) {
      it(`${proves('request.id-number')}: ${number}`, async () => {
        for (const json of [`{"key":"volume","id":${number}}`, `{"id" : ${number} ,"key":"nope"}`])
          expect(await client.rawRequest('get', json)).toContain(`"id":${number},`);
      });
    }

    it(proves('request.id-error'), async () => {
      const failing: [string, Json][] = [
        ['nonsense', {}],
        ['get', { key: 'nope' }],
        ['set', { key: 'volume', value: 'loud' }],
        ['set', { key: 'voice', value: 'nobody' }],
        ['hello', { token: runtime.file.token, require: ['nope'] }],
        ['channel_open', { channel: 'a' }],
      ];
      for (const [type, fields] of failing) {
        const reply = await client.request(type, { ...fields, id: [type] });
        expect(reply).toMatchObject({ id: [type], ok: false });
      }
    });

    it(proves('request.no-id'), async () => {
      expect(await client.request('get', { key: 'volume' })).not.toHaveProperty('id');
      expect(await client.request('nonsense')).not.toHaveProperty('id');
    });
  });

  it(proves('request.error-shape'), async () => {
    for (const [type, fields] of [
      ['nonsense', {}],
      ['speak', {}],
      ['get', { key: 'nope' }],
      ['voices', { engine: 'nope' }],
    ] as const) {
      const error = { code: expect.stringMatching(/^E_[A-Z_]+$/), message: expect.any(String) };
      expect(await client.request(type, fields)).toEqual({ ok: false, error });
    }
  });

  const every: [string, Json, string[]][] = [
    ['speak', { text: 'x' }, ['item_id']],
    ['control', { action: 'stop' }, []],
    ['set', { key: 'volume', value: 100 }, ['key', 'value']],
    ['get', { key: 'volume' }, ['key', 'value']],
    ['voices', {}, ['voices']],
    ['history', {}, ['entries', 'more']],
    ['hello', {}, ['version', 'protocol', 'capabilities', 'extensions', 'unavailable']],
  ];
  for (const [type, fields, answered] of every) {
    const request = (more: Json = {}) =>
      client.request(type, {
        ...fields,
        ...(type === 'hello' && { token: runtime.file.token }),
        ...more,
      });

    it(`${proves('request.exact-fields')}: ${type}`, async () => {
      expect(Object.keys(await request()).sort()).toEqual(['ok', ...answered].sort());
    });

    it(`${proves('request.unknown-fields')}: ${type}`, async () => {
      const more = { colour: 'blue', nested: { a: [1] }, events: 5, constructor: 1, toString: 2 };
      expect((await request(more))['ok']).toBe(true);
      const json = JSON.stringify({
        ...fields,
        ...(type === 'hello' && { token: runtime.file.token }),
      });
      const proto = `${json.slice(0, -1)}${json === '{}' ? '' : ','}"__proto__":{"ok":1}}`;
      expect(JSON.parse(await client.rawRequest(type, proto))).toMatchObject({ ok: true });
    });
  }

  describe('what is not there', () => {
    for (const type of ['nonsense', 'Speak', 'speak ', 'constructor', '__proto__', 'toString']) {
      it(`${proves('errors.unknown-type')}: ${type}`, async () => {
        // On HTTP the path is one.
        const reply = await client.request(transport === 'http' ? encodeURIComponent(type) : type);
        expect(reply['error']?.code).toBe('E_UNKNOWN_TYPE');
      });
    }

    const types = {
      channels: ['channel_open', 'channel_close', 'focus'],
      agent: ['stream', 'turn_start', 'turn_end', 'ask', 'tool', 'answered', 'earcon'],
      agentToo: ['question_shown'],
      system: ['shutdown', 'preview'],
    };
    for (const type of Object.values(types).flat()) {
      it(`${proves('errors.extension-type')}: ${type}`, async () => {
        const reply = await client.request(type, { channel: 'a', text: 'x', kind: 'question' });
        expect(reply['error']?.code).toBe('E_UNSUPPORTED');
      });
    }

    for (const name of ['list', 'add', 'remove', 'key', 'reload', 'test', 'models']) {
      it(`${proves('errors.engines-type')}: engine_${name}`, async () => {
        const reply = await client.request(`engine_${name}`, { id: 'x', profile: {} });
        expect(reply['error']?.code).toBe('E_UNSUPPORTED');
      });
    }

    for (const action of ['next_channel', 'flush', 'back', 'next_question', 'previous_question']) {
      it(`${proves('errors.extension-action')}: ${action}`, async () => {
        const reply = await client.request('control', { action });
        expect(reply['error']?.code).toBe('E_UNSUPPORTED');
      });
    }

    const keys = {
      channels: ['channel_announce', 'announce_voice', 'channel_prefs'],
      agent: ['mute_level', 'verbosity', 'read_mode', 'flush_scope', 'minqueue', 'summaries'],
      code: ['code_speed', 'code_pause', 'code_step', 'question_step', 'background_policy'],
      system: ['audio_mode', 'duck_level', 'hotkeys', 'settings_url', 'runtime'],
    };
    for (const key of Object.values(keys).flat()) {
      it(`${proves('errors.extension-key')}: ${key}`, async () => {
        expect((await client.request('get', { key }))['error']?.code).toBe('E_UNSUPPORTED');
        const set = await client.request('set', { key, value: 1 });
        expect(set['error']?.code).toBe('E_UNSUPPORTED');
      });
    }
  });
});
