/** The streamed text of a turn: cut into sentences, and held back as `read_mode` says. */
import type { DropReason } from '../../shared/speech/chunk.ts';
import type { OrderStep } from './delta-order.ts';
import { chunksOf, type Desk, textOf } from './desk.ts';
import { endsWord, letters } from './letters.ts';
import type { Recaps } from './recaps.ts';
import { type Held, newBlock, type Session } from './session.ts';
import type { Piece } from './types.ts';

/** A documented limit: sentences held back per session; the oldest is dropped for a newer one. */
export const MOST_HELD = 5_000;
/** A documented limit: characters of a turn that are kept for its summary. */
export const MOST_KEPT = 400_000;
/** Milliseconds without a delta after which a sentence that plainly ended is read. */
export const REST_MS = 150;
/** A block with more letters is not compared with the reply or with a text sent ahead. */
const mostCompared = 100_000;
const mostLeadIns = 8;

export class Prose {
  readonly #desk: Desk;
  readonly #recaps: Recaps;

  constructor(desk: Desk, recaps: Recaps) {
    this.#desk = desk;
    this.#recaps = recaps;
  }

  /** Carries out what the order of the deltas says. */
  follow(session: Session, steps: readonly OrderStep[], now: number): void {
    for (const step of steps) {
      switch (step.type) {
        case 'begin':
          this.endBlock(session, now);
          break;
        case 'text':
          this.#write(session, step.text, now);
          break;
        case 'flush':
          this.flush(session, now);
          break;
        case 'ignored': {
          const what = `prose: dropped: delta ${step.index} came twice`;
          this.#desk.trace(session.channel, what, step.text);
          break;
        }
        case 'held': {
          const { index, missing } = step;
          const why = `held: delta ${index} waits for delta(s) [${missing}] (out of order, #286)`;
          this.#desk.trace(session.channel, `prose: ${why}`);
          break;
        }
        case 'released': {
          const what = `${step.count} delta(s) held for their order without delta(s) [${step.missing}]`;
          this.#desk.trace(session.channel, `prose: released: ${what} (${step.why}, #286)`);
          break;
        }
      }
    }
    this.arm(session);
    this.#armRest(session, now);
  }

  /** A sentence that ended before white space does not wait for the next delta for ever. */
  #armRest(session: Session, now: number): void {
    const mode = this.#desk.settings.read_mode;
    if (!session.block.cutting?.rest || (mode !== 'immediate' && mode !== 'queue')) return;
    const key = `agent:rest:${session.channel}`;
    this.#desk.emit({ type: 'arm', key, at: now + REST_MS });
  }

  /** No delta came for a while. */
  rest(session: Session, now: number): void {
    const pieces = session.block.cutting?.rest?.() ?? [];
    this.#take(session, pieces, { isLeadIn: false, now });
  }

  /** Asks for the moment when a delta waited long enough. */
  arm(session: Session): void {
    const key = `agent:order:${session.channel}`;
    const at = session.order.dueAt;
    if (at === session.orderArmed) return;
    session.orderArmed = at;
    this.#desk.emit(at === null ? { type: 'disarm', key } : { type: 'arm', key, at });
  }

  /** Reads on: what waits for its order, then an unfinished sentence. */
  finish(session: Session, why: string, now: number): void {
    this.follow(session, session.order.release(why), now);
    this.flush(session, now);
  }

  /** The unfinished sentence ends here. */
  flush(session: Session, now: number): void {
    this.#cut(session, this.#endEcho(session), now);
    const { cutting } = session.block;
    session.block.cutting = null;
    this.#take(session, cutting?.end() ?? [], { isLeadIn: false, now });
  }

  endBlock(session: Session, now: number): void {
    this.flush(session, now);
    session.block = newBlock();
    if (session.late !== '' && session.late.length <= mostCompared) session.late += '\n';
  }

  /** Another reply begins: a sentence of this one that its recap holds as written ends with it. */
  endReply(session: Session, now: number): void {
    if (this.#isEcho(session, true)) this.#endEcho(session);
    if (this.#recaps.isSettling(session)) this.flush(session, now);
  }

  /** A whole block that a question brings with it. */
  leadIn(session: Session, text: string, now: number): void {
    this.follow(session, session.order.end('next block'), now);
    this.flush(session, now);
    const same = letters(text);
    const { read_mode: mode, summaries } = this.#desk.settings;
    // In `final` what was held goes, and this alone is read.
    const isKept = mode !== 'final' || summaries.enabled;
    if (isKept && same !== '' && same === session.block.letters) {
      this.#desk.trace(session.channel, 'prose: dropped: the same text came before it', text);
      return;
    }
    if (same !== '') session.leadIns = [...session.leadIns, same].slice(-mostLeadIns);
    this.#keep(session, text);
    session.block.isKeptSpoken = false;
    this.#take(session, this.#desk.cut(text), { isLeadIn: true, now });
  }

  /** Whether a whole block is the text that came with a question; it is dropped once. */
  isEchoOfLeadIn(session: Session, text: string): boolean {
    const at = session.leadIns.indexOf(letters(text));
    if (at < 0) return false;
    session.leadIns = session.leadIns.toSpliced(at, 1);
    this.#desk.trace(session.channel, 'prose: dropped: it came with the question', text);
    return true;
  }

  /** Reads what is held. */
  release(session: Session): void {
    const { held } = session;
    session.held = [];
    session.forgetRaw();
    for (const { piece } of held) this.#desk.sayPiece(session, piece, 'stream', 'agent');
  }

  /** Reads what the settings in force no longer hold back. */
  settle(session: Session, now: number): void {
    const { read_mode: mode, minqueue, summaries } = this.#desk.settings;
    if (session.held.length === 0) return;
    if (session.isEnded) this.#recaps.late(session, now);
    else if (summaries.enabled) return;
    else if (mode === 'immediate') this.release(session);
    else if (mode === 'queue' && session.held.length >= minqueue) this.release(session);
  }

  /** Drops what is held and what is unfinished. */
  drop(session: Session, reason: DropReason, now: number): void {
    const waiting = session.order.drop();
    if (waiting.length > 0) {
      const what = `${waiting.length} delta(s) held for their order (${reason}, #286)`;
      const of = { kind: 'prose', from: 'stream', chunks: waiting.length } as const;
      const text = waiting.join('');
      this.#desk.unheard(session.channel, `prose: dropped: ${what}`, { ...of, reason, text });
    }
    this.arm(session);
    const own = this.#endEcho(session);
    const cutting = session.block.cutting ?? this.#desk.cutting();
    const { isFlushed } = session;
    session.block.cutting = null;
    for (const piece of [...cutting.push(own), ...cutting.end()]) {
      if (isFlushed) this.#accept(session, { piece, isLeadIn: false }, now);
      else session.held.push({ piece, isLeadIn: false });
    }
    this.dropHeld(session, reason, () => true);
    session.raw = '';
  }

  /** Drops what is held and `which` names. */
  dropHeld(session: Session, reason: string, which: (held: Held) => boolean): void {
    const dropped = session.held.filter(which);
    if (dropped.length === 0) return;
    session.held = session.held.filter((held) => !which(held));
    const { read_mode: mode, summaries } = this.#desk.settings;
    const what = summaries.enabled
      ? `${dropped.length} chunk(s) kept for the summary (${reason})`
      : `${dropped.length} held chunk(s) (${reason}, read_mode ${mode})`;
    const chunks = dropped.flatMap(({ piece }) => chunksOf(piece));
    const of = { kind: 'prose', from: 'stream', chunks: chunks.length } as const;
    const text = textOf(chunks);
    this.#desk.unheard(session.channel, `prose: dropped: ${what}`, { ...of, reason, text });
  }

  #write(session: Session, text: string, now: number): void {
    const { block } = session;
    if (block.letters !== null) {
      block.letters += letters(text);
      if (block.letters.length > mostCompared) block.letters = null;
    }
    block.echo += text;
    if (this.#isEcho(session, endsWord(text))) return;
    const own = block.echo;
    block.echo = '';
    // Without a reply it may still be a part of the one to come.
    block.isOwn ||= session.replies.length > 0;
    this.#cut(session, own, now);
  }

  #cut(session: Session, text: string, now: number): void {
    if (text === '') return;
    const { block } = session;
    if (session.isEnded && session.late.length <= mostCompared) session.late += text;
    if (!block.cutting) {
      block.cutting = this.#desk.cutting();
      block.isKeptSpoken = false;
    }
    // The rest of a sentence may come in the next reply, which is not skipped.
    if (session.isFlushed) block.isKeptSpoken = true;
    if (!block.isKeptSpoken) this.#keep(session, text);
    this.#take(session, block.cutting.push(text), { isLeadIn: false, now });
  }

  #take(
    session: Session,
    pieces: readonly Piece[],
    { isLeadIn, now }: { isLeadIn: boolean; now: number },
  ): void {
    for (const piece of pieces) {
      if (session.block.isKeptSpoken) this.#keep(session, `${textOf(chunksOf(piece))} `);
      this.#accept(session, { piece, isLeadIn }, now);
    }
  }

  #keep(session: Session, text: string): void {
    if (!session.isFlushed && session.raw.length < MOST_KEPT) session.raw += text;
  }

  #accept(session: Session, held: Held, now: number): void {
    const { piece } = held;
    const { channel } = session;
    if (session.isFlushed) {
      const line = `${piece.kind}: dropped: flushed reply`;
      this.#desk.unheardPiece(channel, line, { piece, from: 'stream', reason: 'flush' });
      return;
    }
    if (this.#desk.isSkipped(piece)) {
      const how = { piece, from: 'stream', reason: 'skip_code' };
      this.#desk.unheardPiece(channel, 'code: skip_code', how);
      return;
    }
    session.held.push(held);
    this.settle(session, now);
    if (session.held.length > MOST_HELD) {
      const oldest = session.held[0]!;
      this.dropHeld(session, `more than ${MOST_HELD}`, (each) => each === oldest);
    }
    if (session.held.length > 0) this.#traceHeld(session, piece.kind);
  }

  #traceHeld(session: Session, kind: Piece['kind']): void {
    const { read_mode: mode, minqueue, summaries } = this.#desk.settings;
    const count = session.held.length;
    let why = `held: waits for the turn end (read_mode ${mode}), ${count} chunk(s)`;
    if (summaries.enabled) why = `held: kept for the summary, ${count} chunk(s)`;
    else if (mode === 'queue') {
      why = `held: ${count} chunk(s) wait for minqueue ${minqueue} or the turn end`;
    }
    this.#desk.trace(session.channel, `${kind}: ${why}`);
  }

  /** Whether the block is a part of the reply so far; `isWhole`: its last word is complete. */
  #isEcho({ block, replies }: Session, isWhole: boolean): boolean {
    const { letters: soFar, isOwn } = block;
    if (isOwn || soFar === null) return false;
    if (soFar === '') return replies.length > 0;
    return replies.some((reply) => reply.holds(soFar, isWhole));
  }

  /** Nothing follows on what was held back as a part of the reply. @returns it, when it is none */
  #endEcho(session: Session): string {
    const { block } = session;
    const { echo } = block;
    block.echo = '';
    if (letters(echo) === '') return '';
    if (!this.#isEcho(session, true)) {
      block.isOwn = true;
      return echo;
    }
    this.#desk.trace(session.channel, 'prose: dropped: a part of the reply that was read', echo);
    return '';
  }
}
