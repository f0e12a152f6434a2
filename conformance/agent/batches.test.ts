/** The batch of a session: its latest message, as restart, back and a switch read it again. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('the batch of a session over %s', (transport) => {
  const used = useDesk(transport);
  const immediate = async (): Promise<Desk> => {
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };
  /** What restart reads. */
  const again = async (desk: Desk): Promise<string[]> => {
    const before = (await desk.all()).length;
    await desk.control('restart');
    return (await desk.all()).slice(before);
  };

  it(proves('agentbatch.grows'), async () => {
    const desk = await immediate();
    await desk.start('s1');
    await desk.write('s1', 'One.');
    await desk.all();
    await desk.write('s1', 'Two.');
    await desk.all();
    await desk.end('s1');
    await desk.write('s1', 'Late.');
    expect(await again(desk)).toEqual(['s1: One.', 's1: Two.', 's1: Late.']);
  });

  it(proves('agentbatch.turn'), async () => {
    const desk = await immediate();
    await desk.write('s1', 'Old.');
    await desk.all();
    await desk.start('s1');
    await desk.write('s1', 'New.');
    expect(await again(desk)).toEqual(['s1: New.']);
  });

  const starting: [string, (desk: Desk) => Promise<unknown>][] = [
    ['answered', (desk) => desk.answered('s1')],
    ['stop with its channel', (desk) => desk.control('stop', { channel: 's1' })],
  ];
  for (const [what, work] of starting) {
    it(`${proves('agentbatch.new')}: ${what}`, async () => {
      const desk = await immediate();
      await desk.write('s1', 'Old.');
      await desk.all();
      await work(desk);
      await desk.write('s1', 'New.');
      expect(await again(desk)).toEqual(['s1: New.']);
    });
  }

  it(`${proves('agentbatch.new')}: flush`, async () => {
    const desk = await immediate();
    await desk.write('s1', long('Old'));
    await desk.reads('s1: Old…');
    await desk.control('flush');
    await desk.end('s1');
    await desk.ask('s1', 'plan', '');
    await desk.write('s1', 'New.');
    expect(await again(desk)).toEqual(['s1: Plan ready.', 's1: New.']);
  });

  const keeping: [string, (desk: Desk) => Promise<unknown>][] = [
    ['stop', (desk) => desk.control('stop')],
    ['mute_level', (desk) => desk.set('mute_level', 1).then(() => desk.set('mute_level', 0))],
  ];
  for (const [what, work] of keeping) {
    it(`${proves('agentbatch.kept')}: ${what}`, async () => {
      const desk = await immediate();
      await desk.write('s1', 'One.');
      await desk.all();
      await work(desk);
      await desk.write('s1', 'Two.');
      expect(await again(desk)).toEqual(['s1: One.', 's1: Two.']);
    });
  }

  for (const kind of ['question', 'permission', 'plan']) {
    it(`${proves('agentbatch.unanswered')}: ${kind}`, async () => {
      const desk = await immediate();
      await desk.write('s1', 'Text.');
      await desk.ask('s1', kind, 'Decide.');
      expect(await again(desk)).toEqual(desk.lines().slice(0, desk.lines().length / 2));
      expect(desk.lines().at(-1)).toBe('s1: Decide.');
    });

    for (const what of ['tool', 'turn_end'] as const) {
      it(`${proves('agentbatch.answered')}: ${kind}, ${what}`, async () => {
        const desk = await immediate();
        await desk.write('s1', 'Text.');
        await desk.ask('s1', kind, 'Decide.');
        await desk.all();
        if (what === 'tool') await desk.tool('s1', 'Bash');
        else await desk.end('s1');
        expect(await again(desk)).toEqual(['s1: Text.']);
      });

      it(`${proves('agentbatch.unread-stays')}: ${kind}, ${what}`, async () => {
        const desk = await immediate();
        await desk.hold();
        await desk.ask('s1', kind, 'Decide.');
        if (what === 'tool') await desk.tool('s1', 'Bash');
        else await desk.end('s1');
        await desk.skip();
        expect((await desk.all()).at(-1)).toBe('s1: Decide.');
      });
    }
  }

  it(`${proves('agentbatch.unread-stays')}: stored while muted, tool; not after turn_end`, async () => {
    const desk = await immediate();
    await desk.set('mute_level', 1);
    await desk.ask('s1', 'plan', 'Do it.');
    await desk.tool('s1', 'Bash');
    await desk.set('mute_level', 0);
    expect(await again(desk)).toEqual(['s1: Plan ready.', 's1: Do it.']);
    await desk.set('mute_level', 1);
    await desk.ask('s2', 'plan', 'Do it.');
    await desk.write('s2', 'Text.');
    await desk.end('s2');
    await desk.set('mute_level', 0);
    await desk.control('next_channel');
    expect((await desk.all()).at(-1)).toBe('s2: Text.');
    expect(desk.lines()).not.toContain('s2: Do it.');
  });

  it(proves('agentbatch.answered-log'), async () => {
    const desk = await immediate();
    await desk.hold();
    await desk.ask('s1', 'question', 'Which?');
    await desk.answered('s1');
    await desk.skip();
    expect(await desk.all()).toEqual([]);
    expect(await desk.logged('drop channel=s1', 'reason=answered', 'Which?')).toHaveLength(1);
  });

  it(proves('agentbatch.empty'), async () => {
    const desk = await immediate();
    await desk.ask('s1', 'question', 'Which?');
    await desk.all();
    await desk.tool('s1', 'Bash');
    expect(await again(desk)).toEqual([]);
  });

  for (const what of ['tool', 'ask'] as const) {
    it(`${proves('agentbatch.woken')}: ${what}`, async () => {
      const desk = await immediate();
      await desk.start('s1');
      await desk.write('s1', 'Old.');
      await desk.all();
      await desk.end('s1');
      await desk.write('s1', 'Joins.');
      if (what === 'tool') await desk.tool('s1', 'Bash');
      else await desk.ask('s1', 'plan', 'New.');
      await desk.write('s1', 'New text.');
      const lines = what === 'tool' ? [] : ['s1: Plan ready.', 's1: New.'];
      expect(await again(desk)).toEqual([...lines, 's1: New text.']);
    });
  }

  it(proves('agentbatch.back'), async () => {
    const desk = await immediate();
    await desk.write('s1', `One. Two. ${long('Three')} Four.`);
    await desk.reads('s1: Three…');
    expect(await desk.control('back')).toEqual({ ok: true, channel: 's1', to: 'entry' });
    await desk.began('s1: Three…', 2);
    await desk.skip();
    const order = ['One.', 'Two.', 'Three…', 'Two.', 'Three…', 'Four.'];
    expect(await desk.all()).toEqual(order.map((text) => `s1: ${text}`));
  });

  it(proves('agentbatch.restart'), async () => {
    const desk = await immediate();
    await desk.write('s1', `One. ${long('Two')} Three.`);
    await desk.reads('s1: Two…');
    await desk.control('restart');
    await desk.began('s1: Two…', 2);
    await desk.skip();
    const order = ['One.', 'Two…', 'One.', 'Two…', 'Three.'];
    expect(await desk.all()).toEqual(order.map((text) => `s1: ${text}`));
  });

  it(proves('agentbatch.stop'), async () => {
    const { desk } = used;
    await desk.start('s1');
    await desk.ask('s1', 'question', long('Which'));
    await desk.reads('s1: Which…');
    await desk.write('s1', 'Held.');
    await desk.control('stop');
    expect(await desk.all()).toEqual(['s1: Which…']);
  });
});
