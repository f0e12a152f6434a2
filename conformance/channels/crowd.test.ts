/** What nobody sends by accident: the runtime answers, and others are served. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import type { Runtime } from '../harness/runtime.ts';
import { type Json, TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, long } from './rooms.ts';

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
      const some = ten.slice(0, 1000);
      const spoken = some.map((n) => ({
        type: 'speak',
        channel: `other ${n}`,
        text: `Word ${n}.`,
      }));
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

describe('a crowd of channels', () => {
  it(proves('crowd.unread'), () =>
    fresh('tcp', async (rooms, runtime) => {
      await rooms.direct(long('Hold'));
      await rooms.control('pause');
      await rooms.enter('waits');
      for (const text of ['One.', 'Two.']) await rooms.say('waits', text);
      await rooms.enter('focused');
      await rooms.done('focus', { channel: 'focused' });
      const names = ten.slice(0, 3000).map((n) => `channel ${n}`);
      await flood(
        runtime,
        names.map((channel) => ({ type: 'channel_open', channel })),
      );
      expect((await rooms.enter('focused'))['created']).toBe(false);
      await rooms.control('play');
      await rooms.skip();
      expect(await rooms.all()).toEqual(['-: Hold…', 'waits: One.', 'waits: Two.']);
    }),
  );

  it(proves('crowd.long-fields'), () =>
    fresh('http', async (rooms, runtime) => {
      const before = memory(runtime);
      const text = 'x'.repeat(1_000_000);
      for (let n = 0; n < 150; n++) {
        await rooms.request('channel_open', { channel: `a ${n}`, host_tab: text });
        await rooms.request('channel_open', { channel: `b ${n}`, label: text });
      }
      const settled = await rooms.refused('get', { key: 'channel_prefs' });
      expect(settled).toBe(undefined);
      expect(memory(runtime) - before).toBeLessThan(120);
    }),
  );
});

/** The same numbers for the same seed (mulberry32), from 0 to below `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function anything(number: (below: number) => number): Json {
  const pick = <T>(list: readonly T[]): T => list[number(list.length)]!;
  const channel = pick(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'nobody', '', 5, null, ['a']]);
  const maybe = (fields: Json) => (number(3) === 0 ? fields : {});
  switch (number(9)) {
    case 0:
      return {
        type: 'channel_open',
        channel,
        ...maybe({ policy: pick(['queue', 'latest', 'all']) }),
        ...maybe({ label: pick(['A tab', 'B tab', '', 5]) }),
        ...maybe({ host_tab: pick(['1', '2']) }),
        ...maybe({ keep_label: pick([true, false, 1]) }),
      };
    case 1:
      return number(4) === 0 ? { type: 'channel_close', channel } : { type: 'focus', channel };
    case 2:
    case 3:
    case 4:
      return {
        type: 'speak',
        text: pick(['A.', 'One. Two.', 'A longer sentence of this.', '', '...', '[fail]', 5]),
        ...(number(5) > 0 && { channel }),
        ...maybe({ mode: pick(['replace', 'append', 'front']) }),
        ...maybe({ interrupt: pick([true, true, false, 'yes']) }),
      };
    case 5:
    case 6: {
      const channels = ['next_channel', 'flush', 'back', 'restart', 'stop'];
      const core = ['pause', 'play', 'toggle', 'skip', 'previous', 'next', 'mute', 'unmute', 'x'];
      return { type: 'control', action: pick([...channels, ...core]), ...maybe({ channel }) };
    }
    case 7: {
      const value = {
        channel,
        ...maybe({ label: pick(['Mine', '', null, 7]) }),
        ...maybe({ muted: pick([true, false, false, 'x']) }),
        ...(number(8) === 0 && { forget: true }),
      };
      return { type: 'set', key: 'channel_prefs', value };
    }
    default:
      return pick([
        { type: 'get', key: 'channel_prefs' },
        { type: 'set', key: 'channel_announce', value: pick(['on', 'off', 5]) },
        { type: 'set', key: 'announce_voice', value: pick([null, 5, { engine: 'x', voice: 'y' }]) },
      ]);
  }
}

describe('any order', () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`${proves('crowd.random')}: ${seed}`, () =>
      fresh('tcp', async (rooms, runtime) => {
        const number = numbers(seed);
        const { listener } = rooms;
        for (let round = 0; round < 12; round++) {
          const some = Array.from({ length: 40 }, () => anything(number));
          for (const code of await flood(runtime, some)) expect(codes).toContain(code);
        }
        await rooms.control('play');
        await rooms.reset();
        expect(await rooms.preferences()).toEqual([]);
        const before = (await rooms.all()).length;
        await rooms.enter('last');
        for (const text of ['Still.', 'Here.']) await rooms.say('last', text);
        const after = ['last: Still.', 'last: Here.'];
        expect((await rooms.all()).slice(before)).toEqual(after);
        const phases = listener.phases();
        const ends = phases
          .filter((line) => !line.endsWith('started'))
          .map((line) => line.split(' ')[0]);
        expect(new Set(phases).size).toBe(phases.length);
        expect(new Set(ends).size).toBe(ends.length);
        const starts = phases
          .filter((line) => line.endsWith('started'))
          .map((line) => line.split(' ')[0]);
        expect(starts.filter((id) => !ends.includes(id))).toEqual([]);
      }));
  }
});
