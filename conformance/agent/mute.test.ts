/** mute_level: nothing is heard, and nothing is lost. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('mute_level over %s', (transport) => {
  const used = useDesk(transport);
  const immediate = async (): Promise<Desk> => {
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };

  for (const level of [1, 2]) {
    it(`${proves('mute.silent', 'mute.earcons', 'mute.unmute-silent')}: ${level}`, async () => {
      const desk = await immediate();
      await desk.set('mute_level', level);
      await desk.write('s1', 'One.');
      await desk.ask('s1', 'permission', 'May I?');
      await desk.end('s1');
      if (level === 1) await desk.began('♪ turn_done');
      expect(await desk.afterWaits()).toEqual([]);
      expect(desk.chimes()).toEqual(level === 1 ? ['permission', 'turn_done'] : []);
      await desk.set('mute_level', 0);
      expect(await desk.afterWaits()).toEqual([]);
    });

    it(`${proves('mute.cuts')}: ${level}`, async () => {
      const desk = await immediate();
      await desk.write('s1', `${long('One')} Unread.`);
      await desk.reads('s1: One…');
      await desk.done('speak', { text: 'Direct.' });
      await desk.done('speak', { text: 'Of a channel.', channel: 's2' });
      await desk.set('mute_level', level);
      expect(await desk.all()).toEqual(['s1: One…']);
      await desk.set('mute_level', 0);
      expect(await desk.all()).toEqual(['s1: One…']);
    });

    it(`${proves('mute.core-after')}: ${level}`, async () => {
      const { desk } = used;
      await desk.set('mute_level', level);
      await desk.done('speak', { text: 'Direct.' });
      await desk.done('speak', { text: 'Of a channel.', channel: 's2' });
      expect((await desk.all()).sort()).toEqual(['-: Direct.', 's2: Of a channel.']);
    });

    for (const how of ['next_channel', 'restart']) {
      it(`${proves('mute.stored', 'mute.from-top')}: ${level}, ${how}`, async () => {
        const desk = await immediate();
        await desk.set('mute_level', level);
        await desk.start('s1');
        await desk.write('s1', 'One. Two.');
        await desk.ask('s1', 'question', 'Which?');
        await desk.set('mute_level', 0);
        await desk.control(how);
        expect(await desk.all()).toEqual(['s1: One.', 's1: Two.', 's1: Which?']);
        expect(desk.log('agent ', 'channel=s1', `store kind=prose`, `muted=${level}`)).toHaveLength(
          2,
        );
      });
    }
  }

  it(proves('mute.half-heard'), async () => {
    const desk = await immediate();
    await desk.write('s1', `${long('One')} Two.`);
    await desk.reads('s1: One…');
    await desk.set('mute_level', 1);
    await desk.write('s1', 'Three.');
    await desk.set('mute_level', 0);
    await desk.write('s1', 'Four.');
    expect(await desk.all()).toEqual(['s1: One…', 's1: Four.']);
    await desk.control('restart');
    expect((await desk.all()).slice(2)).toEqual([
      's1: One…',
      's1: Two.',
      's1: Three.',
      's1: Four.',
    ]);
  });

  it(proves('mute.rules-turn'), async () => {
    const desk = await immediate();
    await desk.set('mute_level', 1);
    await desk.write('s1', 'Old.');
    await desk.start('s1');
    await desk.write('s1', 'New.');
    await desk.set('mute_level', 0);
    await desk.control('restart');
    expect(await desk.all()).toEqual(['s1: New.']);
  });

  it(proves('mute.held'), async () => {
    const { desk } = used;
    await desk.start('s1');
    await desk.set('mute_level', 1);
    await desk.write('s1', 'One. Two.');
    await desk.set('mute_level', 0);
    expect(await desk.all()).toEqual([]);
    await desk.end('s1');
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.']);
  });

  it(proves('mute.read-mode'), async () => {
    const { desk } = used;
    await desk.set('mute_level', 1);
    await desk.start('s1');
    await desk.write('s1', 'One.');
    await desk.end('s1');
    await desk.set('mute_level', 0);
    expect(await desk.all()).toEqual([]);
    await desk.control('restart');
    expect(await desk.all()).toEqual(['s1: One.']);
  });

  it(proves('mute.switch'), async () => {
    const desk = await immediate();
    await desk.write('s1', 'Heard.');
    await desk.all();
    await desk.set('mute_level', 1);
    for (const channel of ['s2', 's3'])
      await desk.write(channel, channel === 's2' ? 'Second.' : 'Third.');
    await desk.set('mute_level', 0);
    expect((await desk.control('next_channel'))['channel']).toBe('s2');
    expect(await desk.all()).toEqual(['s1: Heard.', 's2: Second.']);
  });

  it(proves('mute.wipe-log'), async () => {
    const desk = await immediate();
    await desk.write('s1', `${long('One')} Unread.`);
    await desk.reads('s1: One…');
    await desk.set('mute_level', 1);
    expect(await desk.logged('agent ', 'wipe reason=mute')).not.toEqual([]);
    expect(await desk.logged('drop channel=s1', 'reason=mute', 'text="Unread."')).toHaveLength(1);
  });

  it(proves('mute.waiting-earcon'), async () => {
    const { desk } = used;
    await desk.done('earcon', { kind: 'error' });
    await desk.began('♪ error');
    await desk.done('earcon', { kind: 'nav' });
    await desk.set('mute_level', 2);
    expect(await desk.logged('dropped: mute level 2')).not.toEqual([]);
    await desk.set('mute_level', 0);
    const asked = performance.now();
    await desk.done('earcon', { kind: 'step' });
    await desk.began('♪ step');
    // Not behind the 0.45 s of the one that was playing, nor behind the one that waited.
    expect(desk.timed().find(([line]) => line === '♪ step')![1] - asked).toBeLessThan(250);
    await sleep(600);
    expect(await desk.signs(2)).toEqual(['error', 'step']);
  });

  it(proves('mute.earcon-reply'), async () => {
    const { desk } = used;
    await desk.set('mute_level', 2);
    expect(await desk.done('earcon', { kind: 'nav' })).toEqual({ ok: true });
    await sleep(200);
    expect(desk.chimes()).toEqual([]);
  });
});
