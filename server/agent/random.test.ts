/** Whatever comes in whatever order: nothing accepted is lost without a line in the log, nothing is said twice. */
import { expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';
import type { AgentSettings } from './types.ts';

/** A seeded source of numbers (mulberry32). */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number below `below`. */
  upTo(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(this.upTo(left.length), 1)[0]!);
  }
}

class Story {
  readonly chance: Chance;
  readonly rig: Rig;
  /** What was accepted: words that come once. */
  readonly words: string[] = [];
  readonly decisions: string[] = [];
  /** Of the summaries that were made. */
  readonly summarized: string[] = [];
  #count = 0;
  #open: number[] = [];

  constructor(seed: number, settings: Partial<AgentSettings>) {
    this.chance = new Chance(seed);
    this.rig = new Rig(settings);
  }

  #word(): string {
    const word = `w${++this.#count}x`;
    this.words.push(word);
    return word;
  }

  #sentences(most = 3): string {
    const { chance } = this;
    const long = chance.upTo(4) === 0 ? ' and so on'.repeat(30) : '';
    const sentence = () => `${this.#word()}${long} ${this.#word()}. `;
    return Array.from({ length: 1 + chance.upTo(most) }, sentence).join('');
  }

  #block(channel: string): void {
    const { chance, rig } = this;
    const length = 1 + chance.upTo(5);
    const isCode = chance.upTo(5) === 0;
    // A sentence ends in the next delta, when it is known to end or when it does.
    const open = chance.pick(['', '', '.', 'half a sentence']);
    const deltas = Array.from({ length }, (_, index) => ({
      delta:
        (open === '' || index === 0 ? '' : `${open === '.' ? '' : ` ${this.#word()}.`} `) +
        this.#sentences() +
        (isCode ? `\`\`\`\n${this.#word()}\n\`\`\` ` : '') +
        (open === '' || index === length - 1 ? '' : `${this.#word()}${open === '.' ? '.' : ''}`),
      index,
      final: index === length - 1 && chance.upTo(6) > 0,
    }));
    for (const { delta, ...more } of chance.shuffled(deltas)) {
      if (chance.upTo(12) === 0) this.#act(channel);
      rig.tick(chance.upTo(chance.pick([60, 600])));
      rig.stream(delta, more, channel);
    }
  }

  #ask(channel: string): void {
    const { chance, rig } = this;
    const size = chance.pick([1, 1, 2, 3]);
    const kind = size > 1 ? 'question' : chance.pick(['question', 'permission', 'plan'] as const);
    for (let index = 0; index < size; index++) {
      const text = `d${++this.#count}x?`;
      this.decisions.push(text);
      rig.ask({ kind, text, ...(size > 1 && { set_index: index, set_size: size }) }, channel);
    }
  }

  #act(channel: string): void {
    const { chance, rig } = this;
    const { now } = rig;
    chance.pick([
      () => rig.tool({}, channel),
      () => rig.answered(channel),
      () => rig.end({}, channel),
      () => rig.do((agent) => agent.stopped(chance.pick([null, channel]), now)),
      () =>
        rig.do((agent) => agent.flushed({ channel, scope: chance.pick(['session', 'all']) }, now)),
      () => rig.next(),
      () => rig.previous(),
      () => rig.do((agent) => agent.restart()),
      () => rig.shown(chance.pick([...this.decisions.slice(-4), 'nothing']), channel),
      () => rig.do((agent) => agent.questionShown({ channel, review: true }, now)),
      () => this.#land(),
      () => this.#set(),
      () => rig.hear(channel),
    ])();
  }

  #set(): void {
    const { chance, rig } = this;
    rig.set(
      chance.pick<Partial<AgentSettings>>([
        { read_mode: chance.pick(['immediate', 'queue', 'done', 'final']) },
        { minqueue: chance.upTo(11) },
        { verbosity: chance.pick(['everything', 'read_code', 'skip_code']) },
        { question_step: chance.pick(['on', 'off']) },
        { summaries: rig.summaries({ enabled: chance.upTo(2) === 0 }) },
        { summaries: rig.summaries({ enabled: chance.upTo(2) === 0 }) },
        { mute_level: chance.pick([0, 0, 0, 0, 1, 2]) },
      ]),
    );
  }

  /** A summary that is out comes in. */
  #land(): void {
    const { chance, rig } = this;
    const ended = [...rig.canceled, ...this.#open];
    const out = rig.jobs.filter((each) => !ended.includes(each.job));
    if (out.length === 0) return;
    const job = chance.pick(out);
    this.#open.push(job.job);
    const isMade = chance.upTo(3) > 0;
    if (isMade) this.summarized.push(job.text);
    rig.summarized(isMade ? `Recap ${job.job}.` : null, job.job);
  }

  step(): void {
    const { chance, rig } = this;
    const channel = chance.pick(['a', 'b', 'c']);
    chance.pick([
      () => this.#block(channel),
      () => this.#block(channel),
      () => this.#block(channel),
      () => this.#ask(channel),
      () => rig.start({}, channel),
      () => rig.end({}, channel),
      () => rig.end({ reply: this.#sentences() }, channel),
      () => rig.stream(this.#sentences(), { lead_in: true }, channel),
      () => this.#act(channel),
      () => this.#act(channel),
      () => this.#set(),
      () => this.#land(),
      () => this.#land(),
      () => rig.tick(chance.upTo(3_000)),
    ])();
  }

  finish(): void {
    const { rig } = this;
    rig.set({ mute_level: 0 });
    for (const channel of ['a', 'b', 'c']) rig.end({}, channel);
    rig.tick(5_000);
    for (let each = 0; each < 20; each++) this.#land();
    rig.tick(600_000);
  }
}

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/[wd]\d+x/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

test.each(seeds)('nothing is lost, nothing is said twice (%i)', (seed) => {
  const { settings } = new Rig();
  const mode = new Chance(seed).pick(['immediate', 'queue', 'done', 'final'] as const);
  const story = new Story(seed, { read_mode: mode });
  const { rig } = story;
  const isSummarizing = seed % 2 === 0;
  if (isSummarizing) rig.set({ summaries: { ...settings.summaries, enabled: true } });
  for (let step = 0; step < 120; step++) story.step();
  story.finish();

  const told = count([...rig.floor.added.map(({ text }) => text), ...story.summarized]);
  const dropped = count(
    rig.effects.flatMap((effect) =>
      effect.type === 'trace' &&
      effect.text !== undefined &&
      / (?:dropped|cancelled|kept|skip_code)\b/.test(effect.line)
        ? effect.text
        : [],
    ),
  );
  // A reply that is not read (another mode than final, a flushed reply) was never accepted.
  const replies = rig.replies.join(' ');
  const lost = story.words.filter(
    (word) => !told.has(word) && !dropped.has(word) && !replies.includes(word),
  );
  expect(lost).toEqual([]);
  expect(story.words.filter((word) => (told.get(word) ?? 0) > 1)).toEqual([]);
  const asked = story.decisions.map((text) => text.slice(0, -1));
  expect(asked.filter((word) => !told.has(word) && !dropped.has(word))).toEqual([]);
  expect(rig.agent.isBusy).toBe(false);
});

test.each(seeds)('deltas in any order within 400 ms give the same sentences (%i)', (seed) => {
  const chance = new Chance(seed);
  const texts = [
    'One two. Thr',
    'ee. ',
    '```\nlet x',
    '\n``` Fo',
    'ur. Five',
    '',
    ' six. ',
    'Seven',
  ];
  const deltas = texts.map((delta, index) => ({ delta, index, final: index === texts.length - 1 }));
  const whole = new Rig({ read_mode: 'immediate', verbosity: 'read_code' });
  const mixed = new Rig({ read_mode: 'immediate', verbosity: 'read_code' });
  for (const { delta, ...more } of deltas) whole.stream(delta, more);
  for (const { delta, ...more } of chance.shuffled(deltas)) {
    mixed.stream(delta, more);
    mixed.tick(chance.upTo(50));
  }
  expect(mixed.batch()).toEqual(whole.batch());
});

test.each(seeds)('so do several blocks, each whole (%i)', (seed) => {
  const chance = new Chance(seed);
  const rig = new Rig({ read_mode: chance.pick(['immediate', 'done'] as const) });
  const wanted: string[] = [];
  for (let block = 0; block < 12; block++) {
    const length = 1 + chance.upTo(6);
    const deltas = Array.from({ length }, (_, index) => {
      wanted.push(`B${block}d${index}.`);
      return { delta: `B${block}d${index}. `, index, final: index === length - 1 };
    });
    for (const { delta, ...more } of chance.shuffled(deltas)) {
      rig.stream(delta, more);
      rig.tick(chance.upTo(60));
    }
  }
  rig.end();
  expect(rig.batch()).toEqual(wanted);
});

test('the same calls give the same effects', () => {
  const [one, two] = [7, 7].map((seed) => {
    const story = new Story(seed, {});
    for (let step = 0; step < 200; step++) story.step();
    return story.rig.effects;
  });
  expect(one).toEqual(two);
});
