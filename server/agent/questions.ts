/** Question sets: which question stands in the batch, and how the user or the terminal moves in them. */
import type { Chunk } from '../../shared/speech/chunk.ts';
import { type Desk, textOf } from './desk.ts';
import { type Decision, Question, type QuestionSet } from './question-set.ts';
import type { Recaps } from './recaps.ts';
import type { Session } from './session.ts';
import type { MoveReply, QuestionShownReply } from './types.ts';

/**
 * Of a set that is stepped through, or whose terminal reports what it shows, at most one question stands in
 * the batch; the others are kept here.
 */
export class Questions {
  readonly #desk: Desk;
  readonly #recaps: Recaps;

  constructor(desk: Desk, recaps: Recaps) {
    this.#desk = desk;
    this.#recaps = recaps;
  }

  /** Adds a decision to the session's batch. */
  speak(session: Session, { kind, chunks, question }: Decision, from = 'ask'): number {
    const set = question?.set;
    if (set) set.textEnd ??= this.#entries(session).at(-1)?.id ?? 0;
    const tag = question ?? undefined;
    const message = { chunks, kind, from, source: 'agent', decision: true, tag } as const;
    return this.#desk.say(session, message);
  }

  /** Whether the question may be read in its turn; else it is kept, with a line in the log. */
  isReadInTurn(session: Session, { set, number, text }: Question): boolean {
    const said = textOf(text.body);
    const which = `question ${number} of ${set.size}`;
    if (set.isStepped && number > 1) {
      this.#desk.trace(session.channel, `question: kept for navigation: ${which} (#283)`, said);
      return false;
    }
    if (set.isFollowed && set.shown !== number) {
      this.#desk.trace(session.channel, `question: kept: ${which} is not on the screen`, said);
      return false;
    }
    return true;
  }

  /** The reader takes an entry of the session's batch. */
  taken(session: Session, entry: number): void {
    const { set } = session;
    if (!set) return;
    const tag = this.#entries(session).find(({ id }) => id === entry)?.tag;
    if (tag instanceof Question && tag.set === set) set.current = tag.number;
    else if (set.textEnd !== null && entry <= set.textEnd) set.current = 0;
  }

  /** `next_question` in this session, whose set is stepped through and ready. */
  next(session: Session, set: QuestionSet): MoveReply {
    const to = set.current === 0 ? set.get(set.coming) : set.after(set.current);
    if (!to) return reply(session, set, true);
    this.#readNow(session, to);
    return reply(session, set, false);
  }

  previous(session: Session, set: QuestionSet): MoveReply {
    const to = (set.current === 0 ? null : set.before(set.current)) ?? set.get(1);
    this.#readNow(session, to!);
    return reply(session, set, false);
  }

  /** The message from its top: its text, then question 1. */
  restart(session: Session, set: QuestionSet): void {
    const first = set.get(1)!;
    set.shown = null;
    this.#keepOnly(session, first);
    if (this.#find(session, first) === null) this.#speakHere(session, first);
    const [top] = this.#entries(session);
    set.current = top!.tag === first ? first.number : 0;
    this.#desk.floor.replayFrom(session.channel, top!.id);
  }

  /** The terminal shows a question. */
  shown(session: Session, set: QuestionSet, screen: string): QuestionShownReply {
    const to = set.match(screen);
    if (!to) return { moved: false };
    const { place } = set;
    const isFirst = set.shown === null;
    set.shown = to.number;
    if (to.number === place) {
      if (!set.isStepped && isFirst) this.#keepOnly(session, to);
      return { moved: false };
    }
    if (this.#desk.isMuted) {
      this.#keepOnly(session, to);
      this.#place(session, to);
      set.current = to.number;
    } else if (this.#isTextPending(session, set)) {
      // One heard before is to be heard again.
      this.#desk.floor.withdraw(session.channel, ({ tag, heard }) => tag === to && heard);
      this.#keepOnly(session, to);
      this.#place(session, to);
      set.current = 0;
    } else this.#readNow(session, to);
    return { moved: true, channel: session.channel, question: to.number, of: set.size };
  }

  /** The terminal shows the review of the answers: no question is on the screen any more. */
  review(session: Session, set: QuestionSet): QuestionShownReply {
    set.isReviewed = true;
    this.#keepOnly(session, null);
    const chunks = [{ text: 'Review your answers.' }];
    this.speak(session, { kind: 'question', chunks, question: null }, this.#desk.via);
    return { moved: true, channel: session.channel, review: true };
  }

  #readNow(session: Session, to: Question): void {
    const { set } = to;
    this.#recaps.replace(session, (held) => {
      const { question } = held;
      if (question?.set !== set) return held;
      if (question !== to) this.#traceKept(session, question);
      return null;
    });
    this.#keepOnly(session, to);
    const entry = this.#find(session, to) ?? this.#speakHere(session, to);
    set.current = to.number;
    this.#desk.floor.replayFrom(session.channel, entry);
  }

  /** Puts it behind the text, be that in the batch or still a summary's. */
  #place(session: Session, to: Question): void {
    if (this.#find(session, to) !== null || this.#isHeld(session, to)) return;
    this.#speakHere(session, to);
  }

  #speakHere(session: Session, question: Question): number {
    return this.speak(session, this.#decision(question), this.#desk.via);
  }

  /** Takes the other questions of the set back, and all with null. */
  #keepOnly(session: Session, to: Question | null): void {
    const set = to?.set ?? session.set;
    const isOther = (tag: unknown) => tag instanceof Question && tag.set === set && tag !== to;
    this.#desk.floor.withdraw(session.channel, ({ tag }) => isOther(tag));
    // What waits behind a recap makes room for the question in its place.
    let isThere = to === null || this.#find(session, to) !== null || this.#isHeld(session, to);
    this.#recaps.replace(session, (held) => {
      if (!isOther(held.question)) return held;
      this.#traceKept(session, held.question!);
      if (isThere) return null;
      isThere = true;
      return this.#decision(to!);
    });
  }

  /** Of one that waited behind a recap: it is not in the batch, where the channel's log would tell of it. */
  #traceKept(session: Session, { set, number, text }: Question): void {
    const why = `kept: question ${number} of ${set.size} gives way to another one`;
    this.#desk.trace(session.channel, `question: ${why}`, textOf(text.body));
  }

  #isHeld(session: Session, question: Question): boolean {
    return this.#recaps.holds(session, (held) => held.question === question);
  }

  /** Text of the message before the set is being read or still to be read. */
  #isTextPending(session: Session, set: QuestionSet): boolean {
    if (this.#recaps.holds(session, (held) => held.question?.set === set)) return true;
    const end = set.textEnd;
    if (end === null) return false;
    if (this.#entries(session).some(({ id, heard }) => id <= end && !heard)) return true;
    const reading = this.#desk.floor.reading();
    if (reading?.channel !== session.channel) return false;
    // The announcement of a replay of the text.
    if (reading.entry === null) return set.current === 0 && this.#entries(session)[0]!.id <= end;
    return reading.entry <= end;
  }

  /** What a move reads: in a set stepped through with what belongs to the whole of it. */
  #decision(question: Question): Decision {
    const { set, text } = question;
    const chunks: Chunk[] = [...question.body, ...(set.isStepped ? set.notes : text.notes)];
    if (this.#desk.settings.verbosity === 'everything') {
      chunks.push(...(set.isStepped ? set.hint : text.hint));
    }
    return { kind: 'question', chunks, question };
  }

  #find(session: Session, question: Question): number | null {
    return this.#entries(session).find(({ tag }) => tag === question)?.id ?? null;
  }

  #entries({ channel }: Session): ReturnType<Desk['floor']['entries']> {
    return this.#desk.floor.isOpen(channel) ? this.#desk.floor.entries(channel) : [];
  }
}

function reply({ channel }: Session, set: QuestionSet, edge: boolean): MoveReply {
  return { channel, question: set.current, of: set.size, edge };
}
