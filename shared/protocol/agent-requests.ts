/** The messages of the extension "agent" (section "Extension agent"). */
import * as z from 'zod/mini';
import { decisionKinds, earconKinds } from '../speech/chunk.ts';
import { boolean, count, id, label, optional, seconds, string } from './fields.ts';

/** Options of one question that are read; more is not a question anybody can answer by ear. */
export const mostOptions = 100;

/** Questions of one set. */
export const mostQuestions = 100;

const whole = count.check(z.gte(0, 'must be 0 or more'));
const turn = { turn: optional(id), t: optional(seconds) };
const session = { channel: id, label: optional(label) };

export const stream = z.object({
  ...session,
  ...turn,
  delta: string,
  index: optional(whole),
  final: optional(boolean),
  lead_in: optional(boolean),
});
export type Stream = z.infer<typeof stream>;

export const turnStart = z.object({ ...session, ...turn });
export type TurnStart = z.infer<typeof turnStart>;

export const turnEnd = z.object({
  ...session,
  ...turn,
  reply: optional(string),
  before_reply: optional(string),
});
export type TurnEnd = z.infer<typeof turnEnd>;

const option = z.union(
  [string, z.object({ label: optional(string), description: optional(string) })],
  'must be a string or an object {label, description}',
);
const setPlace = 'set_index and set_size must come together, with set_index below set_size';

export const ask = z
  .object({
    ...session,
    kind: z.enum(decisionKinds, 'must be "question", "permission" or "plan"'),
    text: optional(string),
    options: optional(
      z
        .array(option, 'must be a list')
        .check(z.maxLength(mostOptions, `must be at most ${mostOptions} options`)),
    ),
    multi_select: optional(boolean),
    notes: optional(string),
    hint: optional(string),
    hint_once: optional(string),
    set_index: optional(whole),
    set_size: optional(
      count.check(
        z.gte(1, 'must be 1 or more'),
        z.lte(mostQuestions, `must be at most ${mostQuestions}`),
      ),
    ),
  })
  .check(
    z.refine(({ set_index: index, set_size: size }) => {
      const has = (value: unknown) => value !== undefined && value !== null;
      if (!has(index) && !has(size)) return true;
      return has(index) && has(size) && index! < size!;
    }, setPlace),
  );
export type Ask = z.infer<typeof ask>;

export const tool = z.object({ ...session, name: string, summary: optional(string) });
export type Tool = z.infer<typeof tool>;

export const answered = z.object(session);
export type Answered = z.infer<typeof answered>;

export const questionShown = z
  .object({
    channel: optional(id),
    host_tab: optional(id),
    text: optional(string),
    review: optional(boolean),
    label: optional(label),
  })
  .check(
    z.refine(
      ({ channel, host_tab: tab }) => typeof channel === 'string' || typeof tab === 'string',
      'channel or host_tab is needed',
    ),
    z.refine(
      ({ text, review }) => (typeof text === 'string') !== (review === true),
      'exactly one of text and review: true is needed',
    ),
  );
export type QuestionShown = z.infer<typeof questionShown>;

/** A `label` here is ignored, whatever it is. */
export const earcon = z.object({
  kind: z.enum(earconKinds, `must be one of ${earconKinds.join(', ')}`),
});
