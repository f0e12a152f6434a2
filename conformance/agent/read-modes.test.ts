/** When a turn's sentences are read. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, useDesk } from './desk.ts';

/** So many words, in one sentence. */
const words = (count: number, word: string) => `${Array(count).fill(word).join(' ')}.`;

describe.each(transports)('read_mode over %s', (transport) => {
  const used = useDesk(transport);
  const mode = async (value: string, minqueue?: number): Promise<Desk> => {
    await used.desk.set('read_mode', value);
    if (minqueue !== undefined) await used.desk.set('minqueue', minqueue);
    await used.desk.start('s1');
    return used.desk;
  };
  const decisions: [string, string, string[]][] = [
    ['question', 'Which?', ['s1: Which?']],
    ['permission', 'May I?', ['s1: May I?']],
    ['plan', 'Do it.', ['s1: Plan ready.', 's1: Do it.']],
  ];

  it(proves('mode.immediate'), async () => {
    const desk = await mode('immediate');
    await desk.write('s1', 'One.');
    expect(await desk.all()).toEqual(['s1: One.']);
    await desk.write('s1', 'Two.');
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.']);
  });

  it(proves('mode.queue'), async () => {
    const desk = await mode('queue', 3);
    await desk.write('s1', 'One. Two.');
    expect(await desk.all()).toEqual([]);
    await desk.write('s1', 'Three.');
    expect(await desk.all()).toEqual(['s1: One.', 's1: Two.', 's1: Three.']);
    await desk.write('s1', 'Four.');
    expect(await desk.all()).toHaveLength(3);
  });

  it(`${proves('mode.queue')}: five by default`, async () => {
    const desk = await mode('queue');
    await desk.write('s1', 'One. Two. Three. Four.');
    expect(await desk.all()).toEqual([]);
    await desk.write('s1', 'Five.');
    expect(await desk.all()).toHaveLength(5);
  });

  for (const minqueue of [0, 1]) {
    it(`${proves('mode.queue-once')}: ${minqueue}`, async () => {
      const desk = await mode('queue', minqueue);
      await desk.write('s1', 'One.');
      expect(await desk.all()).toEqual(['s1: One.']);
    });
  }

  it(proves('mode.queue-end'), async () => {
    const desk = await mode('queue', 10);
    await desk.write('s1', 'One.');
    await desk.end('s1');
    expect(await desk.all()).toEqual(['s1: One.']);
  });

  for (const verbosity of ['skip_code', 'everything']) {
    it(`${proves('mode.queue-tool')}: ${verbosity}`, async () => {
      const desk = await mode('queue', 10);
      await desk.set('verbosity', verbosity);
      await desk.write('s1', 'One.');
      await desk.tool('s1', 'Bash', { summary: 'Runs.' });
      const after = verbosity === 'everything' ? ['s1: Runs.'] : [];
      expect(await desk.all()).toEqual(['s1: One.', ...after]);
    });
  }

  for (const [kind, text, lines] of decisions) {
    it(`${proves('mode.queue-decision', 'mode.decision-after')}: ${kind}`, async () => {
      const desk = await mode('queue', 10);
      await desk.write('s1', 'One. Two.');
      await desk.ask('s1', kind, text);
      expect(await desk.all()).toEqual(['s1: One.', 's1: Two.', ...lines]);
    });

    it(`${proves('mode.done-decision', 'mode.decision-after')}: ${kind}`, async () => {
      const desk = await mode('done');
      await desk.write('s1', 'One. Two.');
      await desk.ask('s1', kind, text);
      expect(await desk.all()).toEqual(['s1: One.', 's1: Two.', ...lines]);
      await desk.write('s1', 'Three.');
      expect(await desk.all()).toHaveLength(2 + lines.length);
      await desk.end('s1');
      expect((await desk.all()).at(-1)).toBe('s1: Three.');
    });
  }

  it(proves('mode.done'), async () => {
    const { desk } = used;
    expect(await desk.get('read_mode')).toBe('done');
    await desk.start('s1');
    await desk.write('s1', 'One. Two. Three. Four. Five. Six. Seven.');
    expect(await desk.afterWaits()).toEqual([]);
    await desk.end('s1');
    expect(await desk.all()).toHaveLength(7);
  });

  it(proves('mode.done-tool'), async () => {
    const desk = await mode('done');
    await desk.set('verbosity', 'everything');
    await desk.write('s1', 'One.');
    await desk.tool('s1', 'Bash', { summary: 'Runs.' });
    expect(await desk.all()).toEqual(['s1: Runs.']);
    await desk.end('s1');
    expect(await desk.all()).toEqual(['s1: Runs.', 's1: One.']);
  });

  for (const value of ['queue', 'done', 'final']) {
    it(`${proves('mode.late')}: ${value}`, async () => {
      const desk = await mode(value);
      await desk.write('s1', 'One.');
      await desk.end('s1');
      await desk.write('s1', 'Late.');
      expect(await desk.all()).toEqual(['s1: One.', 's1: Late.']);
    });
  }

  it(proves('mode.own-session'), async () => {
    const desk = await mode('done');
    await desk.start('s2');
    await desk.write('s1', 'One.');
    await desk.write('s2', 'Two.');
    await desk.end('s2');
    expect(await desk.all()).toEqual(['s2: Two.']);
  });

  for (const value of ['immediate', 'queue', 'done']) {
    it(`${proves('mode.reply-ignored')}: ${value}`, async () => {
      const desk = await mode(value);
      await desk.write('s1', 'Streamed.');
      await desk.end('s1', { reply: 'Replied.', before_reply: words(60, 'go') });
      expect(await desk.all()).toEqual(['s1: Streamed.']);
    });
  }

  describe('final', () => {
    it(proves('final.reply'), async () => {
      const desk = await mode('final');
      await desk.write('s1', 'Between tools.');
      await desk.tool('s1', 'Bash');
      await desk.write('s1', 'The reply.');
      await desk.end('s1', { reply: 'The reply. Its end.' });
      expect(await desk.all()).toEqual(['s1: The reply.', 's1: Its end.']);
    });

    it(proves('final.again'), async () => {
      const desk = await mode('final');
      await desk.end('s1', { reply: 'The *reply*. Its end.' });
      await desk.write('s1', 'The reply. Its end.');
      expect(await desk.afterWaits()).toEqual(['s1: The reply.', 's1: Its end.']);
    });

    it(proves('final.no-reply'), async () => {
      const desk = await mode('final');
      await desk.write('s1', 'One. Two.');
      expect(await desk.all()).toEqual([]);
      await desk.end('s1');
      expect(await desk.all()).toEqual(['s1: One.', 's1: Two.']);
    });

    const lengths: [reply: number, before: number, both: boolean][] = [
      [39, 60, true],
      [40, 60, false],
      [39, 59, false],
      [3, 61, true],
    ];
    for (const [reply, before, both] of lengths) {
      it(`${proves('final.before-reply')}: ${reply} after ${before}`, async () => {
        const desk = await mode('final');
        const [first, last] = [words(before, 'go'), words(reply, 'so')];
        await desk.end('s1', { reply: last, before_reply: first });
        const lines = [...(both ? [`s1: ${first}`] : []), `s1: ${last}`];
        expect(await desk.all()).toEqual(lines);
      });
    }

    it(proves('final.question'), async () => {
      const desk = await mode('final');
      await desk.write('s1', 'Between tools.');
      await desk.write('s1', 'Lead in.', { lead_in: true });
      await desk.ask('s1', 'question', 'Which?');
      expect(await desk.all()).toEqual(['s1: Lead in.', 's1: Which?']);
    });

    it(proves('final.plan'), async () => {
      const desk = await mode('final');
      await desk.write('s1', 'Between tools.');
      await desk.ask('s1', 'plan', 'Do it.');
      expect(await desk.all()).toEqual(['s1: Plan ready.', 's1: Do it.']);
    });

    it(proves('final.permission'), async () => {
      const desk = await mode('final');
      await desk.write('s1', 'Kept.');
      await desk.ask('s1', 'permission', 'May I?');
      expect(await desk.all()).toEqual(['s1: May I?']);
      await desk.end('s1');
      expect(await desk.all()).toEqual(['s1: May I?', 's1: Kept.']);
    });

    it(proves('final.not-logged'), async () => {
      const desk = await mode('final');
      await desk.set('debug_log', false);
      await desk.end('s1', { reply: 'Elephant.', before_reply: words(60, 'giraffe') });
      expect(await desk.all()).toEqual([`s1: ${words(60, 'giraffe')}`, 's1: Elephant.']);
      expect(desk.log('lephant')).toEqual([]);
      expect(desk.log('giraffe')).toEqual([]);
    });
  });
});
