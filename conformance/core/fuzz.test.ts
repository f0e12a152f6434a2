/**
 * Random requests, bytes and splits, from a seed that is printed: never a crash, never a hang, never
 * an answer that is not the protocol's. SONARA_FUZZ_SEED repeats a run, SONARA_FUZZ_SECONDS sets its length
 * (30 s, both transports at once).
 */
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { useRuntime } from '../harness/set-up.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const seed = Number(process.env['SONARA_FUZZ_SEED'] ?? 20261130);
const seconds = Number(process.env['SONARA_FUZZ_SECONDS'] ?? 30);
const codes = [
  'E_AUTH',
  'E_BAD_REQUEST',
  'E_UNKNOWN_TYPE',
  'E_UNSUPPORTED',
  'E_INCOMPATIBLE',
  'E_BUSY',
  'E_ENGINE',
  'E_NOT_FOUND',
  'E_FORBIDDEN',
];

/** A generator of small whole numbers that can be repeated. */
function generator(from: number): (below: number) => number {
  let value = from >>> 0;
  return (below) => {
    value = (Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return Math.floor((value / 2 ** 32) * below);
  };
}

class Fuzz {
  readonly number: (below: number) => number;

  constructor(from: number) {
    this.number = generator(from);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.number(list.length)]!;
  }

  string(): string {
    const alphabet = [
      'a',
      ' ',
      '.',
      '"',
      '\\',
      '\n',
      '\0',
      'é',
      '日',
      '😀',
      '\ud800',
      '\udc00',
      '\u2028',
      '[',
    ];
    return Array.from({ length: this.number(12) }, () => this.pick(alphabet)).join('');
  }

  value(depth = 0): unknown {
    switch (this.number(depth > 3 ? 7 : 10)) {
      case 0:
        return null;
      case 1:
        return this.number(2) === 0;
      case 2:
        return this.pick([0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, 100, 250]);
      case 3:
      case 4:
        return this.string();
      case 5:
        return this.pick([
          'stop',
          'skip',
          'volume',
          'rate',
          'voice',
          'engine',
          'state',
          'silence',
          'core',
        ]);
      case 6:
        return this.number(500);
      case 7:
        return Array.from({ length: this.number(4) }, () => this.value(depth + 1));
      default:
        return Object.fromEntries(
          Array.from({ length: this.number(4) }, () => [this.string(), this.value(depth + 1)]),
        );
    }
  }

  request(): { type: string; fields: Json } {
    const type = this.pick([
      'hello',
      'speak',
      'speak',
      'control',
      'control',
      'set',
      'get',
      'voices',
      'subscribe',
      'channel_open',
      'engine_add',
      'shutdown',
      'constructor',
      '__proto__',
      'toString',
      this.string(),
    ]);
    const fields: Json = {};
    const names = [
      'text',
      'mode',
      'interrupt',
      'label',
      'voice',
      'rate',
      'action',
      'key',
      'value',
      'engine',
      'refresh',
      'profile',
      'events',
      'require',
      'extensions',
      'protocol',
      'token',
      '__proto__',
      'constructor',
      'id',
    ];
    for (let n = this.number(5); n > 0; n--) {
      Object.defineProperty(fields, this.pick(names), {
        value: this.value(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    // Most of the time something that means something, so that deeper code is reached.
    if (type === 'speak' && this.number(2))
      fields['text'] = `Words ${this.string()} [fail] more. And more.`;
    if (type === 'control' && this.number(3)) {
      fields['action'] = this.pick([
        'play',
        'pause',
        'toggle',
        'stop',
        'skip',
        'previous',
        'next',
        'restart',
        'mute',
      ]);
    }
    return { type, fields };
  }

  /** JSON of a number as few write it. */
  oddNumber(): string {
    const digits = () => String(this.number(1_000_000));
    return `${this.pick(['', '-'])}${this.pick(['0', `1${digits()}${digits()}${digits()}`])}${this.pick(['', '.0', `.${digits()}`])}${this.pick(['', 'e5', 'E+400', 'e-7'])}`;
  }

  /** One line that may or may not be a request. Holds no line end. */
  line(): Buffer {
    const { type, fields } = this.request();
    const json = JSON.stringify({ ...fields, type });
    switch (this.number(7)) {
      case 0:
        return Buffer.from(json.slice(0, this.number(json.length)));
      case 1: {
        const bytes = Buffer.from(json);
        bytes[this.number(bytes.length)] = this.number(256);
        return Buffer.from(bytes.filter((byte) => byte !== 10));
      }
      case 2: {
        const depth = 1 + this.number(20_000);
        return Buffer.from(`{"id":1,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      }
      case 3: {
        const id = this.pick([this.oddNumber(), `[ ${this.oddNumber()},"]}" ]`]);
        return Buffer.from(`${json.slice(0, -1)} , "i\\u0064" :\t${id} }`);
      }
      default:
        return Buffer.from(json);
    }
  }
}

/** JSON of the id of a line, undefined when it has none or is none. */
function idOf(line: Buffer): string | undefined {
  try {
    const request: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    return isObject(request) && Object.hasOwn(request, 'id')
      ? JSON.stringify(request['id'])
      : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expectReply(reply: Json): void {
  if (reply['ok'] === true) return;
  expect(reply['ok']).toBe(false);
  expect(codes).toContain(reply['error'].code);
  expect(reply['error'].message).toEqual(expect.any(String));
  // A bug of ours would read so.
  expect(reply['error'].message).not.toContain('internal error');
}

describe(`fuzz, seed ${seed}`, () => {
  const runtime = useRuntime();

  const alive = async () => {
    const client = await TcpClient.greet(runtime.file);
    expect((await client.request('get', { key: 'debug_log' }))['ok']).toBe(true);
    client.close();
    expect(runtime.child.exitCode).toBe(null);
  };

  const limit = (seconds + 30) * 1000;
  it.concurrent(
    `${proves('transport.survives')}: TCP: every line gets one reply, with its id, in whatever pieces it comes`,
    async () => {
      const until = Date.now() + seconds * 1000;
      for (let round = 0; Date.now() < until; round++) {
        const fuzz = new Fuzz(seed + round);
        const client = await TcpClient.greet(runtime.file);
        const lines = Array.from({ length: 40 }, () => fuzz.line());
        const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
        for (let at = 0; at < bytes.length;) {
          const size = 1 + fuzz.number(fuzz.pick([3, 100, 5000]));
          client.raw(bytes.subarray(at, at + size));
          at += size;
          if (fuzz.number(8) === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        for (const line of lines) {
          const reply = await client.reply();
          expectReply(reply);
          expect(JSON.stringify(reply['id'])).toBe(idOf(line));
        }
        client.close();
      }
      await alive();
    },
    limit,
  );

  it.concurrent(
    `${proves('transport.survives')}: HTTP: every body gets the answer its status names`,
    async () => {
      const until = Date.now() + seconds * 1000;
      for (let round = 0; Date.now() < until; round++) {
        const fuzz = new Fuzz(seed * 7 + round);
        await Promise.all(
          Array.from({ length: 10 }, async () => {
            const { type, fields } = fuzz.request();
            const body = fuzz.number(3) === 0 ? fuzz.line() : JSON.stringify(fields);
            const path = `/v1/${encodeURIComponent(type.replace(/[\ud800-\udfff]/g, ''))}`;
            const { status, body: reply } = await post(runtime.file, path, body);
            expectReply(reply);
            expect(status === 200).toBe(reply['ok']);
          }),
        );
      }
      await alive();
    },
    limit,
  );

  it(`${proves('transport.survives')}: TCP: bytes before hello are refused and end the connection`, async () => {
    for (let round = 0; round < 100; round++) {
      const fuzz = new Fuzz(seed * 3 + round);
      const client = await TcpClient.open(runtime.file);
      client.raw(Buffer.concat([fuzz.line(), Buffer.from('\n')]));
      expect((await client.reply())['error'].code).toBe('E_AUTH');
      await client.closed();
    }
    await alive();
  });

  it(`${proves('transport.survives')}: TCP: a hang-up at any moment hurts nobody`, async () => {
    for (let round = 0; round < 150; round++) {
      const fuzz = new Fuzz(seed * 5 + round);
      const client = await TcpClient.greet(runtime.file);
      const bytes = Buffer.concat(
        Array.from({ length: 5 }, () => Buffer.concat([fuzz.line(), Buffer.from('\n')])),
      );
      client.raw(bytes.subarray(0, fuzz.number(bytes.length)));
      if (fuzz.number(2)) client.socket.resetAndDestroy();
      else client.close();
    }
    await alive();
  });
});
