/** Turns: what a new one drops, what comes too late, and how one ends. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('turns over %s', (transport) => {
  const used = useDesk(transport);
  const immediate = async (): Promise<Desk> => {
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };

  it(proves('turn.start-reply', 'turn.cuts', 'turn.drops'), async () => {
    const desk = await immediate();
    await desk.write('s1', `${long('Old')} Unread.`);
    await desk.write('s2', 'Other.');
    await desk.reads('s1: Old…');
    expect(await desk.start('s1')).toEqual({ ok: true, stale: false });
    await desk.write('s1', 'New.');
    const heard = await desk.all();
    expect(heard.filter((line) => line.startsWith('s1'))).toEqual(['s1: Old…', 's1: New.']);
    expect(heard).toContain('s2: Other.');
  });

  it(`${proves('turn.drops')}: held text, and a delta that waits`, async () => {
    const { desk } = used;
    await desk.start('s1');
    await desk.write('s1', 'Held.');
    await desk.piece('s1', 1, 'Waits. ');
    await desk.start('s1');
    await desk.end('s1');
    expect(await desk.afterWaits()).toEqual([]);
  });

  it(proves('turn.drops-question'), async () => {
    const desk = await immediate();
    await desk.ask('s1', 'question', 'Which?');
    await desk.all();
    await desk.start('s1');
    await desk.ask('s1', 'permission', 'May I?');
    expect(await desk.all()).toEqual(['s1: Which?', 's1: May I?']);
  });

  it(proves('turn.resumes'), async () => {
    const desk = await immediate();
    await desk.write('s1', long('Old'));
    await desk.reads('s1: Old…');
    await desk.control('pause');
    await desk.start('s1');
    await desk.settle();
    expect(desk.now()['paused']).toBe(false);
    await desk.write('s1', 'New.');
    await desk.all();
    await desk.control('pause');
    await desk.start('s1');
    await desk.settle();
    expect(desk.now()['paused']).toBe(false);
  });

  it(proves('turn.pause-other'), async () => {
    const desk = await immediate();
    await desk.write('s1', long('Old'));
    await desk.reads('s1: Old…');
    await desk.control('pause');
    await desk.start('s2');
    await desk.write('s2', 'New.');
    await desk.settle();
    expect(desk.now()['paused']).toBe(true);
    expect(desk.lines()).toEqual(['s1: Old…']);
  });

  it(proves('turn.end-reply', 'turn.end-chime', 'turn.end-held'), async () => {
    const { desk } = used;
    await desk.start('s1');
    await desk.write('s1', 'One. Two.');
    expect(await desk.soFar()).toEqual([]);
    expect(await desk.end('s1')).toEqual({ ok: true, stale: false });
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.']);
    expect(await desk.signs(1)).toEqual(['turn_done']);
  });

  it(proves('turn.end-alone'), async () => {
    const { desk } = used;
    expect(await desk.end('s9')).toEqual({ ok: true, stale: false });
    await desk.began('♪ turn_done');
    await desk.end('s9', { reply: '', before_reply: '' });
    expect(await desk.all()).toEqual([]);
  });

  const wrong: [string, object][] = [
    ['turn_start', { t: 'now' }],
    ['turn_start', { turn: 5 }],
    ['turn_start', { channel: '' }],
    ['turn_start', { channel: undefined }],
    ['turn_start', { label: 5 }],
    ['turn_end', { t: [] }],
    ['turn_end', { turn: {} }],
    ['turn_end', { reply: 5 }],
    ['turn_end', { before_reply: [] }],
    ['turn_end', { channel: '' }],
    ['answered', { channel: '' }],
    ['answered', { channel: undefined }],
    ['answered', { label: 5 }],
  ];
  for (const [type, fields] of wrong) {
    it(`${proves('agent.types')}: ${type} ${JSON.stringify(fields)}`, async () => {
      const code = await used.desk.refused(type, { channel: 's1', ...fields });
      expect(code).toBe('E_BAD_REQUEST');
      await used.desk.settle();
      expect(used.desk.chimes()).toEqual([]);
    });
  }

  describe('late text', () => {
    const stale = { ok: true, stale: true };
    const fine = { ok: true, stale: false };

    it(proves('stale.t'), async () => {
      const desk = await immediate();
      await desk.start('s1', { t: 100.25 });
      expect(await desk.write('s1', 'Late.', { t: 100 })).toEqual(stale);
      expect(await desk.start('s1', { t: 99 })).toEqual(stale);
      expect(await desk.end('s1', { t: 100.2 })).toEqual(stale);
      expect(await desk.write('s1', 'In time.', { t: 101 })).toEqual(fine);
      expect(await desk.all()).toEqual(['s1: In time.']);
      expect(desk.chimes()).toEqual([]);
      expect(await desk.logged('agent ', 'channel=s1', 'dropped: late text')).not.toEqual([]);
    });

    it(proves('stale.start-ignored'), async () => {
      const desk = await immediate();
      await desk.start('s1', { t: 100 });
      await desk.write('s1', long('Kept'), { t: 101 });
      await desk.reads('s1: Kept…');
      expect(await desk.start('s1', { t: 50 })).toEqual(stale);
      await desk.settle();
      expect(desk.now()['now_playing']).not.toBe(null);
      expect(await desk.write('s1', 'Late.', { t: 60 })).toEqual(stale);
    });

    it(proves('stale.equal'), async () => {
      const desk = await immediate();
      await desk.start('s1', { t: 100 });
      expect(await desk.write('s1', 'Same.', { t: 100 })).toEqual(fine);
      expect(await desk.start('s1', { t: 100 })).toEqual(fine);
      expect(await desk.end('s1', { t: 100 })).toEqual(fine);
    });

    it(proves('stale.none'), async () => {
      const desk = await immediate();
      await desk.start('s1', { t: 100, turn: 'x' });
      await desk.start('s1', { t: 200, turn: 'y' });
      expect(await desk.write('s1', 'One.')).toEqual(fine);
      expect(await desk.end('s1')).toEqual(fine);
      expect(await desk.all()).toEqual(['s1: One.']);
    });

    it(proves('stale.start-without'), async () => {
      const { desk } = used;
      await desk.start('s1', { t: 100 });
      expect(await desk.start('s1')).toEqual(fine);
      expect(await desk.write('s1', 'Late.', { t: 99 })).toEqual(stale);
    });

    it(proves('stale.own-channel'), async () => {
      const { desk } = used;
      await desk.start('s1', { t: 100 });
      expect(await desk.start('s2', { t: 50 })).toEqual(fine);
      expect(await desk.write('s2', 'Fine.', { t: 51 })).toEqual(fine);
    });

    it(proves('stale.turn'), async () => {
      const desk = await immediate();
      await desk.start('s1', { turn: 'first' });
      expect(await desk.write('s1', 'One.', { turn: 'first' })).toEqual(fine);
      await desk.all();
      await desk.start('s1', { turn: 'second' });
      expect(await desk.write('s1', 'Late.', { turn: 'first' })).toEqual(stale);
      expect(await desk.start('s1', { turn: 'first' })).toEqual(stale);
      expect(await desk.end('s1', { turn: 'first' })).toEqual(stale);
      expect(await desk.write('s1', 'Two.', { turn: 'second' })).toEqual(fine);
      expect(await desk.all()).toEqual(['s1: One.', 's1: Two.']);
    });

    it(proves('stale.turn-unknown'), async () => {
      const { desk } = used;
      await desk.start('s1', { turn: 'first' });
      expect(await desk.write('s1', 'One.', { turn: 'never named' })).toEqual(fine);
    });

    it(proves('stale.turn-sixteen'), async () => {
      const { desk } = used;
      for (let turn = 0; turn < 18; turn++) await desk.start('s1', { turn: `turn ${turn}` });
      // The last is the current one; of the 17 before it the oldest is forgotten.
      expect(await desk.write('s1', 'x', { turn: 'turn 1' })).toEqual(stale);
      expect(await desk.write('s1', 'x', { turn: 'turn 0' })).toEqual(fine);
    });

    for (const how of ['closed', 'forgotten']) {
      it(`${proves('stale.forgotten')}: ${how}`, async () => {
        const { desk } = used;
        await desk.start('s1', { t: 100, turn: 'x' });
        await desk.start('s1', { t: 101, turn: 'y' });
        await desk.write('s1', 'x', { t: 101 });
        if (how === 'closed') await desk.done('channel_close', { channel: 's1' });
        else await desk.set('channel_prefs', { channel: 's1', forget: true });
        expect(await desk.write('s1', 'One.', { t: 5 })).toEqual(fine);
        expect(await desk.write('s1', 'One.', { turn: 'x' })).toEqual(fine);
        expect(await desk.start('s1', { t: 6 })).toEqual(fine);
      });
    }

    it(proves('stale.decisions'), async () => {
      const { desk } = used;
      await desk.start('s1', { t: 100 });
      expect(await desk.ask('s1', 'question', 'Which?', { t: 5 })).toEqual({ ok: true });
      expect(await desk.all()).toEqual(['s1: Which?']);
    });
  });
});
