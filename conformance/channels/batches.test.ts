import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { long, useRooms } from './rooms.ts';

describe.each(transports)('batches over %s', (transport) => {
  const used = useRooms(transport);

  it(proves('batch.one-reader', 'batch.own'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.done('channel_open', { channel: 'b', policy: 'latest' });
    await rooms.say('a', long('Hold'));
    for (const text of ['One.', 'Two.']) {
      await rooms.say('a', text);
      await rooms.say('b', text);
    }
    await rooms.skip();
    expect(await rooms.all()).toEqual(['a: Hold…', 'a: One.', 'a: Two.', 'b: Two.']);
  });

  it(proves('batch.waits', 'batch.direct-first'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', long('Hold'));
    await rooms.say('a', 'Two.');
    await rooms.direct('First.');
    await rooms.direct('Second.');
    await rooms.skip();
    expect(await rooms.all()).toEqual(['a: Hold…', '-: First.', '-: Second.', 'a: Two.']);
  });

  it(`${proves('batch.direct-first')}: with a channel focused`, async () => {
    const { rooms } = used;
    await rooms.direct(long('Hold'));
    await rooms.say('a', 'Waits.');
    await rooms.done('focus', { channel: 'a' });
    await rooms.direct('Direct.');
    await rooms.skip();
    expect(await rooms.all()).toEqual(['-: Hold…', '-: Direct.', 'a: Waits.']);
  });

  it(proves('batch.heard-stay'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    await rooms.say('a', long('Hold'));
    await rooms.say('a', 'Two.');
    await rooms.skip();
    await rooms.all();
    await rooms.control('restart', { channel: 'a' });
    await rooms.began('a: Hold…', 2);
    await rooms.skip();
    expect(await rooms.all()).toEqual(['a: Hold…', 'a: Two.', 'a: Hold…', 'a: Two.']);
  });

  for (const policy of ['queue', 'latest']) {
    it(`${proves('batch.new')}: ${policy}`, async () => {
      const { rooms } = used;
      await rooms.enter('a', { policy });
      await rooms.say('a', 'One.');
      await rooms.all();
      await rooms.say('a', 'Two.');
      await rooms.all();
      await rooms.control('restart', { channel: 'a' });
      expect(await rooms.all()).toEqual(['a: One.', 'a: Two.', 'a: Two.']);
    });

    it(`${proves('batch.reading-last')}: ${policy}`, async () => {
      const { rooms } = used;
      await rooms.enter('a', { policy });
      await rooms.say('a', long('Last'));
      await rooms.reads('a: Last…');
      await rooms.say('a', 'Joins.');
      await rooms.skip();
      await rooms.all();
      await rooms.control('restart', { channel: 'a' });
      await rooms.began('a: Last…', 2);
      await rooms.skip();
      expect(await rooms.all()).toEqual(['a: Last…', 'a: Joins.', 'a: Last…', 'a: Joins.']);
    });
  }

  it(proves('policy.default'), async () => {
    const reply = await used.rooms.done('channel_open', { channel: 'a' });
    expect(reply['policy']).toBe('latest');
  });

  it(proves('policy.latest', 'policy.latest-newest', 'policy.latest-reading'), async () => {
    const { rooms } = used;
    await rooms.enter('a', { policy: 'latest' });
    await rooms.say('a', long('Hold'));
    for (const text of ['One.', 'Two.', 'Three.']) await rooms.say('a', text);
    expect(await rooms.soFar()).toEqual(['a: Hold…']);
    await rooms.skip();
    expect(await rooms.all()).toEqual(['a: Hold…', 'a: Three.']);
  });

  it(`${proves('policy.latest-newest')}: behind other channels`, async () => {
    const { rooms } = used;
    await rooms.enter('b');
    await rooms.say('b', long('Hold'));
    for (const text of ['One.', 'Two.']) await rooms.say('a', text);
    for (const text of ['Three.', 'Four.']) await rooms.say('b', text);
    await rooms.skip();
    expect(await rooms.all()).toEqual(['b: Hold…', 'b: Three.', 'b: Four.', 'a: Two.']);
  });

  it(proves('policy.queue'), async () => {
    const { rooms } = used;
    await rooms.enter('a');
    const texts = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
    for (const text of texts) await rooms.say('a', text);
    expect(await rooms.all()).toEqual(texts.map((text) => `a: ${text}`));
  });
});
