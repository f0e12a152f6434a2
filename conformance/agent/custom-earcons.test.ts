/** The user's own signs: every format that works, every file that does not. */
import { mkdirSync, rmSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../harness/clean-up.ts';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, fresh, useDesk } from './desk.ts';

interface Format {
  bits?: number;
  float?: boolean;
  channels?: number;
  rate?: number;
  seconds?: number;
  extensible?: boolean;
  /** Instead of the tag that fits. */
  tag?: number;
  silent?: boolean;
}

/** A WAV file of a tone. */
function wav({
  bits = 16,
  float = false,
  channels = 1,
  rate = 16_000,
  seconds = 0.3,
  extensible = false,
  tag = float ? 3 : 1,
  silent = false,
}: Format = {}): Buffer {
  const frames = Math.round(rate * seconds);
  const bytes = bits / 8;
  const data = Buffer.alloc(frames * channels * bytes, bits === 8 ? 128 : 0);
  const last = silent ? 0 : frames * channels;
  for (let at = 0; at < last; at++) {
    const value = Math.sin((2 * Math.PI * 440 * Math.floor(at / channels)) / rate) / 2;
    if (float && bits === 32) data.writeFloatLE(value, at * 4);
    else if (float) data.writeDoubleLE(value, at * 8);
    else if (bits === 8) data.writeUInt8(Math.round(value * 127) + 128, at);
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), at * bytes, bytes);
  }
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * bytes, 8);
  format.writeUInt16LE(channels * bytes, 12);
  format.writeUInt16LE(bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt32LE(channels === 1 ? 4 : 3, 20);
    format.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }
  const chunk = (id: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)]);
  };
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)]),
  );
}

describe.each(transports)('custom earcons over %s', (transport) => {
  const used = useDesk(transport);
  const folder = () => join(used.runtime.home, 'earcons');
  const put = (bytes: Buffer | string, kind = 'nav') =>
    writeFileSync(join(folder(), `${kind}.wav`), bytes);
  const custom = async () => (await used.desk.get('earcons'))['custom'] as string[];
  const clear = () => {
    for (const name of readdirSync(folder())) rmSync(join(folder(), name), { recursive: true });
  };
  /** Milliseconds from the beginning of a `nav` to that of the sign behind it, less the 60 between them. */
  const lengthOfNav = async (desk: Desk) => {
    const before = desk.timed().length;
    await desk.done('earcon', { kind: 'nav' });
    await desk.done('earcon', { kind: 'step' });
    for (let tries = 0; tries < 300 && desk.timed().length < before + 2; tries++) await sleep(10);
    const [first, second] = desk.timed().slice(before);
    return second![1] - first![1] - 60;
  };

  const formats: [string, Format][] = [
    ...[8, 16, 24, 32].map((bits): [string, Format] => [`${bits} bits`, { bits }]),
    ['32-bit float', { bits: 32, float: true }],
    ['64-bit float', { bits: 64, float: true }],
    ['extensible, 16 bits', { extensible: true }],
    ['extensible, 24 bits', { extensible: true, bits: 24 }],
    ['extensible, float', { extensible: true, bits: 32, float: true }],
    ['stereo', { channels: 2 }],
    ['8 kHz', { rate: 8000 }],
    ['44.1 kHz', { rate: 44_100 }],
    ['96 kHz', { rate: 96_000 }],
    ['ten seconds', { seconds: 10, rate: 8000 }],
  ];
  for (const [what, format] of formats) {
    it(`${proves('custom.formats', 'custom.listed')}: ${what}`, async () => {
      put(wav(format));
      expect(await custom()).toEqual(['nav']);
      if (format.seconds === undefined) {
        const took = await lengthOfNav(used.desk);
        expect(took).toBeGreaterThan(270);
        expect(took).toBeLessThan(700);
      }
      clear();
    });
  }

  it(proves('custom.get'), async () => {
    const { value } = await used.desk.done('get', { key: 'earcons' });
    expect(Object.keys(value).sort()).toEqual(['custom', 'folder', 'kinds']);
    expect(value.folder).toBe(folder());
    expect((value.kinds as string[]).sort()).toEqual(
      [
        'choice',
        'permission',
        'error',
        'turn_done',
        'nav',
        'nav_edge',
        'step',
        'session_change',
        'summary_failed',
      ].sort(),
    );
    expect(value.custom).toEqual([]);
    expect(await used.desk.refused('set', { key: 'earcons', value })).toBe('E_BAD_REQUEST');
  });

  it(proves('custom.next-play'), async () => {
    const { desk } = used;
    expect(await lengthOfNav(desk)).toBeLessThan(220);
    put(wav({ seconds: 0.4 }));
    expect(await lengthOfNav(desk)).toBeGreaterThan(370);
    put(wav({ seconds: 0.6 }));
    expect(await lengthOfNav(desk)).toBeGreaterThan(570);
    clear();
    expect(await lengthOfNav(desk)).toBeLessThan(220);
    expect(await custom()).toEqual([]);
  });

  it(proves('custom.any-kind'), async () => {
    for (const kind of ['turn_done', 'session_change', 'choice']) put(wav(), kind);
    put(wav(), 'bell');
    expect((await custom()).sort()).toEqual(['choice', 'session_change', 'turn_done']);
    clear();
  });

  const useless: [string, () => Buffer | string | null][] = [
    ['empty', () => ''],
    ['text', () => 'This is no sound.'],
    ['a cut header', () => wav().subarray(0, 30)],
    ['12 bits', () => wav({ bits: 16, tag: 1 }).fill(12, 34, 35)],
    ['ADPCM', () => wav({ tag: 2 })],
    ['three channels', () => wav({ channels: 3 })],
    ['silent', () => wav({ silent: true })],
    ['no samples', () => wav({ seconds: 0 })],
    ['too long', () => wav({ seconds: 10.5, rate: 8000 })],
    ['too big', () => Buffer.concat([wav(), Buffer.alloc(16 * 1024 * 1024)])],
    ['a rate of 0', () => wav().fill(0, 24, 28)],
    ['a folder', () => null],
  ];
  for (const [what, make] of useless) {
    it(`${proves('custom.refused', 'custom.refused-log')}: ${what}`, async () => {
      const { desk } = used;
      const lines = () => desk.log('nav').filter((line) => !line.startsWith('in '));
      const before = lines().length;
      const bytes = make();
      if (bytes === null) mkdirSync(join(folder(), 'nav.wav'));
      else put(bytes);
      expect(await custom()).toEqual([]);
      expect(await lengthOfNav(desk)).toBeLessThan(220);
      expect(await desk.signs(2)).toEqual(['nav', 'step']);
      expect(await custom()).toEqual([]);
      const told = lines().slice(before);
      expect(told.filter((line) => !line.startsWith('agent earcon'))).toHaveLength(1);
      clear();
    });
  }
});

describe.each(transports)('the sound of a custom earcon over %s', (transport) => {
  it(proves('custom.sound', 'custom.folder'), async () => {
    const folder = newFolder();
    const loud = (bytes: Buffer) => {
      let top = 0;
      for (let at = 44; at + 1 < bytes.length; at += 2)
        top = Math.max(top, Math.abs(bytes.readInt16LE(at)));
      return top / 32_768;
    };
    await fresh(
      transport,
      async (desk, { home }) => {
        expect(readdirSync(join(home, 'earcons'))).toEqual([]);
        writeFileSync(join(home, 'earcons', 'nav.wav'), wav({ rate: 11_025, channels: 2 }));
        await desk.done('earcon', { kind: 'nav' });
        await desk.began('♪ nav');
        await sleep(500);
      },
      { args: ['--output', `wav:${folder}`] },
    );
    const names = readdirSync(folder);
    expect(names).toEqual([expect.stringMatching(/^\d+-clip\.wav$/)]);
    const bytes = readFileSync(join(folder, names[0]!));
    const [channels, rate] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
    const seconds = bytes.readUInt32LE(40) / (2 * channels) / rate;
    expect(channels).toBe(1);
    expect(seconds).toBeCloseTo(0.3, 2);
    expect(loud(bytes)).toBeGreaterThan(0.4);
  });
});
