/** The message `history` (additive): what was heard, and what was not. */
import { ProtocolError } from '../../shared/protocol/errors.ts';
import type { HistoryReply } from '../../shared/protocol/events.ts';
import { history } from '../../shared/protocol/history.ts';
import { type Handlers, parse } from './handler.ts';
import { success } from './reply.ts';

/** Who keeps it. */
export interface History {
  /**
   * @param query `since` in ms since 1970
   * @param seen what is told now is no longer missed
   */
  find(
    query: { channel: string | null; since: number | null; limit: number; missed: boolean },
    how: { seen: boolean },
  ): Promise<HistoryReply>;
}

/** @param now ms since 1970 */
export function historyHandlers(kept: History, now: () => number = Date.now): Handlers {
  return {
    async history(body) {
      const { channel, since, limit, missed, seen } = parse(history, body);
      if (seen && (!missed || channel != null || since != null)) {
        throw new ProtocolError(
          'E_BAD_REQUEST',
          "'seen' goes with missed true, and without channel and since",
        );
      }
      const query = {
        channel: channel ?? null,
        since: typeof since === 'number' ? now() - since * 1000 : since ? Date.parse(since) : null,
        limit: limit ?? 50,
        missed: missed ?? false,
      };
      return success({ ...(await kept.find(query, { seen: seen ?? false })) });
    },
  };
}
