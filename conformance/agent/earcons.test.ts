/** The short signs: one at a time, over the speech. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

const kinds = [
  'choice',
  'permission',
  'error',
  'turn_done',
  'nav',
  'nav_edge',
  'step',
  'session_change',
  'summary_failed',
];

describe.each(transports)('earcons over %s', (transport) => {
  const used = useDesk(transport);
  const play = (...given: string[]) =>
    Promise.all(given.map((kind) => used.desk.done('earcon', { kind })));
  const playing = async (desk: Desk, count: number) => {
    for (let tries = 0; tries < 300 && desk.chimes().length < count; tries++) await sleep(10);
  };
  const gap = (desk: Desk, first: string, second: string) => {
    const timed = new Map(desk.timed());
    return timed.get(`♪ ${second}`)! - timed.get(`♪ ${first}`)!;
  };

  for (const kind of kinds) {
    it(`${proves('earcon.kinds', 'earcon.event')}: ${kind}`, async () => {
      const { desk } = used;
      expect(await desk.done('earcon', { kind })).toEqual({ ok: true });
      await desk.began(`♪ ${kind}`);
      const events = desk.heard.filter(({ event }) => event['event'] === 'earcon');
      expect(events.map(({ event }) => event)).toEqual([{ event: 'earcon', kind }]);
    });
  }

  for (const kind of [undefined, null, '', 5, 'bell', 'constructor', ['nav']]) {
    it(`${proves('earcon.types')}: ${JSON.stringify(kind)}`, async () => {
      expect(await used.desk.refused('earcon', { kind })).toBe('E_BAD_REQUEST');
    });
  }

  it(proves('earcon.one', 'earcon.order'), async () => {
    const { desk } = used;
    await play('nav', 'nav_edge', 'step');
    await playing(desk, 3);
    expect(await desk.signs(3)).toEqual(['nav', 'nav_edge', 'step']);
    // The bundled signs last 90 ms and 180 ms; 60 ms lie between two.
    for (const [took, least] of [
      [gap(desk, 'nav', 'nav_edge'), 150],
      [gap(desk, 'nav_edge', 'step'), 240],
    ] as const) {
      expect(took).toBeGreaterThan(least - 25);
      expect(took).toBeLessThan(least + 300);
    }
  });

  it(proves('earcon.duplicate'), async () => {
    const { desk } = used;
    await play('error', 'nav');
    await play('nav');
    await sleep(900);
    expect(await desk.signs(2)).toEqual(['error', 'nav']);
    await play('nav');
    await playing(desk, 3);
    expect(await desk.signs(3)).toEqual(['error', 'nav', 'nav']);
  });

  it(`${proves('earcon.duplicate')}: not one with another between`, async () => {
    const { desk } = used;
    await play('nav');
    await play('step');
    await play('nav');
    await playing(desk, 3);
    expect(await desk.signs(3)).toEqual(['nav', 'step', 'nav']);
  });

  it(proves('earcon.three'), async () => {
    const { desk } = used;
    const before = desk.log('earcon', 'dropped').length;
    for (const kind of ['choice', 'nav', 'step', 'error', 'nav_edge']) await play(kind);
    await sleep(1000);
    expect(await desk.signs(3)).toEqual(['choice', 'nav', 'step']);
    expect(desk.log('dropped').length - before).toBeGreaterThanOrEqual(2);
  });

  for (const action of ['stop', 'flush']) {
    it(`${proves('earcon.stop')}: ${action}`, async () => {
      const { desk } = used;
      await play('error', 'nav');
      await desk.control(action);
      await playing(desk, 2);
      expect(await desk.signs(2)).toEqual(['error', 'nav']);
    });
  }

  it(proves('earcon.over-speech'), async () => {
    const { desk } = used;
    await desk.done('speak', { text: long('Speech') });
    await desk.reads('-: Speech…');
    const began = performance.now();
    await play('error');
    await desk.began('♪ error');
    expect(desk.now()['now_playing']).not.toBe(null);
    await desk.all();
    // All of its 0.9 s, and not the 0.45 s of the sign as well.
    expect(performance.now() - began).toBeLessThan(1200);
    expect(desk.heard.filter(({ event }) => event['phase'] === 'finished')).toHaveLength(1);
    expect(desk.heard.some(({ event }) => event['paused'] === true)).toBe(false);
  });

  it(proves('earcon.muted-reader'), async () => {
    const { desk } = used;
    await desk.control('pause');
    await play('step');
    await desk.began('♪ step');
  });
});
