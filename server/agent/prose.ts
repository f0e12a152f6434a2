/** The streamed text of a turn: cut into sentences, and held back as `read_mode` says. */
import type { DropReason } from '../../shared/speech/chunk.ts';
import type { OrderStep } from './delta-order.ts';
import { chunksOf, type Desk, textOf } from './desk.ts';
import { letters } from './letters.ts';
import type { Recaps } from './recaps.ts';
import { type Held, newBlock, type Session } from './session.ts';
import type { Piece } from './types.ts';

/** A documented limit: sentences held back per session; the oldest is dropped for a newer one. */
export const MOST_HELD = 5_000;
/** A documented limit: characters of a turn that are kept for its summary. */
export const MOST_KEPT = 400_000;
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
    const { cutting } = session.block;
    session.block.cutting = null;
    for (const piece of cutting?.end() ?? [])
      this.#accept(session, { piece, isLeadIn: false }, now);
  }

  endBlock(session: Session, now: number): void {
    this.flush(session, now);
    this.#dropEcho(session);
    session.block = newBlock();
  }

  /** A whole block that a question brings with it. */
  leadIn(session: Session, text: string, now: number): void {
    this.finish(session, 'next block', now);
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
    for (const piece of this.#desk.cut(text)) this.#accept(session, { piece, isLeadIn: true }, now);
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
    session.raw = '';
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
    const { cutting } = session.block;
    const { isFlushed } = session;
    session.block.cutting = null;
    for (const piece of cutting?.end() ?? []) {
      if (isFlushed) this.#accept(session, { piece, isLeadIn: false }, now);
      else session.held.push({ piece, isLeadIn: false });
    }
    this.#dropEcho(session);
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
    let all = text;
    if (session.replies.length > 0) {
      const soFar = block.letters;
      block.echo += text;
      if (soFar !== null && session.replies.some((reply) => reply.includes(soFar))) return;
      all = block.echo;
      block.echo = '';
    }
    if (session.isEnded && session.late.length <= mostCompared) session.late += letters(all);
    this.#keep(session, all);
    block.cutting ??= this.#desk.cutting();
    for (const piece of block.cutting.push(all)) {
      this.#accept(session, { piece, isLeadIn: false }, now);
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

  #dropEcho(session: Session): void {
    const { echo } = session.block;
    session.block.echo = '';
    if (letters(echo) === '') return;
    this.#desk.trace(session.channel, 'prose: dropped: a part of the reply that was read', echo);
  }
}
