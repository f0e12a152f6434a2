/** background_policy: sessions that wait until the user turns to them. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('background_policy over %s', (transport) => {
  const used = useDesk(transport);
  const focused = async (...channels: string[]): Promise<Desk> => {
    const { desk } = used;
    await desk.set('read_mode', 'immediate');
    await desk.set('background_policy', 'earcon_only');
    for (const channel of ['s1', 's2', 's3']) await desk.done('channel_open', { channel });
    for (const channel of channels) await desk.done('focus', { channel });
    return desk;
  };

  it(proves('background.all'), async () => {
    const { desk } = used;
    await desk.set('read_mode', 'immediate');
    await desk.done('channel_open', { channel: 's1' });
    await desk.done('focus', { channel: 's1' });
    await desk.write('s2', 'Two.');
    expect(await desk.all()).toEqual(['s2: Two.']);
  });

  it(proves('background.waits', 'background.earcons', 'background.focus'), async () => {
    const desk = await focused('s1');
    await desk.write('s2', 'Two.');
    await desk.ask('s2', 'question', 'Which?');
    await desk.write('s1', 'One.');
    expect(await desk.afterWaits()).toEqual(['s1: One.']);
    expect(await desk.signs(1)).toEqual(['choice']);
    await desk.done('focus', { channel: 's2' });
    expect(await desk.all()).toEqual(['s1: One.', 's2: Two.', 's2: Which?']);
  });

  it(proves('background.switch'), async () => {
    const desk = await focused('s1');
    await desk.write('s2', 'Two.');
    expect((await desk.control('next_channel'))['channel']).toBe('s2');
    expect(await desk.all()).toEqual(['s2: Two.']);
  });

  it(proves('background.restart'), async () => {
    const desk = await focused('s1');
    await desk.write('s2', 'Two.');
    await desk.control('restart', { channel: 's2' });
    expect(await desk.all()).toEqual(['s2: Two.']);
  });

  it(proves('background.before'), async () => {
    const desk = await focused('s1');
    await desk.write('s1', `${long('One')} Rest.`);
    await desk.reads('s1: One…');
    await desk.done('focus', { channel: 's2' });
    await desk.write('s3', 'Waits.');
    await desk.skip();
    expect(await desk.all()).toEqual(['s1: One…', 's1: Rest.']);
    await desk.write('s1', 'Now in the background.');
    expect(await desk.all()).toHaveLength(2);
  });

  it(proves('background.host'), async () => {
    const desk = await focused('s1');
    await desk.done('speak', { text: 'Host.', channel: 's2' });
    expect(await desk.all()).toEqual(['s2: Host.']);
  });

  it(proves('background.none'), async () => {
    const desk = await focused();
    await desk.write('s2', 'Two.');
    await desk.write('s3', 'Three.');
    expect(await desk.all()).toEqual(['s2: Two.', 's3: Three.']);
  });

  it(proves('background.all-again'), async () => {
    const desk = await focused('s1');
    await desk.write('s2', 'Two.');
    expect(await desk.all()).toEqual([]);
    await desk.set('background_policy', 'all');
    expect(await desk.all()).toEqual(['s2: Two.']);
  });
});
