/** `history`: what was heard, and what was not (additive to the protocol). */
import * as z from 'zod/mini';
import { boolean, optional, text } from './fields.ts';

const when =
  'must be a time such as "2026-10-03T10:59:14Z", or a number of seconds ago that is not negative';
const most = 'must be a whole number from 1 to 500';

export const history = z.object({
  channel: optional(text(256)),
  since: optional(
    z.union(
      [z.iso.datetime({ offset: true, error: when }), z.number(when).check(z.nonnegative(when))],
      when,
    ),
  ),
  limit: optional(z.int(most).check(z.gte(1, most), z.lte(500, most))),
  missed: optional(boolean),
  seen: optional(boolean),
});
export type HistoryRequest = z.infer<typeof history>;
