/** Streamed text: sentences, the order of deltas, what comes before a question. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('a stream over %s', (transport) => {
  const used = useDesk(transport);
  const immediate = async (): Promise<Desk> => {
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };

  it(proves('stream.reply', 'stream.sentences'), async () => {
    const desk = await immediate();
    const reply = await desk.write('s1', 'One. Two! Three?');
    expect(reply).toEqual({ ok: true, stale: false });
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two!', 's1: Three?']);
    const items = desk.heard.filter(({ event }) => event['phase'] === 'finished');
    expect(items).toHaveLength(3);
  });

  it(proves('stream.completes', 'stream.final'), async () => {
    const desk = await immediate();
    await desk.piece('s1', 0, 'One. Tw');
    expect(await desk.all()).toEqual(['s1: One.']);
    await desk.piece('s1', 1, 'o. Thr');
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.']);
    await desk.piece('s1', 2, 'ee', { final: true });
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.', 's1: Three']);
  });

  for (const end of [' ', '\n', '\n\n', '" ']) {
    it(`${proves('stream.white-space')}: ${JSON.stringify(end)}`, async () => {
      const desk = await immediate();
      await desk.piece('s1', 0, `One.${end}`);
      await sleep(300);
      expect(await desk.all()).toEqual([expect.stringMatching(/^s1: One\./)]);
    });
  }

  it(proves('stream.whole-message'), async () => {
    const desk = await immediate();
    await desk.done('channel_open', { channel: 's1', policy: 'latest' });
    await desk.hold();
    for (const text of ['One.', 'Two.', 'Three.']) await desk.write('s1', text);
    await desk.skip();
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.', 's1: Three.']);
  });

  it(proves('stream.index-default'), async () => {
    const desk = await immediate();
    await desk.done('stream', { channel: 's1', delta: 'One' });
    await desk.done('stream', { channel: 's1', delta: 'Two', final: true });
    expect(await desk.all()).toEqual(['s1: One', 's1: Two']);
  });

  const orders = [
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
    [2, 0, 1],
  ];
  for (const order of orders) {
    it(`${proves('stream.index-order')}: ${order.join(' ')}`, async () => {
      const desk = await immediate();
      await desk.hold();
      const texts = ['First. ', 'Second. ', 'Third.'];
      for (const index of order) await desk.piece('s1', index, texts[index]!);
      await desk.piece('s1', 3, ' Fourth.', { final: true });
      await desk.skip();
      expect(await desk.all()).toEqual(['s1: First.', 's1: Second.', 's1: Third.', 's1: Fourth.']);
    });
  }

  it(`${proves('stream.index-order')}: a word torn in three`, async () => {
    const desk = await immediate();
    await desk.piece('s1', 0, 'Hel');
    await desk.piece('s1', 2, 'wor');
    await desk.piece('s1', 3, 'ld.', { final: true });
    await desk.piece('s1', 1, 'lo ');
    expect(await desk.all()).toEqual(['s1: Hello world.']);
  });

  it(proves('stream.waits', 'stream.missing-late'), async () => {
    const desk = await immediate();
    await desk.piece('s1', 0, 'First. So');
    await desk.all();
    const sent = performance.now();
    await desk.piece('s1', 2, ' third. So');
    await sleep(250);
    expect(await desk.soFar()).toEqual(['s1: First.']);
    await desk.began('s1: So third.');
    const waited = desk.timed().find(([line]) => line === 's1: So third.')![1] - sent;
    expect(waited).toBeGreaterThan(380);
    expect(waited).toBeLessThan(750);
    await desk.piece('s1', 1, ' second. So');
    expect(await desk.all()).toEqual(['s1: First.', 's1: So third.', 's1: So second.']);
  });

  const releases: [string, (desk: Desk) => Promise<unknown>, string[]][] = [
    ['turn_end', (desk) => desk.end('s1'), []],
    ['ask', (desk) => desk.ask('s1', 'permission', 'May I?'), ['s1: May I?']],
    ['tool', (desk) => desk.tool('s1', 'Bash', { summary: 'Runs.' }), ['s1: Runs.']],
    ['the next block', (desk) => desk.write('s1', 'Next.'), ['s1: Next.']],
  ];
  for (const [what, release, after] of releases) {
    it(`${proves('stream.released')}: ${what}`, async () => {
      const desk = await immediate();
      await desk.set('verbosity', 'everything');
      await desk.piece('s1', 0, 'First.');
      const sent = performance.now();
      await desk.piece('s1', 2, ' Third.');
      await release(desk);
      await desk.began('s1: Third.');
      expect(desk.timed().find(([line]) => line === 's1: Third.')![1] - sent).toBeLessThan(330);
      expect(await desk.all()).toEqual(['s1: First.', 's1: Third.', ...after]);
      if (what !== 'the next block') {
        await desk.piece('s1', 1, ' Second.');
        await desk.piece('s1', 3, ' ', { final: true });
        expect(await desk.afterWaits()).toEqual([
          's1: First.',
          's1: Third.',
          ...after,
          's1: Second.',
        ]);
      }
    });
  }

  it(proves('stream.after-end'), async () => {
    const { desk } = used;
    await desk.start('s1');
    await desk.piece('s1', 0, 'First. ');
    await desk.end('s1');
    await desk.piece('s1', 2, 'Third.', { final: true });
    await desk.piece('s1', 1, 'Second. ');
    expect(await desk.all()).toEqual(['s1: First.', 's1: Second.', 's1: Third.']);
  });

  it(proves('stream.repeated', 'stream.repeated-final', 'stream.zero-again'), async () => {
    const desk = await immediate();
    await desk.piece('s1', 0, 'First. ');
    await desk.piece('s1', 1, 'Sec');
    await desk.piece('s1', 1, 'Repeated. ', { final: true });
    expect(await desk.all()).toEqual(['s1: First.', 's1: Sec']);
    await desk.piece('s1', 0, 'First. So');
    expect(await desk.all()).toEqual(['s1: First.', 's1: Sec', 's1: First.']);
  });

  it(proves('stream.never'), async () => {
    const desk = await immediate();
    await desk.piece('s1', 5, 'Only. ', { final: true });
    await desk.began('s1: Only.');
    await desk.write('s1', 'Then.');
    expect(await desk.all()).toEqual(['s1: Only.', 's1: Then.']);
  });

  for (const index of [2 ** 31, 2 ** 53, -1, 1.5, '0', true, []]) {
    it(`${proves('stream.odd-index')}: ${JSON.stringify(index)}`, async () => {
      const desk = await immediate();
      const reply = await desk.request('stream', { channel: 's1', delta: 'Odd.', index });
      if (typeof index !== 'number' || index < 0 || index === 1.5)
        expect(reply['error']?.code).toBe('E_BAD_REQUEST');
      else if (reply['ok'] !== true) expect(reply['error']?.code).toBe('E_BAD_REQUEST');
      await desk.write('s1', 'Still here.');
      expect((await desk.afterWaits()).at(-1)).toBe('s1: Still here.');
    });
  }

  const wrong: [string, object][] = [
    ['no delta', {}],
    ['delta 5', { delta: 5 }],
    ['final "yes"', { delta: 'x', final: 'yes' }],
    ['lead_in 1', { delta: 'x', lead_in: 1 }],
    ['t "now"', { delta: 'x', t: 'now' }],
    ['turn 5', { delta: 'x', turn: 5 }],
    ['label 5', { delta: 'x', label: 5 }],
    ['no channel', { channel: undefined, delta: 'x' }],
    ['channel ""', { channel: '', delta: 'x' }],
    ['channel 5', { channel: 5, delta: 'x' }],
  ];
  for (const [what, fields] of wrong) {
    it(`${proves('agent.types')}: stream with ${what}`, async () => {
      const { desk } = used;
      const code = await desk.refused('stream', { channel: 's1', ...fields });
      expect(code).toBe('E_BAD_REQUEST');
      expect(await desk.get('channel_prefs')).toEqual([]);
    });
  }

  it(proves('stream.empty'), async () => {
    const desk = await immediate();
    await desk.write('s1', '');
    await desk.write('s1', '  \n ');
    await desk.piece('s1', 0, 'One.');
    await desk.piece('s1', 1, '', { final: true });
    expect(await desk.all()).toEqual(['s1: One.']);
  });

  describe('lead_in', () => {
    it(proves('leadin.block'), async () => {
      const desk = await immediate();
      await desk.done('stream', {
        channel: 's1',
        delta: 'Before it. Unfinished',
        index: 7,
        final: false,
        lead_in: true,
      });
      expect(await desk.all()).toEqual(['s1: Before it.', 's1: Unfinished']);
    });

    it(proves('leadin.dropped-once'), async () => {
      const desk = await immediate();
      await desk.write('s1', 'Two ways: old or new.', { lead_in: true });
      await desk.ask('s1', 'question', 'Which?');
      await desk.write('s1', 'Two ways -- *old* or **new**.');
      const heard = ['s1: Two ways: old or new.', 's1: Which?'];
      expect(await desk.all()).toEqual(heard);
      await desk.write('s1', 'Two ways: old or new.');
      expect(await desk.all()).toEqual([...heard, 's1: Two ways: old or new.']);
    });

    it(`${proves('leadin.dropped-once')}: not another text, nor in another turn, nor of another session`, async () => {
      const desk = await immediate();
      await desk.write('s1', 'The way.', { lead_in: true });
      await desk.write('s1', 'The ways.');
      await desk.write('s2', 'The way.');
      await desk.all();
      await desk.start('s1');
      await desk.write('s1', 'The way.');
      expect((await desk.all()).sort()).toEqual(
        ['s1: The way.', 's1: The ways.', 's2: The way.', 's1: The way.'].sort(),
      );
    });

    it(proves('leadin.released'), async () => {
      const { desk } = used;
      await desk.start('s1');
      await desk.write('s1', 'Held.');
      await desk.write('s1', 'Lead in.', { lead_in: true });
      expect(await desk.soFar()).toEqual([]);
      await desk.ask('s1', 'question', 'Which?');
      expect(await desk.all()).toEqual(['s1: Held.', 's1: Lead in.', 's1: Which?']);
    });
  });

  it(`${proves('stream.whole-message')}: two sessions, each its own order`, async () => {
    const desk = await immediate();
    await desk.hold();
    await desk.piece('s1', 1, 'Two.', { final: true });
    await desk.piece('s2', 0, 'One. ');
    await desk.piece('s1', 0, 'One. ');
    await desk.piece('s2', 1, long('Two'), { final: true });
    await desk.skip();
    await desk.reads('s2: Two…');
    expect(desk.lines()).toEqual(['s1: One.', 's1: Two.', 's2: One.', 's2: Two…']);
  });
});
