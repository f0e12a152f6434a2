/** Waits for the end of an item, which may come together with the reply that names it. */
import type { ItemEvent, ItemPhase } from '../protocol/events.ts';
import { abortable } from './wait.ts';

/** Hears of every item, and of the connection's end. */
export interface Ending {
  item(event: ItemEvent): void;
  lost(error: Error): void;
}

export interface FollowOptions {
  followers: Set<Ending>;
  signal: AbortSignal | undefined;
  /** Speaks. @returns the item's id */
  begin(): Promise<number>;
}

export interface ItemEnd {
  item_id: number;
  phase: Exclude<ItemPhase, 'started'>;
}

export function followItem({ followers, signal, begin }: FollowOptions): Promise<ItemEnd> {
  return abortable(signal, (resolve, reject) => {
    let wanted: number | null = null;
    /** Items that ended before we knew which is ours. */
    const ended = new Map<number, ItemEnd['phase']>();
    const settle = () => {
      const phase = wanted === null ? undefined : ended.get(wanted);
      if (wanted !== null && phase) resolve({ item_id: wanted, phase });
      else if (wanted !== null) ended.clear();
    };
    const follower: Ending = {
      item({ item_id, phase }) {
        if (phase === 'started' || (wanted !== null && item_id !== wanted)) return;
        ended.set(item_id, phase);
        settle();
      },
      // Until the text is sent it is not lost: the request then waits for the next connection.
      lost: (error) => wanted !== null && reject(error),
    };
    followers.add(follower);
    begin().then((itemId) => {
      wanted = itemId;
      // A message that waits in its channel has no item yet.
      if (typeof itemId === 'number') settle();
      else reject(new TypeError('there is no item to wait for'));
    }, reject);
    return () => followers.delete(follower);
  });
}
