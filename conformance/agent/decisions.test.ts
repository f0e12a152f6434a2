/** Questions, permissions, plans and tools: what is read of them, and before whom. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';

describe.each(transports)('decisions over %s', (transport) => {
  const used = useDesk(transport);
  const immediate = async (): Promise<Desk> => {
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };
  /** All of `s1` that was read, in one text. */
  const told = async () => (await used.desk.all()).map((line) => line.slice(4)).join(' ');

  it(proves('ask.reply', 'question.options', 'ask.one-item', 'question.chime'), async () => {
    const { desk } = used;
    expect(await desk.ask('s1', 'question', 'Pick', { options: ['A'] })).toEqual({ ok: true });
    expect(await desk.all()).toEqual(['s1: Pick', 's1: Option 1: A.']);
    expect(await desk.signs(1)).toEqual(['choice']);
    expect(desk.heard.filter(({ event }) => event['phase'] === 'finished')).toHaveLength(1);
  });

  it(proves('question.descriptions'), async () => {
    const options = [{ label: 'Yes', description: 'Ship it now' }, 'No', { label: 'Wait' }];
    await used.desk.ask('s1', 'question', 'Deploy?', { options });
    const text = 'Deploy? Option 1: Yes. Ship it now. Option 2: No. Option 3: Wait.';
    expect(await told()).toBe(text);
  });

  for (const first of ['', {}, { description: 'Ship it' }, { label: '' }]) {
    it(`${proves('question.no-label')}: ${JSON.stringify(first)}`, async () => {
      await used.desk.ask('s1', 'question', 'Deploy?', { options: [first, 'No'] });
      const text = await told();
      expect(text).toContain('Option 2: No.');
      expect(text).not.toContain('Option 1: No');
    });
  }

  it(proves('question.multi-select'), async () => {
    const { desk } = used;
    await desk.ask('s1', 'question', 'Which?', { options: ['A', 'B'], multi_select: true });
    const lines = await desk.all();
    expect(lines[0]).toBe('s1: Which?');
    expect(lines.slice(-2)).toEqual(['s1: Option 1: A.', 's1: Option 2: B.']);
    expect(lines).toHaveLength(4);
    expect(lines[2]).not.toBe(lines[1]);
  });

  it(`${proves('question.multi-select')}: not with false`, async () => {
    await used.desk.ask('s1', 'question', 'Which?', { options: ['A'], multi_select: false });
    expect(await told()).toBe('Which? Option 1: A.');
  });

  for (const [what, fields] of [
    ['nothing', {}],
    ['empty strings', { text: '', options: [], notes: '', hint: '', hint_once: '' }],
  ] as const) {
    it(`${proves('ask.stock')}: ${what}`, async () => {
      const { desk } = used;
      for (const kind of ['question', 'permission', 'plan']) {
        await desk.done('ask', { channel: kind, kind, ...fields });
        expect((await desk.all()).at(-1)).toMatch(new RegExp(`^${kind}: \\w`));
      }
      expect(desk.lines().at(-1)).toBe('plan: Plan ready.');
    });
  }

  it(proves('permission.read', 'permission.chime'), async () => {
    const { desk } = used;
    await desk.ask('s1', 'permission', 'Claude wants to read a file.');
    expect(await desk.all()).toEqual(['s1: Claude wants to read a file.']);
    expect(await desk.signs(1)).toEqual(['permission']);
  });

  it(proves('plan.read', 'plan.silent'), async () => {
    const { desk } = used;
    await desk.ask('s1', 'plan', 'First this. Then that.');
    expect(await desk.all()).toEqual(['s1: Plan ready.', 's1: First this.', 's1: Then that.']);
    expect(desk.chimes()).toEqual([]);
  });

  it(proves('permission.suppressed', 'permission.mark'), async () => {
    const { desk } = used;
    await desk.ask('s1', 'question', 'Which?');
    await desk.ask('s1', 'permission', 'Dropped.');
    await desk.ask('s2', 'permission', 'Other session.');
    const heard = ['s1: Which?', 's2: Other session.'];
    expect(await desk.all()).toEqual(heard);
    await desk.began('♪ permission');
    await sleep(500);
    await desk.ask('s1', 'permission', 'May I?');
    expect(await desk.all()).toEqual([...heard, 's1: May I?']);
    await desk.began('♪ permission', 2);
    expect(await desk.signs(3)).toEqual(['choice', 'permission', 'permission']);
    expect(await desk.logged('agent ask', 'channel=s1', 'permission: ')).toHaveLength(1);
  });

  it(proves('question.chime-once'), async () => {
    const { desk } = used;
    await desk.ask('s1', 'question', 'First?');
    await desk.began('♪ choice');
    // It is over: a second one would be no duplicate.
    await sleep(500);
    await desk.ask('s1', 'question', 'Second?');
    expect(await desk.afterWaits()).toEqual(['s1: First?', 's1: Second?']);
    expect(await desk.signs(1)).toEqual(['choice']);
    await desk.answered('s1');
    await desk.ask('s1', 'question', 'Third?');
    await desk.began('♪ choice', 2);
  });

  describe('what clears a question', () => {
    const ways: [string, (desk: Desk) => Promise<unknown>][] = [
      ['answered', (desk) => desk.answered('s1')],
      ['tool', (desk) => desk.tool('s1', 'Bash')],
      ['turn_start', (desk) => desk.start('s1')],
    ];
    for (const [what, clear] of ways) {
      it(`${proves('question.cleared')}: ${what}`, async () => {
        const { desk } = used;
        await desk.ask('s1', 'question', 'Which?');
        await desk.all();
        await clear(desk);
        await desk.ask('s1', 'permission', 'May I?');
        expect(await desk.all()).toEqual(['s1: Which?', 's1: May I?']);
      });
    }
  });

  const extra = { notes: 'Mind this.', hint: 'Press one.', hint_once: 'Up reads again.' };
  for (const kind of ['question', 'permission', 'plan']) {
    it(`${proves('ask.notes', 'ask.hints-quiet')}: ${kind}`, async () => {
      await used.desk.ask('s1', kind, 'Now.', extra);
      const text = await told();
      expect(text).toMatch(/Now\. Mind this\.$/);
      expect(text).not.toMatch(/Press|Up/);
    });

    it(`${proves('ask.hint', 'ask.hint-once')}: ${kind}`, async () => {
      const { desk } = used;
      await desk.set('verbosity', 'everything');
      await desk.ask('s1', kind, 'Now.', extra);
      expect(await told()).toMatch(/Now\. Mind this\. Press one\. Up reads again\.$/);
      await desk.answered('s1');
      await desk.ask('s1', kind, 'Again.', extra);
      expect(await told()).toMatch(/Again\. Mind this\. Press one\.$/);
      await desk.ask('s2', kind, 'Here.', extra);
      expect((await desk.all()).at(-1)).toBe('s2: Up reads again.');
    });
  }

  describe('who goes first', () => {
    for (const kind of ['question', 'permission', 'plan']) {
      it(`${proves('ask.before-others')}: ${kind}`, async () => {
        const desk = await immediate();
        for (const channel of ['s1', 's2', 's3']) await desk.done('channel_open', { channel });
        await desk.hold();
        await desk.done('focus', { channel: 's1' });
        await desk.write('s1', 'One.');
        await desk.write('s2', 'Two.');
        await desk.ask('s3', kind, 'Now.');
        await desk.skip();
        const heard = await desk.all();
        const own = heard.filter((line) => line.startsWith('s3'));
        expect(heard).toEqual([...own, 's1: One.', 's2: Two.']);
      });
    }

    it(proves('ask.after-batch'), async () => {
      const desk = await immediate();
      for (const channel of ['s1', 's2', 's3']) await desk.done('channel_open', { channel });
      await desk.write('s1', `${long('One')} Two.`);
      await desk.write('s2', 'Other.');
      await desk.reads('s1: One…');
      await desk.ask('s3', 'question', 'Which?');
      expect(await desk.soFar()).toEqual(['s1: One…']);
      await desk.skip();
      const order = ['s1: One…', 's1: Two.', 's3: Which?', 's2: Other.'];
      expect(await desk.all()).toEqual(order);
    });

    it(proves('ask.own-text'), async () => {
      const desk = await immediate();
      await desk.write('s1', `${long('One')} Two.`);
      await desk.reads('s1: One…');
      await desk.ask('s1', 'question', 'Which?');
      await desk.skip();
      expect(await desk.all()).toEqual(['s1: One…', 's1: Two.', 's1: Which?']);
    });

    it(proves('ask.replay-first'), async () => {
      const desk = await immediate();
      for (const channel of ['s1', 's2', 's3']) await desk.done('channel_open', { channel });
      await desk.write('s1', `${long('One')} Two.`);
      await desk.reads('s1: One…');
      await desk.skip();
      await desk.all();
      await desk.control('restart', { channel: 's1' });
      await desk.began('s1: One…', 2);
      await desk.write('s2', 'Other.');
      await desk.ask('s3', 'question', 'Which?');
      await desk.skip();
      const order = ['s1: One…', 's1: Two.', 's1: One…', 's1: Two.', 's3: Which?', 's2: Other.'];
      expect(await desk.all()).toEqual(order);
    });
  });

  describe('tool', () => {
    it(proves('tool.quiet'), async () => {
      const { desk } = used;
      for (const verbosity of ['skip_code', 'read_code']) {
        await desk.set('verbosity', verbosity);
        expect(await desk.tool('s1', 'Bash', { summary: 'Runs.' })).toEqual({ ok: true });
      }
      expect(await desk.all()).toEqual([]);
    });

    it(proves('tool.summary', 'tool.name'), async () => {
      const { desk } = used;
      await desk.set('verbosity', 'everything');
      await desk.tool('s1', 'Bash', { summary: 'Lists the files' });
      await desk.tool('s1', 'Glob');
      await desk.tool('s1', 'Grep', { summary: '' });
      const lines = ['s1: Lists the files', 's1: Running Glob.', 's1: Running Grep.'];
      expect(await desk.all()).toEqual(lines);
      expect(desk.chimes()).toEqual([]);
    });
  });

  describe('answered', () => {
    it(proves('answered.drops', 'answered.cuts', 'answered.reply'), async () => {
      const desk = await immediate();
      await desk.write('s1', `${long('One')} Unread.`);
      await desk.ask('s1', 'question', 'Which?');
      await desk.write('s2', 'Other.');
      await desk.reads('s1: One…');
      expect(await desk.answered('s1')).toEqual({ ok: true });
      expect(await desk.all()).toEqual(['s1: One…', 's2: Other.']);
      expect(
        await desk.logged('drop channel=s1', 'reason=answered', 'text="Unread."'),
      ).toHaveLength(1);
    });

    it(proves('answered.goes-on'), async () => {
      const { desk } = used;
      await desk.start('s1', { t: 100 });
      await desk.ask('s1', 'question', 'Which?');
      await desk.all();
      await desk.write('s1', 'Dropped.');
      await desk.answered('s1');
      await desk.write('s1', 'Goes on.');
      const late = await desk.write('s1', 'Late.', { t: 99 });
      expect(late['stale']).toBe(true);
      await desk.end('s1');
      expect(await desk.all()).toEqual(['s1: Which?', 's1: Goes on.']);
    });

    it(`${proves('answered.reply')}: a session nobody knows`, async () => {
      expect(await used.desk.answered('nobody')).toEqual({ ok: true });
    });
  });

  describe('bad input', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `o${n}`);

    it(`${proves('ask.many-options')}: 100`, async () => {
      const { desk } = used;
      await desk.ask('s1', 'question', long('Which'), { options: many(100) });
      await desk.reads('s1: Which…');
      expect(desk.now()['now_playing'].chunks).toBe(101);
    });

    for (const count of [101, 5000]) {
      it(`${proves('ask.many-options')}: ${count}`, async () => {
        const { desk } = used;
        const fields = { channel: 's1', kind: 'question', text: 'Which?', options: many(count) };
        const reply = await desk.request('ask', fields);
        if (reply['ok'] !== true) expect(reply['error']?.code).toBe('E_BAD_REQUEST');
        await desk.control('stop');
        await desk.ask('s2', 'question', 'Here?');
        expect((await desk.all()).at(-1)).toBe('s2: Here?');
      });
    }

    const wrong: [string, object][] = [
      ['no kind', { kind: undefined }],
      ['kind "demand"', { kind: 'demand' }],
      ['kind 5', { kind: 5 }],
      ['no channel', { channel: undefined }],
      ['channel ""', { channel: '' }],
      ['text 5', { text: 5 }],
      ['options "A"', { options: 'A' }],
      ['options [5]', { options: [5] }],
      ['options [{label: 5}]', { options: [{ label: 5 }] }],
      ['multi_select "yes"', { multi_select: 'yes' }],
      ['notes 5', { notes: 5 }],
      ['hint 5', { hint: 5 }],
      ['hint_once 5', { hint_once: 5 }],
      ['label 5', { label: 5 }],
      ['set_index alone', { set_index: 0 }],
      ['set_size alone', { set_size: 2 }],
      ['set_index as large as set_size', { set_index: 2, set_size: 2 }],
      ['set_index -1', { set_index: -1, set_size: 2 }],
      ['set_index 0.5', { set_index: 0.5, set_size: 2 }],
      ['set_size 0', { set_index: 0, set_size: 0 }],
      ['set_size "2"', { set_index: 0, set_size: '2' }],
    ];
    for (const [what, fields] of wrong) {
      it(`${proves('ask.types')}: ${what}`, async () => {
        const { desk } = used;
        const good = { channel: 's1', kind: 'question', text: 'Which?' };
        expect(await desk.refused('ask', { ...good, ...fields })).toBe('E_BAD_REQUEST');
        expect(await desk.all()).toEqual([]);
        expect(desk.chimes()).toEqual([]);
      });
    }

    for (const fields of [
      {},
      { name: 5 },
      { name: 'Bash', summary: 5 },
      { name: 'x', channel: '' },
    ]) {
      it(`${proves('agent.types')}: tool ${JSON.stringify(fields)}`, async () => {
        const code = await used.desk.refused('tool', { channel: 's1', ...fields });
        expect(code).toBe('E_BAD_REQUEST');
      });
    }
  });
});
