import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { newHome, Runtime, sleep } from '../harness/runtime.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const get = async (runtime: Runtime, key: string) =>
  (await post(runtime.file, '/v1/get', { key })).body['value'] as unknown;
const set = (runtime: Runtime, key: string, value: unknown) =>
  post(runtime.file, '/v1/set', { key, value });
const config = (home: string) =>
  JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as Json;
const log = (home: string) => readFileSync(join(home, 'logs', 'sonarad.log'), 'utf8');

/** Runs a runtime over a home whose config.json holds this text. @returns the home, after its end */
async function over(text: string, work: (runtime: Runtime) => Promise<void>): Promise<string> {
  const home = newHome();
  writeFileSync(join(home, 'config.json'), text);
  const runtime = await Runtime.start({ home });
  await work(runtime);
  await runtime.stop({ keepHome: true });
  return home;
}

const values: Json = {
  volume: 12,
  rate: 333,
  voice: 'silence',
  engine: 'fake',
  debug_log: false,
  paths: 'full',
  pronunciations: [{ word: 'nginx', say: 'engine x' }],
};

describe('a fresh home', () => {
  it(proves('saved.fresh', 'saved.others', 'fake.no-files'), async () => {
    const runtime = await Runtime.start();
    await post(runtime.file, '/v1/speak', { text: 'One.' });
    await set(runtime, 'rate', 99);
    await sleep(200);
    const files = readdirSync(runtime.home, { recursive: true, encoding: 'utf8' });
    // What was heard is no setting.
    const expected = ['runtime.json', 'logs', 'earcons', 'ledger.jsonl'];
    const others = files.filter((name) => !expected.includes(name) && !/^logs[\\/]/.test(name));
    await runtime.stop();
    // A lock that dies with its process may be a file.
    expect(others.filter((name) => !name.endsWith('lock'))).toEqual([]);
  });

  const defaults: [string, unknown][] = [
    ['volume', 100],
    ['rate', 250],
    ['voice', null],
    ['debug_log', true],
    ['paths', 'short'],
    ['pronunciations', []],
  ];
  it(proves('saved.defaults'), async () => {
    const runtime = await Runtime.start();
    for (const [key, value] of defaults) expect(await get(runtime, key), key).toEqual(value);
    await runtime.stop();
  });
});

describe('what was set', () => {
  it(proves('saved.applies'), async () => {
    const home = newHome();
    const first = await Runtime.start({ home });
    for (const [key, value] of Object.entries(values)) await set(first, key, value);
    await first.stop({ keepHome: true });
    const second = await Runtime.start({ home });
    for (const [key, value] of Object.entries(values))
      expect(await get(second, key), key).toEqual(value);
    await second.stop();
  });

  it(proves('saved.before-reply'), async () => {
    const home = newHome();
    for (let rate = 300; rate < 305; rate++) {
      const runtime = await Runtime.start({ home });
      await set(runtime, 'rate', rate);
      await runtime.kill();
      expect(config(home)).toEqual({ rate });
    }
  });

  it(proves('saved.engine-same'), async () => {
    const runtime = await Runtime.start();
    await set(runtime, 'voice', 'silence');
    await set(runtime, 'engine', 'fake');
    expect(await get(runtime, 'voice')).toBe('silence');
    expect(config(runtime.home)).toEqual({ voice: 'silence', engine: 'fake' });
    await runtime.stop();
  });
});

describe('a config.json that is no JSON object', () => {
  for (const text of ['[oops', '', '[1]', 'null', '"x"', '{"rate":300', '{"rate":300}}']) {
    it(
      `${proves('saved.bad', 'saved.bad-copy', 'saved.bad-replaced', 'saved.bad-logged')}: ` +
        JSON.stringify(text),
      async () => {
        const home = await over(text, async (runtime) => {
          expect(await get(runtime, 'rate')).toBe(250);
          expect(readFileSync(join(runtime.home, 'config.json.bad'), 'utf8')).toBe(text);
          await set(runtime, 'rate', 301);
        });
        expect(config(home)).toEqual({ rate: 301 });
        expect(readFileSync(join(home, 'config.json.bad'), 'utf8')).toBe(text);
        expect(log(home)).toContain('config.json');
      },
    );
  }
});

describe('a saved value', () => {
  const text = '{"future":{"a":[1]},"volume":900,"paths":5,"rate":111,"audio_mode":"duck"}';

  it(proves('saved.range'), async () => {
    await over(text, async (runtime) => {
      expect(await get(runtime, 'volume')).toBe(100);
      expect(await get(runtime, 'paths')).toBe('short');
      expect(await get(runtime, 'rate')).toBe(111);
    });
  });

  it(proves('saved.range-logged'), async () => {
    const home = await over(text, async () => {});
    const lines = log(home).split('\n');
    expect(lines.filter((line) => line.includes('volume'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('paths'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('rate'))).toHaveLength(0);
  });

  it(proves('saved.kept', 'saved.extension-keys'), async () => {
    const home = await over(text, async (runtime) => void (await set(runtime, 'rate', 112)));
    expect(config(home)).toEqual({ ...JSON.parse(text), rate: 112 });
  });

  it(`${proves('saved.kept')}: as it is written there`, async () => {
    const written = '{"later":12345678901234567890,"small":1e-400,"rate":111}';
    const home = await over(written, async (runtime) => void (await set(runtime, 'rate', 112)));
    const text = readFileSync(join(home, 'config.json'), 'utf8');
    expect(text).toContain('12345678901234567890');
    expect(text).toContain('1e-400');
    expect(config(home)['rate']).toBe(112);
  });

  it('in a file that is not UTF-8 applies, and the file is kept as config.json.bad', async () => {
    const home = newHome();
    const bytes = Buffer.from('{"later":"\xe9","rate":111}', 'latin1');
    writeFileSync(join(home, 'config.json'), bytes);
    const runtime = await Runtime.start({ home });
    expect(await get(runtime, 'rate')).toBe(111);
    await set(runtime, 'rate', 112);
    await runtime.stop({ keepHome: true });
    expect(readFileSync(join(home, 'config.json.bad')).equals(bytes)).toBe(true);
    expect(log(home)).toContain('config.json.bad');
  });

  it(proves('saved.kept-until-set'), async () => {
    const home = await over(text, async (runtime) => void (await set(runtime, 'volume', 50)));
    expect(config(home)).toEqual({ ...JSON.parse(text), volume: 50 });
  });

  it(proves('saved.voice-missing', 'saved.voice-logged', 'saved.voice-kept'), async () => {
    const saved = '{"voice":"af_heart","rate":300}';
    const home = await over(saved, async (runtime) => {
      expect(await get(runtime, 'voice')).toBe(null);
      expect(await get(runtime, 'rate')).toBe(300);
      await set(runtime, 'rate', 301);
    });
    expect(config(home)).toEqual({ voice: 'af_heart', rate: 301 });
    expect(log(home)).toContain('af_heart');
  });

  it(proves('saved.engine-flag'), async () => {
    const home = await over('{"engine":"kokoro"}', async (runtime) => {
      expect(await get(runtime, 'engine')).toBe('fake');
      await set(runtime, 'rate', 301);
    });
    expect(config(home)).toEqual({ engine: 'kokoro', rate: 301 });
  });
});

describe('kill -9 while settings are written', () => {
  it(
    proves('saved.atomic', 'saved.no-temp'),
    async () => {
      const home = newHome();
      const word = (n: number) =>
        Array.from({ length: 200 }, (_, at) => ({ word: `w${at}`, say: `${n} `.repeat(40) }));
      let sent = -1;
      const acknowledged: number[] = [];
      for (let round = 0; round < 12; round++) {
        const runtime = await Runtime.start({ home });
        expect(readdirSync(home).filter((name) => /te?mp/.test(name))).toEqual([]);
        if (round > 0) {
          // What the killed one left is what the next one says.
          const held = (await get(runtime, 'pronunciations')) as { say: string }[];
          const value = Number(held[0]!.say.split(' ')[0]);
          expect(value).toBeGreaterThanOrEqual(acknowledged.at(-1)!);
          expect(value).toBeLessThanOrEqual(sent);
          expect(held).toEqual(word(value));
        }
        const writing = (async () => {
          for (;;) {
            sent++;
            const { body } = await set(runtime, 'pronunciations', word(sent));
            if (body['ok'] === true) acknowledged.push(sent);
          }
        })().catch(() => {});
        while (acknowledged.length === 0) await sleep(1);
        await sleep(Math.random() * 40);
        await runtime.kill();
        await writing;
        // 16 kB are more than one write of a page.
        expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toHaveProperty(
          'pronunciations',
        );
      }
      expect(existsSync(join(home, 'config.json.bad'))).toBe(false);
    },
    60_000,
  );
});
