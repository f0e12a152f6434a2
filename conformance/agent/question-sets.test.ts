/** Several questions of one asking, and the keys that move between them. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';
import { askSet } from './question-sets.ts';

const three = ['First?', 'Second?', 'Third?'];
const question = (k: number, text: string, of = 3) => [
  `s1: Question ${k} of ${of}.`,
  `s1: ${text}`,
];

describe.each(transports)('question sets, question_step off, over %s', (transport) => {
  const used = useDesk(transport);

  it(proves('sets.off-order', 'sets.off-notes'), async () => {
    const { desk } = used;
    await desk.set('verbosity', 'everything');
    await askSet(desk, 's1', three, { notes: 'Mind this.', hint: 'Press one.' });
    expect(await desk.all()).toEqual([
      ...question(1, 'First?'),
      's1: Mind this.',
      's1: Press one.',
      ...question(2, 'Second?'),
      ...question(3, 'Third?'),
    ]);
    expect(await desk.signs(1)).toEqual(['choice']);
  });

  for (const action of ['next_question', 'previous_question']) {
    it(`${proves('sets.off-keys')}: ${action}`, async () => {
      const { desk } = used;
      await askSet(desk, 's1', ['First?', long('Second')]);
      await desk.reads('s1: Second…');
      expect(await desk.control(action)).toEqual({ ok: true, channel: null });
    });
  }

  it(`${proves('sets.one')}: a set of one, and none`, async () => {
    const { desk } = used;
    await askSet(desk, 's1', ['Alone?']);
    await desk.ask('s1', 'question', 'Without?');
    expect(await desk.all()).toEqual(['s1: Alone?', 's1: Without?']);
  });
});

describe.each(transports)('question sets, question_step on, over %s', (transport) => {
  const used = useDesk(transport);
  const stepping = async (): Promise<Desk> => {
    await used.desk.set('question_step', 'on');
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };
  const at = (k: number, edge = false, of = 3) => ({
    ok: true,
    channel: 's1',
    question: k,
    of,
    edge,
  });
  const none = { ok: true, channel: null };
  const next = () => used.desk.control('next_question');
  const previous = () => used.desk.control('previous_question');

  it(proves('sets.first', 'sets.kept-log'), async () => {
    const desk = await stepping();
    await askSet(desk, 's1', three, { notes: 'Mind this.' });
    expect(await desk.all()).toEqual([...question(1, 'First?'), 's1: Mind this.']);
    expect(await desk.signs(1)).toEqual(['choice']);
    const kept = (k: number) => `question: kept for navigation: question ${k} of 3 (#283)`;
    for (const k of [2, 3])
      expect(await desk.logged('agent ask', 'channel=s1', kept(k))).toHaveLength(1);
  });

  it(proves('sets.next', 'sets.reply'), async () => {
    const desk = await stepping();
    await askSet(desk, 's1', [long('First'), long('Second'), 'Third?']);
    await desk.reads('s1: First…');
    expect(await next()).toEqual(at(2));
    await desk.reads('s1: Second…');
    expect(await next()).toEqual(at(3));
    expect(await desk.all()).toEqual([
      ...question(1, 'First…'),
      ...question(2, 'Second…'),
      ...question(3, 'Third?'),
    ]);
  });

  it(proves('sets.edge'), async () => {
    const desk = await stepping();
    await askSet(desk, 's1', three);
    await desk.all();
    await next();
    await next();
    const heard = await desk.all();
    expect(await next()).toEqual(at(3, true));
    expect(await desk.all()).toEqual(heard);
  });

  it(proves('sets.previous', 'sets.previous-first'), async () => {
    const desk = await stepping();
    await askSet(desk, 's1', three);
    await desk.all();
    await next();
    await desk.all();
    expect(await previous()).toEqual(at(1));
    await desk.all();
    expect((await previous())['question']).toBe(1);
    expect(await desk.all()).toEqual([
      ...question(1, 'First?'),
      ...question(2, 'Second?'),
      ...question(1, 'First?'),
      ...question(1, 'First?'),
    ]);
  });

  for (const action of ['next_question', 'previous_question']) {
    it(`${proves('sets.from-text')}: ${action}`, async () => {
      const desk = await stepping();
      await desk.write('s1', long('Text'));
      await askSet(desk, 's1', three);
      await desk.reads('s1: Text…');
      expect(await desk.control(action)).toEqual(at(1));
      expect(await desk.all()).toEqual(['s1: Text…', ...question(1, 'First?')]);
    });

    it(`${proves('sets.none')}: ${action}`, async () => {
      const desk = await stepping();
      await desk.write('s1', 'Text.');
      await desk.all();
      expect(await desk.control(action)).toEqual(none);
    });
  }

  it(proves('sets.move-all'), async () => {
    const desk = await stepping();
    await desk.set('verbosity', 'everything');
    await askSet(desk, 's1', ['First?', 'Second?'], { notes: 'Mind this.', hint: 'Press one.' });
    const after = ['s1: Mind this.', 's1: Press one.'];
    const first = [...question(1, 'First?', 2), ...after];
    expect(await desk.all()).toEqual(first);
    await next();
    expect(await desk.all()).toEqual([...first, ...question(2, 'Second?', 2), ...after]);
  });

  it(proves('sets.no-preempt'), async () => {
    const desk = await stepping();
    await askSet(desk, 's1', ['First?', `${long('Second')} Its end.`]);
    await desk.all();
    await next();
    await desk.reads('s1: Second…');
    await desk.ask('s2', 'question', 'Other?');
    await desk.control('next');
    const heard = await desk.all();
    expect(heard.slice(-3)).toEqual(['s1: Second…', 's1: Its end.', 's2: Other?']);
  });

  it(proves('sets.one', 'sets.one-previous'), async () => {
    const desk = await stepping();
    await desk.write('s1', long('Text'));
    await desk.ask('s1', 'question', 'Alone?');
    await desk.reads('s1: Text…');
    expect(await next()).toEqual(at(1, false, 1));
    const lines = ['s1: Text…', 's1: Alone?'];
    expect((await desk.all()).slice(0, 1)).toEqual(lines.slice(0, 1));
    expect(desk.lines().at(-1)).toBe('s1: Alone?');
    const before = desk.lines().length;
    expect((await previous())['of']).toBe(1);
    await desk.all();
    expect(desk.lines().slice(before).at(-1)).toBe('s1: Alone?');
  });

  it(proves('sets.restart'), async () => {
    const desk = await stepping();
    await desk.write('s1', 'Text.');
    await askSet(desk, 's1', three);
    await desk.all();
    await next();
    await desk.all();
    const before = desk.lines().length;
    await desk.control('restart');
    const heard = (await desk.all()).slice(before);
    expect(heard).toEqual(['s1: Text.', ...question(1, 'First?')]);
    expect(await next()).toEqual(at(2));
  });

  const forgetting: [string, (desk: Desk) => Promise<unknown>][] = [
    ['answered', (desk) => desk.answered('s1')],
    ['turn_start', (desk) => desk.start('s1')],
    ['tool', (desk) => desk.tool('s1', 'Bash')],
  ];
  for (const [what, forget] of forgetting) {
    it(`${proves('sets.forgotten')}: ${what}`, async () => {
      const desk = await stepping();
      await askSet(desk, 's1', three);
      await desk.all();
      await forget(desk);
      expect(await next()).toEqual(none);
    });
  }

  it(`${proves('sets.forgotten')}: another question`, async () => {
    const desk = await stepping();
    await askSet(desk, 's1', three);
    await askSet(desk, 's1', ['Fourth?', 'Fifth?']);
    await desk.all();
    expect(await next()).toEqual(at(2, false, 2));
    expect((await desk.all()).at(-1)).toBe('s1: Fifth?');
  });

  const keeping: [string, (desk: Desk) => Promise<unknown>][] = [
    ['flush', (desk) => desk.control('flush')],
    ['stop', (desk) => desk.control('stop')],
    [
      'mute_level',
      async (desk) => {
        await desk.set('mute_level', 1);
        await desk.set('mute_level', 0);
      },
    ],
  ];
  for (const [what, keep] of keeping) {
    it(`${proves('sets.kept', 'sets.not-started')}: ${what}`, async () => {
      const desk = await stepping();
      await desk.write('s1', long('Text'));
      await askSet(desk, 's1', three);
      await desk.reads('s1: Text…');
      await keep(desk);
      // Skipped before it was taken: the first move goes to question 1.
      expect(await next()).toEqual(at(1));
      await desk.all();
      await keep(desk);
      expect(await next()).toEqual(at(2));
      expect((await desk.all()).slice(-2)).toEqual(question(2, 'Second?'));
    });
  }

  it(proves('sets.muted'), async () => {
    const desk = await stepping();
    await desk.set('mute_level', 1);
    await askSet(desk, 's1', three);
    expect(await desk.all()).toEqual([]);
    await desk.set('mute_level', 0);
    expect(await desk.all()).toEqual([]);
    await desk.control('restart');
    expect(await desk.all()).toEqual(question(1, 'First?'));
    expect(await next()).toEqual(at(2));
  });

  it(proves('sets.which-session'), async () => {
    const desk = await stepping();
    await askSet(desk, 's1', three);
    await desk.done('focus', { channel: 's1' });
    await desk.write('s2', long('Text'));
    await desk.reads('s2: Text…');
    // The one being read, and read last, has no set: the focused one has.
    expect(await next()).toMatchObject({ channel: 's1', of: 3 });
  });

  it(proves('sets.next-set'), async () => {
    const { desk } = used;
    await desk.hold();
    await askSet(desk, 's1', ['First?', 'Second?']);
    await desk.set('question_step', 'on');
    await askSet(desk, 's2', ['One?', 'Two?']);
    await desk.skip();
    const heard = await desk.all();
    expect(heard).toContain('s1: Second?');
    expect(heard).toContain('s2: One?');
    expect(heard).not.toContain('s2: Two?');
  });

  it(`${proves('sets.kept-log')}: in the log of the keys`, async () => {
    const desk = await stepping();
    await askSet(desk, 's1', three);
    await desk.all();
    expect(await next()).toEqual(at(2));
    expect((await desk.all()).slice(-2)).toEqual(question(2, 'Second?'));
    expect(await desk.logged('read text', 'kind=question', 'Second?')).toHaveLength(1);
  });
});
