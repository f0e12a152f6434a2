/** The messages of a turn: its text, its beginning and its end. */
import type { DropReason } from '../../shared/speech/chunk.ts';
import { type Desk, isDecision } from './desk.ts';
import { countWords, letters, Worded } from './letters.ts';
import type { Prose } from './prose.ts';
import type { Recaps } from './recaps.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { StreamRequest, TurnEndRequest, TurnRequest } from './types.ts';

/** A reply under so many words ... */
const shortReply = 40;
/** ... is read after a text before it of so many or more. */
const longBefore = 60;

export interface TurnsOptions {
  readonly desk: Desk;
  readonly prose: Prose;
  readonly recaps: Recaps;
  readonly sessions: Sessions;
}

export class Turns {
  readonly #desk: Desk;
  readonly #prose: Prose;
  readonly #recaps: Recaps;
  readonly #sessions: Sessions;

  constructor({ desk, prose, recaps, sessions }: TurnsOptions) {
    this.#desk = desk;
    this.#prose = prose;
    this.#recaps = recaps;
    this.#sessions = sessions;
  }

  stream(request: StreamRequest, now: number): { stale: boolean } {
    const { delta, index = 0, final = false, lead_in: isLeadIn = false } = request;
    const session = this.#sessions.get(request, now);
    if (this.#sessions.isStale(request, session, delta)) return { stale: true };
    if (!session.isFlushed && delta.trim() !== '') this.#desk.open(session);
    this.#recaps.touch(session, now);
    if (isLeadIn) this.#prose.leadIn(session, delta, now);
    else if (index !== 0 || !final || !this.#prose.isEchoOfLeadIn(session, delta)) {
      this.#prose.follow(session, session.order.take({ index, text: delta, final }, now), now);
    }
    return { stale: false };
  }

  start(request: TurnRequest, now: number): { stale: boolean } {
    const session = this.#sessions.get(request, now);
    if (this.#sessions.isStale(request, session)) return { stale: true };
    const { channel } = session;
    const { floor } = this.#desk;
    const isReader = (floor.reading()?.channel ?? floor.lastRead()) === channel;
    session.t = request.t ?? session.t;
    this.wipe(session, 'turn_start', now);
    session.begin(request.turn);
    if (isReader) floor.resume();
    return { stale: false };
  }

  end(request: TurnEndRequest, now: number): { stale: boolean } {
    const { reply = '', before_reply: before = '' } = request;
    const session = this.#sessions.get(request, now);
    if (this.#sessions.isStale(request, session, reply)) return { stale: true };
    const { channel } = session;
    const { read_mode: mode, summaries } = this.#desk.settings;
    const isWanted = mode === 'final' && !summaries.enabled && letters(reply) !== '';
    if (isWanted && !session.isFlushed) this.#desk.open(session);
    this.#prose.finish(session, 'turn_end', now);
    if (this.#desk.floor.isOpen(channel)) {
      this.#desk.floor.takeOut(channel, 'answered', (entry) => isDecision(entry) && entry.heard);
    }
    this.#desk.chime('turn_done');
    const wasEnded = session.isEnded;
    session.isEnded = true;
    if (session.isFlushed) return { stale: false };
    if (isWanted) this.#readReply(session, { reply, before, wasEnded });
    else if (session.held.length > 0 || session.raw.trim() !== '') this.#recaps.late(session, now);
    return { stale: false };
  }

  /**
   * Everything queued and held is stale: a new turn or an answer. Every question, permission and plan
   * leaves the batch, and what follows is a new message.
   */
  wipe(session: Session, reason: DropReason & ('turn_start' | 'answered'), now: number): void {
    const { channel } = session;
    const { floor } = this.#desk;
    this.#desk.wiped(reason, channel);
    this.#prose.drop(session, reason, now);
    this.#recaps.cancel(session, reason, 'drop');
    session.isAwaiting = false;
    session.set = null;
    if (!floor.isOpen(channel)) return;
    floor.takeOut(channel, 'answered', isDecision);
    floor.drop(channel, reason);
    floor.endMessage(channel);
  }

  /** A tool or a decision after the turn's end begins a reply that no turn_start announced. */
  renew(session: Session, now: number): void {
    if (!session.isEnded) return;
    this.#prose.endReply(session, now);
    session.beginReply();
    if (this.#desk.floor.isOpen(session.channel)) this.#desk.floor.endMessage(session.channel);
  }

  /** The reply in place of what was streamed. */
  #readReply(
    session: Session,
    { reply, before, wasEnded }: { reply: string; before: string; wasEnded: boolean },
  ): void {
    this.#prose.dropHeld(session, 'turn_end', () => true);
    session.raw = '';
    const same = letters(reply);
    // A turn that comes without a beginning was read as it came.
    const isRead =
      wasEnded &&
      (session.replies.some((each) => each.letters === same) ||
        new Worded(session.late).holds(same, true));
    if (isRead) {
      this.#desk.trace(session.channel, 'prose: dropped: the reply was read already', reply);
      return;
    }
    const isBoth = countWords(reply) < shortReply && countWords(before) >= longBefore;
    const texts = isBoth ? [before, reply] : [reply];
    session.replies = texts.map((text) => new Worded(text));
    for (const piece of texts.flatMap((text) => this.#desk.cut(text))) {
      if (this.#desk.isSkipped(piece)) {
        const how = { piece, from: 'turn_end', reason: 'skip_code' };
        this.#desk.unheardPiece(session.channel, 'code: skip_code', how);
      } else this.#desk.sayPiece(session, piece, 'turn_end', 'agent');
    }
  }
}
