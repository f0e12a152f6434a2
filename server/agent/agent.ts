/**
 * Speech for coding agents: turns, decisions, read modes, summaries (section "Extension agent"). No clock:
 * `now` is monotonic ms. No input or output: after each call `take` gives what is to be done, in order.
 * A timer is an effect `arm` with a key that begins with `agent:`; it comes back by `due`.
 */
import type { EarconKind } from '../../shared/speech/chunk.ts';
import { Asks } from './asks.ts';
import { Desk, type DeskOptions } from './desk.ts';
import { Prose } from './prose.ts';
import type { QuestionSet } from './question-set.ts';
import { Questions } from './questions.ts';
import { Recaps } from './recaps.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { Turns } from './turns.ts';
import type {
  AgentEffect,
  AskRequest,
  MoveReply,
  QuestionShownReply,
  QuestionShownRequest,
  SessionRequest,
  StreamRequest,
  ToolRequest,
  TurnEndRequest,
  TurnRequest,
} from './types.ts';

/** What `control flush` did, and how far it goes. */
export interface Flush {
  /** The channel that was skipped, or null. */
  readonly channel: string | null;
  readonly scope: 'session' | 'all';
}

export class Agent {
  readonly #desk: Desk;
  readonly #recaps: Recaps;
  readonly #prose: Prose;
  readonly #sessions: Sessions;
  readonly #questions: Questions;
  readonly #turns: Turns;
  readonly #asks: Asks;

  constructor(options: DeskOptions) {
    const desk = new Desk(options);
    const speak: Questions['speak'] = (session, decision) =>
      this.#questions.speak(session, decision);
    const recaps = new Recaps({ desk, speak });
    const prose = new Prose(desk, recaps);
    const sessions = new Sessions({ desk, prose, recaps });
    const questions = new Questions(desk, recaps);
    const turns = new Turns({ desk, prose, recaps, sessions });
    this.#desk = desk;
    this.#recaps = recaps;
    this.#prose = prose;
    this.#sessions = sessions;
    this.#questions = questions;
    this.#turns = turns;
    this.#asks = new Asks({ desk, prose, recaps, sessions, questions, turns });
  }

  /** What is to be done since the last call, in order. */
  take(): AgentEffect[] {
    return this.#desk.take();
  }

  /** A summary is out or settles, or a decision waits for one: the runtime must not end for idleness. */
  get isBusy(): boolean {
    return this.#recaps.isBusy;
  }

  /** @throws ProtocolError when its channel cannot be opened; nothing changed then */
  stream(request: StreamRequest, now: number): { stale: boolean } {
    this.#desk.via = 'stream';
    return this.#turns.stream(request, now);
  }

  turnStart(request: TurnRequest, now: number): { stale: boolean } {
    this.#desk.via = 'turn_start';
    return this.#turns.start(request, now);
  }

  /** @throws ProtocolError when its channel cannot be opened; nothing changed then */
  turnEnd(request: TurnEndRequest, now: number): { stale: boolean } {
    this.#desk.via = 'turn_end';
    return this.#turns.end(request, now);
  }

  /** @throws ProtocolError when its channel cannot be opened; nothing changed then */
  ask(request: AskRequest, now: number): void {
    this.#desk.via = 'ask';
    this.#asks.ask(request, now);
  }

  /** @throws ProtocolError when its channel cannot be opened; nothing changed then */
  tool(request: ToolRequest, now: number): void {
    this.#desk.via = 'tool';
    this.#asks.tool(request, now);
  }

  answered(request: SessionRequest, now: number): void {
    this.#desk.via = 'answered';
    this.#asks.answered(request, now);
  }

  earcon(kind: EarconKind): void {
    this.#desk.via = 'earcon';
    this.#desk.chime(kind);
  }

  questionShown(request: QuestionShownRequest, now: number): QuestionShownReply {
    this.#desk.via = 'question_shown';
    const { channel, host_tab: tab, text = '', review = false, label } = request;
    if (channel !== undefined && label !== undefined) this.#sessions.label(channel, label);
    const session = channel === undefined ? this.#ofTab(tab) : this.#sessions.find(channel);
    if (!session) return { moved: false };
    session.used = now;
    const { set } = session;
    if (!set || set.isReviewed) return { moved: false };
    return review
      ? this.#questions.review(session, set)
      : this.#questions.shown(session, set, text);
  }

  /** The reader takes a message of a channel. Wanted of each, so that it is known where in a set the user is. */
  taken(channel: string, entry: number): void {
    const session = this.#sessions.find(channel);
    if (session) this.#questions.taken(session, entry);
  }

  nextQuestion(): MoveReply {
    this.#desk.via = 'control';
    return this.#move((session, set) => this.#questions.next(session, set));
  }

  previousQuestion(): MoveReply {
    this.#desk.via = 'control';
    return this.#move((session, set) => this.#questions.previous(session, set));
  }

  /**
   * `restart` without a channel, while no text without a channel is being read. A message with a question
   * set that is stepped through is read again here: its text, then question 1.
   * @returns null when the channels are to do it
   */
  restart(): { channel: string; question: 1; of: number } | null {
    this.#desk.via = 'control';
    const [channel] = this.#candidates();
    const session = this.#sessions.find(channel);
    const set = session && steppedSet(session);
    if (!session || !set) return null;
    this.#questions.restart(session, set);
    return { channel: session.channel, question: 1, of: set.size };
  }

  /**
   * After the channels flushed. The rest of the session's reply is skipped; with scope `all` the other
   * sessions lose what is ready, but one still writing its reply.
   * @returns the other channels that lost something
   */
  flushed({ channel, scope }: Flush, now: number): { others: string[] } {
    this.#desk.via = 'control';
    const session = this.#sessions.find(channel);
    if (channel !== null) this.#desk.wiped('flush', channel);
    if (session) {
      this.#endMessage(session.channel);
      this.#skipReply(session, now);
    }
    return { others: scope === 'all' ? this.#flushOthers(channel, now) : [] };
  }

  /** After the channels stopped: one of them, or with null all. */
  stopped(channel: string | null, now: number): void {
    this.#desk.via = 'control';
    this.#desk.wiped('stop', channel ?? undefined);
    const one = this.#sessions.find(channel);
    if (one) this.#endMessage(one.channel);
    for (const session of channel === null ? this.#sessions : one ? [one] : []) {
      this.#prose.drop(session, 'stop', now);
      this.#recaps.cancel(session, 'stop', 'drop');
    }
  }

  /** The channel was closed. */
  closed(channel: string, now: number): void {
    this.#desk.via = 'channel_close';
    this.#sessions.free(channel, now);
  }

  /** The user forgets the session: its state goes, and its channel when it is not in use. */
  forgotten(channel: string, now: number): void {
    this.#desk.via = 'channel_prefs';
    this.#sessions.free(channel, now);
    this.#sessions.closeIdle(channel);
  }

  /** `mute_level` was set: with 1 and 2 what is queued and playing is dropped, what is held is kept. */
  setMuteLevel(level: 0 | 1 | 2): void {
    if (level === 0) return;
    this.#desk.via = 'set';
    this.#desk.wiped('mute');
    for (const channel of this.#desk.floor.open()) this.#desk.floor.drop(channel, 'mute');
  }

  /** Another setting of the agent's was set: what it no longer holds back is read. */
  settingChanged(now: number): void {
    this.#desk.via = 'set';
    for (const session of this.#sessions) this.#prose.settle(session, now);
  }

  /** A job of `summarize` ended; null: it failed. One that nobody waits for does nothing. */
  summaryDone(job: number, text: string | null): void {
    this.#desk.via = 'turn_end';
    this.#recaps.done(job, text);
  }

  /** A timer that was asked for. */
  due(key: string, now: number): void {
    const [, what, of] = /^agent:(\w+):(.*)$/su.exec(key) ?? [];
    if (what === undefined || of === undefined) return;
    if (what === 'order') this.#orderDue(of, now);
    else if (what === 'rest') this.#restDue(of, now);
    else if (what === 'settle') this.#settleDue(Number(of), now);
    else if (what === 'dead') {
      this.#desk.via = 'dead';
      this.#sessions.due(of, now);
    } else if (what === 'overdue') {
      this.#desk.via = 'turn_end';
      this.#recaps.overdue(Number(of));
    } else if (what === 'decision') {
      this.#desk.via = 'ask';
      this.#recaps.waited(Number(of));
    }
  }

  #orderDue(channel: string, now: number): void {
    this.#desk.via = 'stream';
    const session = this.#sessions.find(channel);
    if (!session) return;
    session.orderArmed = null;
    this.#prose.follow(session, session.order.due(now), now);
  }

  #restDue(channel: string, now: number): void {
    this.#desk.via = 'stream';
    const session = this.#sessions.find(channel);
    if (session) this.#prose.rest(session, now);
  }

  #settleDue(id: number, now: number): void {
    this.#desk.via = 'turn_end';
    const session = this.#recaps.settling(id);
    if (!session) return;
    const at = session.order.dueAt;
    if (at !== null && at > now) {
      this.#desk.emit({ type: 'arm', key: `agent:settle:${id}`, at });
      return;
    }
    this.#prose.finish(session, 'turn_end', now);
    this.#recaps.settled(id, now);
  }

  /** Drops what is held of the reply, and what is still to come of it. */
  #skipReply(session: Session, now: number): void {
    this.#prose.drop(session, 'flush', now);
    session.isFlushed = true;
    this.#recaps.cancel(session, 'flush', 'speak');
  }

  #flushOthers(channel: string | null, now: number): string[] {
    const { floor } = this.#desk;
    const others = [...this.#sessions].map((session) => session.channel);
    const all = new Set([...floor.open(), ...others]);
    return [...all].filter((other) => {
      const session = this.#sessions.find(other);
      if (other === channel || (session && !session.isEnded)) return false;
      const dropped = floor.isOpen(other) ? floor.drop(other, 'flush') : 0;
      if (!session) return dropped > 0;
      if (dropped === 0 && !this.#recaps.has(session)) return false;
      this.#desk.wiped('flush', other);
      this.#skipReply(session, now);
      return true;
    });
  }

  #endMessage(channel: string): void {
    if (this.#desk.floor.isOpen(channel)) this.#desk.floor.endMessage(channel);
  }

  /** The newest session of a terminal tab with a question set. */
  #ofTab(tab: string | undefined): Session | null {
    if (tab === undefined) return null;
    const channel = this.#desk.floor
      .open()
      .findLast((id) => this.#desk.floor.hostTab(id) === tab && this.#sessions.find(id)?.set);
    return this.#sessions.find(channel);
  }

  /** Where a key without a channel may be meant: being read, read last, focused, written last. */
  #candidates(): string[] {
    const { floor } = this.#desk;
    const all = [floor.reading()?.channel, floor.lastRead(), floor.focused(), floor.lastWritten()];
    return all.filter((channel) => channel != null);
  }

  #move(go: (session: Session, set: QuestionSet) => MoveReply): MoveReply {
    for (const channel of this.#candidates()) {
      const session = this.#sessions.find(channel);
      const set = session && steppedSet(session);
      if (session && set) return go(session, set);
    }
    return { channel: null };
  }
}

function steppedSet({ set }: Session): QuestionSet | null {
  return set?.isStepped && set.isReady ? set : null;
}
