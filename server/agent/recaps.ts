/**
 * Summaries: the text of a turn that ended is held until a recap of it is there. Recaps are read in the
 * order their turns ended; a decision waits for the recap of the text before it.
 */
import { chunksOf, type Desk, textOf } from './desk.ts';
import type { Decision } from './question-set.ts';
import type { Held, Session } from './session.ts';
import type { Piece } from './types.ts';

/** A text with fewer characters is read as it is. */
export const SHORTEST_SUMMARY = 280;
/** Ms that a decision waits beyond the timeout. */
const decisionGrace = 5_000;
/** Text that goes on and on after the turn's end puts its summary off by no more than this, ms. */
const longestSettle = 30_000;
/** A documented limit: recaps at a time; a text beyond it is read as it is. */
export const MOST_RECAPS = 200;

interface Recap {
  readonly id: number;
  readonly session: Session;
  readonly held: Held[];
  raw: string;
  /** `ready` waits for the recaps of turns that ended before. */
  state: 'settling' | 'running' | 'ready';
  /** Null: its text is read as it is. */
  summary: readonly Piece[] | null;
  /** It need not wait for other sessions. */
  isAsWritten: boolean;
  readonly settleBy: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly id: number;
  decision: Decision;
}

export interface RecapsOptions {
  readonly desk: Desk;
  readonly speak: (session: Session, decision: Decision) => void;
}

export class Recaps {
  readonly #desk: Desk;
  readonly #speak: (session: Session, decision: Decision) => void;
  #recaps: Recap[] = [];
  #nextId = 1;

  constructor({ desk, speak }: RecapsOptions) {
    this.#desk = desk;
    this.#speak = speak;
  }

  get isBusy(): boolean {
    return this.#recaps.length > 0;
  }

  has(session: Session): boolean {
    return this.#recaps.some((recap) => recap.session === session);
  }

  /** Whether the text of a turn that ended is still being gathered. */
  isSettling(session: Session): boolean {
    return this.#recaps.some((recap) => recap.session === session && recap.state === 'settling');
  }

  /** Whether a decision that `which` names is held behind a recap. */
  holds(session: Session, which: (decision: Decision) => boolean): boolean {
    return this.#waiting(session).some(({ decision }) => which(decision));
  }

  /** The turn ended with text, or text came after its end. */
  late(session: Session, now: number): void {
    const { summaries } = this.#desk.settings;
    const settling = this.#recaps.find(
      (recap) => recap.session === session && recap.state === 'settling',
    );
    if (settling) {
      this.#move(session, settling);
      const what = `prose: held: kept for the summary, ${settling.held.length} chunk(s)`;
      this.#desk.trace(session.channel, what);
      return;
    }
    if (!summaries.enabled && !this.has(session)) {
      const held = this.#empty(session);
      session.forgetRaw();
      for (const { piece } of held) {
        this.#desk.sayPiece(session, piece, 'stream', 'agent');
      }
      return;
    }
    const recap = this.#open(session, now);
    if (this.#desk.isMuted || !summaries.enabled) this.#begin(recap, now);
    else this.#arm(recap, now);
    this.#advance();
  }

  /** Text of the session came at `now`: what settles goes on doing so. */
  touch(session: Session, now: number): void {
    for (const recap of this.#recaps) {
      if (recap.session === session && recap.state === 'settling') this.#arm(recap, now);
    }
  }

  /** Speaks a decision after the recaps of the text before it; the text held so far gets one now. */
  decide(session: Session, decision: Decision, now: number): void {
    for (const recap of this.#recaps) {
      if (recap.session !== session || recap.state !== 'settling') continue;
      this.#begin(recap, now);
    }
    if (hasText(session)) this.#begin(this.#open(session, now), now);
    this.#advance();
    const last = this.#recaps.findLast((recap) => recap.session === session);
    if (!last) {
      this.#speak(session, decision);
      return;
    }
    const waiting: Waiting = { id: this.#nextId++, decision };
    last.waiting.push(waiting);
    const wait = this.#desk.settings.summaries.timeout * 1000 + decisionGrace;
    this.#desk.emit({ type: 'arm', key: decisionKey(waiting), at: now + wait });
    this.#desk.trace(session.channel, `${decision.kind}: held: waits for the summary`);
  }

  /** Changes what is held behind recaps: null takes a decision out. */
  replace(session: Session, by: (decision: Decision) => Decision | null): void {
    for (const recap of this.#recaps) {
      if (recap.session !== session) continue;
      for (const waiting of [...recap.waiting]) {
        const decision = by(waiting.decision);
        if (decision) waiting.decision = decision;
        else this.#forget(recap, waiting);
      }
    }
  }

  /** A summarizer ended; null or a blank text: it made nothing. */
  done(job: number, text: string | null): void {
    const recap = this.#recaps.find(({ id, state }) => id === job && state === 'running');
    if (!recap) return;
    this.#land(recap, text ?? '', 'summary: failed, the text is read as it is');
  }

  /** No text came for a while: the session's text is complete. */
  settled(id: number, now: number): void {
    const recap = this.#settling(id);
    if (!recap) return;
    this.#move(recap.session, recap);
    this.#begin(recap, now);
    this.#advance();
  }

  /** The session whose text settles under this id. */
  settling(id: number): Session | null {
    return this.#settling(id)?.session ?? null;
  }

  #settling(id: number): Recap | undefined {
    return this.#recaps.find((each) => each.id === id && each.state === 'settling');
  }

  overdue(id: number): void {
    const recap = this.#recaps.find((each) => each.id === id && each.state === 'running');
    if (!recap) return;
    this.#desk.emit({ type: 'cancel_summary', job: id });
    this.#land(recap, '', 'summary: still out after twice the timeout, the text is read as it is');
  }

  /** A decision waited long enough. */
  waited(id: number): void {
    for (const recap of this.#recaps) {
      const waiting = recap.waiting.find((each) => each.id === id);
      if (!waiting) continue;
      this.#forget(recap, waiting);
      const { kind } = waiting.decision;
      const why = 'spoken now: it waited long enough for the summary';
      this.#desk.trace(recap.session.channel, `${kind}: ${why}`);
      this.#speak(recap.session, waiting.decision);
      return;
    }
  }

  /**
   * Drops the recaps of a session. The decisions behind them are dropped too, or spoken now.
   * @returns whether there was something
   */
  cancel(session: Session, reason: string, decisions: 'drop' | 'speak'): boolean {
    const gone = this.#recaps.filter((recap) => recap.session === session);
    if (gone.length === 0) return false;
    this.#recaps = this.#recaps.filter((recap) => recap.session !== session);
    const { channel } = session;
    const said: string[] = [];
    const count = (state: Recap['state']) => gone.filter((recap) => recap.state === state).length;
    if (count('running') > 0) said.push(`${count('running')} summary in flight`);
    if (count('ready') > 0) said.push(`${count('ready')} summary waiting for the earlier ones`);
    if (count('settling') > 0) said.push('the settle window');
    const held = gone.flatMap((recap) => recap.held.flatMap(({ piece }) => chunksOf(piece)));
    const line = `summary: cancelled (${reason}): ${said.join(', ')}`;
    const text = textOf(held);
    if (held.length === 0) this.#desk.trace(channel, line, text);
    else {
      const of = { kind: 'prose', from: 'stream', chunks: held.length } as const;
      this.#desk.unheard(channel, line, { ...of, reason, text });
    }
    for (const recap of gone) this.#disarm(recap);
    const waiting = gone.flatMap((recap) => recap.waiting);
    for (const each of waiting) {
      const { kind, chunks } = each.decision;
      this.#desk.emit({ type: 'disarm', key: decisionKey(each) });
      if (decisions === 'speak') {
        const why = 'spoken now: the summary it waited for was flushed';
        this.#desk.trace(channel, `${kind}: ${why}`);
        this.#speak(session, each.decision);
      } else {
        const why = `dropped: waited for the summary (${reason})`;
        const of = { kind, from: 'ask', chunks: chunks.length };
        this.#desk.unheard(channel, `${kind}: ${why}`, { ...of, reason, text: textOf(chunks) });
      }
    }
    this.#advance();
    return true;
  }

  #open(session: Session, now: number): Recap {
    const recap: Recap = {
      id: this.#nextId++,
      session,
      held: [],
      raw: '',
      state: 'settling',
      summary: null,
      isAsWritten: false,
      settleBy: now + longestSettle,
      waiting: [],
    };
    this.#recaps.push(recap);
    this.#move(session, recap);
    return recap;
  }

  #move(session: Session, recap: Recap): void {
    recap.raw += session.raw;
    recap.held.push(...this.#empty(session));
  }

  #empty(session: Session): Held[] {
    const { held } = session;
    session.held = [];
    session.raw = '';
    return held;
  }

  #arm(recap: Recap, now: number): void {
    const at = Math.min(now + this.#desk.settings.summaries.settle_ms, recap.settleBy);
    this.#desk.emit({ type: 'arm', key: settleKey(recap), at });
  }

  /** Its text is complete. */
  #begin(recap: Recap, now: number): void {
    const { mute_level: level, summaries } = this.#desk.settings;
    const { id, session } = recap;
    session.block.isKeptSpoken = true;
    this.#desk.emit({ type: 'disarm', key: settleKey(recap) });
    const isShort = recap.raw.trim().length < SHORTEST_SUMMARY;
    const isBeyond = this.#recaps.length > MOST_RECAPS;
    if (level > 0 || !summaries.enabled || isShort || isBeyond) {
      recap.state = 'ready';
      recap.isAsWritten = true;
      if (level > 0 && summaries.enabled) {
        const why = `not made: mute level ${level}, the prose is stored as it is`;
        this.#desk.trace(session.channel, `summary: ${why}`);
      }
      return;
    }
    recap.state = 'running';
    const { command, model, style, prompt, timeout } = summaries;
    const { channel } = session;
    const text = recap.raw;
    const how = { command, model, style, prompt, timeout };
    this.#desk.emit({ type: 'summarize', job: id, channel, text, ...how });
    this.#desk.emit({ type: 'arm', key: overdueKey(recap), at: now + 2_000 * timeout });
  }

  #land(recap: Recap, text: string, failure: string): void {
    this.#desk.emit({ type: 'disarm', key: overdueKey(recap) });
    recap.state = 'ready';
    const pieces = this.#desk.spoken(text);
    if (pieces.length > 0) recap.summary = pieces;
    else {
      this.#desk.trace(recap.session.channel, failure);
      this.#desk.chime('summary_failed');
    }
    this.#advance();
  }

  /** Reads every recap whose turn it is. */
  #advance(): void {
    for (;;) {
      const at = this.#recaps.findIndex((recap, index) => this.#isNext(recap, index));
      if (at < 0) return;
      const [recap] = this.#recaps.splice(at, 1);
      this.#read(recap!);
    }
  }

  #isNext(recap: Recap, index: number): boolean {
    if (recap.state !== 'ready') return false;
    const earlier = this.#recaps.slice(0, index);
    return !earlier.some(({ session }) => session === recap.session || !recap.isAsWritten);
  }

  #read({ session, summary, held, waiting }: Recap): void {
    if (summary === null) {
      for (const { piece } of held) this.#desk.sayPiece(session, piece, 'stream', 'summary');
    } else {
      for (const piece of summary) {
        const how = { kind: 'summary', from: 'turn_end', source: 'summary' } as const;
        this.#desk.say(session, { chunks: chunksOf(piece), ...how });
      }
    }
    for (const each of waiting) {
      this.#desk.emit({ type: 'disarm', key: decisionKey(each) });
      this.#speak(session, each.decision);
    }
  }

  #disarm(recap: Recap): void {
    if (recap.state === 'settling') this.#desk.emit({ type: 'disarm', key: settleKey(recap) });
    if (recap.state !== 'running') return;
    this.#desk.emit({ type: 'disarm', key: overdueKey(recap) });
    this.#desk.emit({ type: 'cancel_summary', job: recap.id });
  }

  #waiting(session: Session): Waiting[] {
    return this.#recaps.filter((recap) => recap.session === session).flatMap((r) => r.waiting);
  }

  #forget(recap: Recap, waiting: Waiting): void {
    recap.waiting.splice(recap.waiting.indexOf(waiting), 1);
    this.#desk.emit({ type: 'disarm', key: decisionKey(waiting) });
  }
}

function hasText(session: Session): boolean {
  return session.held.length > 0 || session.raw.trim() !== '';
}

const settleKey = ({ id }: Recap) => `agent:settle:${id}`;
const overdueKey = ({ id }: Recap) => `agent:overdue:${id}`;
const decisionKey = ({ id }: Waiting) => `agent:decision:${id}`;
