/** The terminal says which question of a set is on its screen. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';
import { askSet } from './question-sets.ts';

const three = ['Which colour shall it be?', 'Which of the shapes?', 'How large?'];
const question = (k: number, text = three[k - 1]!) => [`s1: Question ${k} of 3.`, `s1: ${text}`];

describe.each(transports)('question_shown over %s', (transport) => {
  const used = useDesk(transport);
  const begin = async (step: 'on' | 'off'): Promise<Desk> => {
    await used.desk.set('question_step', step);
    await used.desk.set('read_mode', 'immediate');
    return used.desk;
  };
  const shown = (text: string, fields: object = {}) =>
    used.desk.done('question_shown', { channel: 's1', text, ...fields });
  const moved = (k: number) => ({ ok: true, moved: true, channel: 's1', question: k, of: 3 });
  const still = { ok: true, moved: false };
  /** The set is there, and its first question is being read. */
  const reading = async (desk: Desk) => {
    await askSet(desk, 's1', [long('First'), three[1]!, three[2]!]);
    await desk.reads('s1: First…');
  };
  const first = ['s1: Question 1 of 3.', 's1: First…'];

  it(proves('shown.reply', 'shown.on'), async () => {
    const desk = await begin('on');
    await askSet(desk, 's1', three);
    await desk.all();
    expect(await shown(three[2]!)).toEqual(moved(3));
    expect(await desk.all()).toEqual([...question(1), ...question(3)]);
    // The set has moved there.
    const { edge } = await desk.control('next_question');
    expect(edge).toBe(true);
    const back = await desk.control('previous_question');
    expect(back['question']).toBe(2);
  });

  it(proves('shown.current'), async () => {
    const desk = await begin('on');
    await askSet(desk, 's1', three);
    await desk.all();
    expect(await shown(three[0]!)).toEqual(still);
    expect(await desk.all()).toEqual(question(1));
  });

  it(proves('shown.off', 'shown.off-reading'), async () => {
    const desk = await begin('off');
    await reading(desk);
    await shown(long('First'));
    // It goes on, and nothing is read behind it.
    expect(await desk.all()).toEqual(first);
    expect(await shown(three[1]!)).toEqual(moved(2));
    expect(await desk.all()).toEqual([...first, ...question(2)]);
    expect(await shown(three[2]!)).toEqual(moved(3));
    expect(await desk.all()).toEqual([...first, ...question(2), ...question(3)]);
  });

  it(`${proves('shown.off')}: nor one that is asked later`, async () => {
    const desk = await begin('off');
    for (const set_index of [0, 1])
      await desk.ask('s1', 'question', three[set_index]!, { set_index, set_size: 3 });
    await shown(three[0]!);
    await desk.all();
    await desk.ask('s1', 'question', three[2]!, { set_index: 2, set_size: 3 });
    expect(await desk.afterWaits()).not.toContain(`s1: ${three[2]}`);
  });

  it(proves('shown.off-cuts'), async () => {
    const desk = await begin('off');
    await reading(desk);
    expect(await shown(three[2]!)).toEqual(moved(3));
    expect(await desk.all()).toEqual([...first, ...question(3)]);
    expect(desk.heard.filter(({ event }) => event['phase'] === 'skipped').length).toBeGreaterThan(
      0,
    );
  });

  it(`${proves('shown.off-cuts')}: heard before`, async () => {
    const desk = await begin('off');
    await askSet(desk, 's1', [three[0]!, long('Second'), three[2]!]);
    await desk.reads('s1: Second…');
    expect(await shown(three[0]!)).toEqual(moved(1));
    const heard = await desk.all();
    expect(heard).toEqual([...question(1), ...question(2, 'Second…'), ...question(1)]);
  });

  it(proves('shown.off-restart'), async () => {
    const desk = await begin('off');
    await desk.write('s1', 'Text.');
    await askSet(desk, 's1', three);
    await desk.all();
    await shown(three[1]!);
    await desk.all();
    const before = desk.lines().length;
    await desk.control('restart');
    expect((await desk.all()).slice(before)).toEqual(['s1: Text.', ...question(2)]);
  });

  it(proves('shown.none'), async () => {
    const desk = await begin('off');
    await askSet(desk, 's1', three);
    expect(await desk.all()).toEqual([...question(1), ...question(2), ...question(3)]);
  });

  for (const text of [
    'WHICH OF   the shapes',
    'Which of the shapes',
    'which-of-the-SHAPES??',
    'Which of\nthe shapes?',
  ]) {
    it(`${proves('shown.match')}: ${JSON.stringify(text)}`, async () => {
      const desk = await begin('on');
      await askSet(desk, 's1', three);
      expect(await shown(text)).toEqual(moved(2));
    });
  }

  it(proves('shown.cut'), async () => {
    const desk = await begin('on');
    const texts = ['First?', 'Which of these many shapes shall it take?', 'Third?'];
    await askSet(desk, 's1', texts);
    await desk.all();
    expect(await shown('Which of these')).toEqual(still);
    expect(await shown('Which of these many shapes')).toEqual(moved(2));
  });

  for (const step of ['on', 'off'] as const) {
    it(`${proves('shown.after-text')}: question_step ${step}`, async () => {
      const desk = await begin(step);
      await desk.write('s1', `${long('Text')} More text.`);
      await askSet(desk, 's1', three);
      await desk.reads('s1: Text…');
      await shown(three[1]!);
      expect(await desk.soFar()).toEqual(['s1: Text…']);
      await desk.skip();
      expect(await desk.all()).toEqual(['s1: Text…', 's1: More text.', ...question(2)]);
    });
  }

  it(proves('shown.muted'), async () => {
    const desk = await begin('on');
    await askSet(desk, 's1', three);
    await desk.all();
    await desk.set('mute_level', 1);
    await shown(three[1]!);
    expect(await desk.all()).toEqual(question(1));
    await desk.set('mute_level', 0);
    expect(await desk.all()).toEqual(question(1));
    expect((await desk.control('next_question'))['question']).toBe(3);
  });

  it(proves('shown.unknown'), async () => {
    const desk = await begin('on');
    await askSet(desk, 's1', three);
    await desk.all();
    expect(await shown('Nobody asked this question here?')).toEqual(still);
    expect(await shown('')).toEqual(still);
    const there = { channel: 'nobody', text: three[1]! };
    expect(await desk.done('question_shown', there)).toEqual(still);
    expect(await desk.all()).toEqual(question(1));
  });

  it(proves('shown.review', 'shown.review-once'), async () => {
    const desk = await begin('on');
    await askSet(desk, 's1', three);
    await desk.all();
    const review = { channel: 's1', review: true };
    const reply = await desk.done('question_shown', review);
    expect(reply).toEqual({ ok: true, moved: true, channel: 's1', review: true });
    expect(await desk.all()).toEqual([...question(1), 's1: Review your answers.']);
    expect(await desk.done('question_shown', review)).toEqual(still);
    expect(await desk.all()).toHaveLength(3);
  });

  it(proves('shown.review-muted'), async () => {
    const desk = await begin('on');
    await askSet(desk, 's1', three);
    await desk.all();
    await desk.set('mute_level', 1);
    await desk.done('question_shown', { channel: 's1', review: true });
    expect(await desk.all()).toEqual(question(1));
    await desk.set('mute_level', 0);
    await desk.control('restart');
    expect(await desk.all()).toContain('s1: Review your answers.');
  });

  it(proves('shown.host-tab'), async () => {
    const desk = await begin('on');
    for (const channel of ['s0', 's1'])
      await desk.done('channel_open', { channel, host_tab: 'tab 7' });
    await askSet(desk, 's0', three);
    await askSet(desk, 's1', three);
    await desk.done('channel_open', { channel: 's2', host_tab: 'tab 7' });
    await desk.all();
    const fields = { host_tab: 'tab 7', text: three[1] };
    expect(await desk.done('question_shown', fields)).toEqual(moved(2));
    const nowhere = { host_tab: 'tab 8', text: three[1] };
    expect(await desk.done('question_shown', nowhere)).toEqual(still);
  });

  const wrong: [string, object][] = [
    ['neither channel nor host_tab', { text: 'x' }],
    ['neither text nor review', { channel: 's1' }],
    ['both text and review', { channel: 's1', text: 'x', review: true }],
    ['review false alone', { channel: 's1', review: false }],
    ['text 5', { channel: 's1', text: 5 }],
    ['review "yes"', { channel: 's1', review: 'yes' }],
    ['channel ""', { channel: '', text: 'x' }],
    ['host_tab 5', { host_tab: 5, text: 'x' }],
    ['label 5', { channel: 's1', text: 'x', label: 5 }],
  ];
  for (const [what, fields] of wrong) {
    it(`${proves('shown.types')}: ${what}`, async () => {
      expect(await used.desk.refused('question_shown', { ...fields })).toBe('E_BAD_REQUEST');
    });
  }
});
