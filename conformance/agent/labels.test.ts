/** Labels that messages bring, and what a switch between sessions sounds like. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { type Desk, fresh, long, useDesk } from './desk.ts';

describe.each(transports)('labels over %s', (transport) => {
  const used = useDesk(transport);
  const prefs = async (desk: Desk) => (await desk.get('channel_prefs')) as Json[];

  const opening: [string, object][] = [
    ['stream', { delta: 'One.', index: 0, final: true }],
    ['ask', { kind: 'plan', text: 'x' }],
    ['tool', { name: 'Bash' }],
  ];
  for (const [type, fields] of opening) {
    it(`${proves('label.opened')}: ${type}`, async () => {
      const { desk } = used;
      await desk.set('read_mode', 'immediate');
      await desk.set('verbosity', 'everything');
      await desk.done(type, { channel: 's1', label: 'shop', ...fields });
      expect(await prefs(desk)).toMatchObject([
        { channel: 's1', open: true, client_label: 'shop' },
      ]);
      await desk.all();
    });
  }

  const naming: [string, object][] = [
    ...opening,
    ['turn_start', {}],
    ['turn_end', {}],
    ['answered', {}],
    ['question_shown', { text: 'x' }],
  ];
  for (const [type, fields] of naming) {
    it(`${proves('label.given', 'label.kept')}: ${type}`, async () => {
      const { desk } = used;
      await desk.done('channel_open', { channel: 's1' });
      await desk.done(type, { channel: 's1', label: 'shop', ...fields });
      expect(await prefs(desk)).toMatchObject([{ client_label: 'shop' }]);
      await desk.done(type, { channel: 's1', label: 'other', ...fields });
      expect(await prefs(desk)).toMatchObject([{ client_label: 'shop' }]);
      await desk.all();
    });
  }

  it(proves('label.user'), async () => {
    const { desk } = used;
    await desk.set('read_mode', 'immediate');
    await desk.set('channel_prefs', { channel: 's1', label: 'mine' });
    await desk.write('s1', long('One'), { label: 'shop' });
    await desk.reads('s1: One…');
    expect(desk.now()['now_playing'].label).toBe('mine');
  });

  it(proves('label.earcon'), async () => {
    expect(await used.desk.done('earcon', { kind: 'step', label: 5 })).toEqual({ ok: true });
  });
});

describe.each(transports)('a switch between sessions over %s', (transport) => {
  const switched = (work: (desk: Desk) => Promise<unknown>) =>
    fresh(transport, async (desk) => {
      await desk.set('channel_announce', 'on');
      await desk.set('read_mode', 'immediate');
      await work(desk);
    });

  it(proves('agentannounce.label', 'agentannounce.chime', 'agentannounce.order'), () =>
    switched(async (desk) => {
      await desk.write('s1', 'One.', { label: 'shop' });
      await desk.all();
      await desk.write('s2', 'Two.', { label: 'bank' });
      await desk.began('s2: Two.');
      const score = ['s1: One.', '♪ session_change', 's2: bank.', 's2: Two.'];
      expect(desk.score()).toEqual(score);
      const timed = new Map(desk.timed());
      // The bundled sign lasts 0.45 s.
      expect(timed.get('s2: bank.')! - timed.get('♪ session_change')!).toBeGreaterThan(400);
    }),
  );

  it(proves('agentannounce.no-label', 'agentannounce.again'), () =>
    switched(async (desk) => {
      await desk.write('s1', 'One.');
      await desk.all();
      await desk.write('s2', 'Two.');
      await desk.began('s2: Two.');
      await desk.all();
      await desk.control('next_channel');
      await desk.began('s1: One.', 2);
      expect(desk.score()).toEqual([
        's1: One.',
        '♪ session_change',
        's2: Session changed.',
        's2: Two.',
        '♪ session_change',
        's1: Session changed, reading again.',
        's1: One.',
      ]);
    }),
  );

  it(proves('agentannounce.waits'), () =>
    switched(async (desk) => {
      await desk.write('s1', 'One.');
      await desk.all();
      await desk.ask('s2', 'question', 'Which?', { label: 'bank' });
      await desk.began('s2: Which?');
      const score = ['s1: One.', '♪ choice', '♪ session_change', 's2: bank.', 's2: Which?'];
      expect(desk.score()).toEqual(score);
      const timed = new Map(desk.timed());
      const [choice, change] = [timed.get('♪ choice')!, timed.get('♪ session_change')!];
      expect(change - choice).toBeGreaterThan(440);
      expect(timed.get('s2: bank.')! - change).toBeGreaterThan(400);
    }),
  );

  it(proves('agentannounce.all-earcons'), () =>
    switched(async (desk) => {
      await desk.write('s1', 'One.');
      await desk.all();
      for (const kind of ['nav', 'nav_edge', 'step']) await desk.done('earcon', { kind });
      await desk.write('s2', 'Two.', { label: 'bank' });
      await desk.began('s2: bank.');
      // Three wait or play already: the sign of the switch is dropped, and the label waits for them all the same.
      expect(desk.score().slice(1)).toEqual(['♪ nav', '♪ nav_edge', '♪ step', 's2: bank.']);
    }),
  );

  it(proves('agentannounce.muted'), () =>
    switched(async (desk) => {
      await desk.done('speak', { text: 'One.', channel: 's1' });
      await desk.all();
      await desk.set('mute_level', 2);
      await desk.done('speak', { text: 'Two.', channel: 's2' });
      await desk.began('s2: Two.');
      expect(desk.score()).toEqual(['s1: One.', 's2: Session changed.', 's2: Two.']);
    }),
  );

  const switches: [string, (desk: Desk) => Promise<unknown>][] = [
    ['a hand-off', (desk) => desk.write('s2', 'Two.')],
    ['next_channel', (desk) => desk.control('next_channel')],
    ['restart', (desk) => desk.control('restart', { channel: 's2' })],
    ['interrupt', (desk) => desk.done('speak', { channel: 's2', text: 'Two.', interrupt: true })],
    ['a decision', (desk) => desk.ask('s2', 'plan', 'Two.')],
  ];
  for (const [what, change] of switches) {
    it(`${proves('agentannounce.off')}: ${what}`, () =>
      switched(async (desk) => {
        await desk.set('channel_announce', 'off');
        await desk.write('s2', 'Two.', { label: 'bank' });
        await desk.all();
        await desk.write('s1', 'One.', { label: 'shop' });
        await desk.all();
        await change(desk);
        await desk.began('s2: Two.', 2);
        const lines = await desk.afterWaits();
        expect(lines.filter((line) => line !== 's2: Plan ready.')).toEqual([
          's2: Two.',
          's1: One.',
          's2: Two.',
        ]);
        expect(desk.chimes()).toEqual([]);
      }));
  }
});
