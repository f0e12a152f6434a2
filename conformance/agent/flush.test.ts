/** flush of a session that an agent writes: the rest of its reply too, and in scope all what is ready elsewhere. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('flush over %s', (transport) => {
  const used = useDesk(transport);
  const flush = () => used.desk.request('control', { action: 'flush' });
  /** `s1` writes, and its first sentence is being read. */
  const reading = async (mode = 'immediate', scope = 'session'): Promise<Desk> => {
    const { desk } = used;
    await desk.set('read_mode', mode);
    await desk.set('flush_scope', scope);
    for (const channel of ['s1', 's2', 's3']) await desk.done('channel_open', { channel });
    await desk.start('s1');
    await desk.write('s1', `${long('One')} Unread.`);
    if (mode !== 'immediate') await desk.end('s1');
    await desk.reads('s1: One…');
    return desk;
  };

  it(proves('agentflush.reply', 'agentflush.rest', 'agentflush.log'), async () => {
    const desk = await reading();
    const reply = { ok: true, flushed: 'channel', channel: 's1', scope: 'session', others: [] };
    expect(await flush()).toEqual(reply);
    await desk.write('s1', 'Rest of the reply.');
    expect(await desk.all()).toEqual(['s1: One…']);
    expect(await desk.logged('channel=s1', 'dropped: flushed reply')).not.toEqual([]);
    expect(await desk.logged('drop channel=s1', 'reason=flush', 'text="Unread."')).toHaveLength(1);
  });

  it(proves('agentflush.tools', 'agentflush.chime', 'agentflush.late'), async () => {
    const desk = await reading();
    await desk.set('verbosity', 'everything');
    await flush();
    await desk.tool('s1', 'Bash', { summary: 'Runs.' });
    await desk.end('s1');
    await desk.write('s1', 'Late.');
    expect(await desk.afterWaits()).toEqual(['s1: One…']);
    expect(await desk.signs(1)).toEqual(['turn_done']);
    expect(await desk.logged('channel=s1', 'tool: not announced: flushed reply')).toHaveLength(1);
  });

  it(proves('agentflush.held'), async () => {
    const { desk } = used;
    await desk.start('s1');
    await desk.ask('s1', 'question', long('Which'));
    await desk.reads('s1: Which…');
    await desk.write('s1', 'Held.');
    await flush();
    await desk.end('s1');
    expect(await desk.all()).toEqual(['s1: Which…']);
  });

  const beginnings: [string, (desk: Desk) => Promise<unknown>, string[]][] = [
    ['turn_start', (desk) => desk.start('s1'), []],
    ['a tool after its turn_end', (desk) => desk.tool('s1', 'Bash'), []],
    ['a decision after its turn_end', (desk) => desk.ask('s1', 'plan', ''), ['s1: Plan ready.']],
  ];
  for (const [what, begin, lines] of beginnings) {
    it(`${proves('agentflush.next-reply')}: ${what}`, async () => {
      const desk = await reading();
      await flush();
      if (what !== 'turn_start') await desk.end('s1');
      await begin(desk);
      await desk.write('s1', 'New.');
      expect(await desk.all()).toEqual(['s1: One…', ...lines, 's1: New.']);
    });
  }

  it(`${proves('agentflush.next-reply')}: not a tool before its turn_end`, async () => {
    const desk = await reading();
    await flush();
    await desk.tool('s1', 'Bash');
    await desk.write('s1', 'Still the same reply.');
    expect(await desk.all()).toEqual(['s1: One…']);
  });

  it(proves('agentflush.decisions'), async () => {
    const desk = await reading();
    await flush();
    await desk.ask('s1', 'question', 'Which?');
    await desk.ask('s1', 'plan', 'Do it.');
    const lines = ['s1: One…', 's1: Which?', 's1: Plan ready.', 's1: Do it.'];
    expect(await desk.all()).toEqual(lines);
  });

  it(proves('agentflush.queued-decisions'), async () => {
    const desk = await reading();
    await desk.ask('s1', 'question', 'Which?');
    await flush();
    expect(await desk.all()).toEqual(['s1: One…']);
  });

  it(proves('agentflush.mark'), async () => {
    const desk = await reading();
    await desk.ask('s1', 'question', 'Which?');
    await flush();
    await desk.ask('s1', 'permission', 'Suppressed.');
    expect(await desk.all()).toEqual(['s1: One…']);
    expect(await desk.signs(1)).toEqual(['choice']);
  });

  it(proves('agentflush.session-others'), async () => {
    const desk = await reading();
    await desk.start('s2');
    await desk.write('s2', 'Ready.');
    await desk.end('s2');
    await desk.set('read_mode', 'done');
    await desk.start('s3');
    await desk.write('s3', 'Held.');
    await flush();
    expect(await desk.all()).toEqual(['s1: One…', 's2: Ready.']);
    await desk.end('s3');
    expect(await desk.all()).toEqual(['s1: One…', 's2: Ready.', 's3: Held.']);
  });

  describe('scope all', () => {
    it(
      proves('agentflush.all-ready', 'agentflush.all-writing', 'agentflush.all-late'),
      async () => {
        const desk = await reading('immediate', 'all');
        await desk.start('s2');
        await desk.write('s2', 'Ready.');
        await desk.end('s2');
        await desk.start('s3');
        await desk.write('s3', 'Still writing.');
        const reply = { ok: true, flushed: 'channel', channel: 's1', scope: 'all', others: ['s2'] };
        expect(await flush()).toEqual(reply);
        await desk.write('s2', 'Late.');
        expect(await desk.all()).toEqual(['s1: One…', 's3: Still writing.']);
        await desk.start('s2');
        await desk.write('s2', 'Next reply.');
        expect(await desk.all()).toEqual(['s1: One…', 's3: Still writing.', 's2: Next reply.']);
      },
    );

    it(`${proves('agentflush.all-late')}: not of one that had nothing to drop`, async () => {
      const desk = await reading('immediate', 'all');
      await desk.start('s2');
      await desk.end('s2');
      expect((await flush())['others']).toEqual([]);
      await desk.write('s2', 'Late.');
      expect(await desk.all()).toEqual(['s1: One…', 's2: Late.']);
    });

    it(proves('agentflush.all-host'), async () => {
      const desk = await reading('immediate', 'all');
      await desk.done('speak', { text: 'Host.', channel: 's2' });
      expect((await flush())['others']).toEqual(['s2']);
      expect(await desk.all()).toEqual(['s1: One…']);
    });

    it(proves('agentflush.all-nothing'), async () => {
      const { desk } = used;
      await desk.set('flush_scope', 'all');
      await desk.set('read_mode', 'immediate');
      await desk.set('background_policy', 'earcon_only');
      for (const channel of ['s1', 's2', 's3']) await desk.done('channel_open', { channel });
      await desk.done('focus', { channel: 's1' });
      await desk.set('channel_prefs', { channel: 's3', muted: true });
      await desk.done('speak', { text: 'Host.', channel: 's3' });
      await desk.start('s2');
      await desk.write('s2', 'Ready.');
      await desk.end('s2');
      const { others, flushed, channel, scope } = await flush();
      expect({ flushed, channel, scope }).toEqual({
        flushed: 'nothing',
        channel: null,
        scope: 'all',
      });
      expect((others as string[]).sort()).toEqual(['s2', 's3']);
      await desk.set('background_policy', 'all');
      await desk.set('channel_prefs', { channel: 's3', muted: false });
      expect(await desk.all()).toEqual([]);
    });

    it(proves('agentflush.interrupted'), async () => {
      const desk = await reading('immediate', 'all');
      await desk.start('s2');
      await desk.write('s2', 'Interrupted.');
      await flush();
      expect(await desk.all()).toEqual(['s1: One…', 's2: Interrupted.']);
    });
  });

  it(proves('agentflush.session-nothing'), async () => {
    const { desk } = used;
    const reply = { ok: true, flushed: 'nothing', channel: null, scope: 'session', others: [] };
    expect(await flush()).toEqual(reply);
    await desk.set('read_mode', 'immediate');
    await desk.write('s1', 'One.');
    expect(await desk.all()).toEqual(['s1: One.']);
  });
});
