/** Decisions, tools and answers. */
import { quoteValue } from '../../shared/speech/quote.ts';
import { type DecisionText, decisionText } from './decision-text.ts';
import { chunksOf, type Desk, isDecision } from './desk.ts';
import type { Prose } from './prose.ts';
import { type Question, QuestionSet } from './question-set.ts';
import type { Questions } from './questions.ts';
import type { Recaps } from './recaps.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Turns } from './turns.ts';
import type { AskRequest, SessionRequest, ToolRequest } from './types.ts';

export interface AsksOptions {
  readonly desk: Desk;
  readonly prose: Prose;
  readonly recaps: Recaps;
  readonly sessions: Sessions;
  readonly questions: Questions;
  readonly turns: Turns;
}

export class Asks {
  readonly #desk: Desk;
  readonly #prose: Prose;
  readonly #recaps: Recaps;
  readonly #sessions: Sessions;
  readonly #questions: Questions;
  readonly #turns: Turns;

  constructor({ desk, prose, recaps, sessions, questions, turns }: AsksOptions) {
    this.#desk = desk;
    this.#prose = prose;
    this.#recaps = recaps;
    this.#sessions = sessions;
    this.#questions = questions;
    this.#turns = turns;
  }

  ask(request: AskRequest, now: number): void {
    const { kind } = request;
    const session = this.#sessions.get(request, now);
    this.#desk.open(session);
    const name = quoteValue(this.#desk.floor.nameOf(session.channel));
    this.#desk.emit({ type: 'trace', line: `ask kind=${kind} session=${name}` });
    if (kind === 'permission' && session.isAwaiting && !session.isEnded) {
      session.isAwaiting = false;
      const why = 'dropped: the prompt of a question without its answer';
      this.#desk.trace(session.channel, `permission: ${why}`, request.text);
      return;
    }
    this.#prose.finish(session, 'decision', now);
    this.#turns.renew(session, now);
    const text = decisionText(request, (source) => this.#desk.spoken(source));
    const question = kind === 'question' ? this.#place(session, request, text) : null;
    this.#chime(session, kind);
    if (question && !this.#questions.isReadInTurn(session, question)) return;

    const chunks = [...(question?.body ?? text.body), ...text.notes];
    if (this.#desk.settings.verbosity === 'everything') {
      chunks.push(...text.hint);
      if (!session.isHinted) chunks.push(...text.hintOnce);
      session.isHinted ||= text.hintOnce.length > 0;
    }
    const decision = { kind, chunks, question };
    if (this.#desk.settings.summaries.enabled || this.#recaps.has(session)) {
      this.#recaps.decide(session, decision, now);
      return;
    }
    this.#releaseBefore(session, kind);
    this.#questions.speak(session, decision);
  }

  tool(request: ToolRequest, now: number): void {
    const session = this.#sessions.get(request, now);
    const { channel } = session;
    const { verbosity, read_mode: mode, summaries } = this.#desk.settings;
    const isAnnounced = verbosity === 'everything' && (session.isEnded || !session.isFlushed);
    if (isAnnounced) {
      this.#desk.open(session);
      this.#prose.finish(session, 'tool', now);
    }
    this.#turns.renew(session, now);
    session.isAwaiting = false;
    session.set = null;
    if (this.#desk.floor.isOpen(channel)) {
      this.#desk.floor.takeOut(
        channel,
        'answered',
        (entry) => isDecision(entry) && entry.heard && !entry.stored,
      );
    }
    const isReleased = !summaries.enabled && (mode === 'immediate' || mode === 'queue');
    if (isReleased) this.#prose.release(session);
    if (isAnnounced) this.#announce(session, request);
    else if (session.isFlushed) this.#desk.trace(channel, 'tool: not announced: flushed reply');
    else this.#desk.trace(channel, `tool: not announced: verbosity ${verbosity}`);
  }

  answered(request: SessionRequest, now: number): void {
    const session = this.#sessions.get(request, now);
    this.#turns.wipe(session, 'answered', now);
  }

  #announce(session: Session, { name, summary = '' }: ToolRequest): void {
    const text = summary.trim() === '' ? `Running ${name}.` : summary;
    const chunks = this.#desk.spoken(text).flatMap((piece) => chunksOf(piece));
    if (chunks.length > 0) {
      this.#desk.say(session, { chunks, kind: 'tool', from: 'tool', source: 'agent' });
    } else this.#desk.trace(session.channel, 'tool: not announced: nothing can be said', text);
  }

  /** A question's place in its set; with a place that is taken another set begins. */
  #place(session: Session, request: AskRequest, text: DecisionText): Question {
    const { set_index: index = 0, set_size: size = 1, text: source = '' } = request;
    let { set } = session;
    if (!set || size === 1 || !set.takes(index + 1, size)) {
      set = new QuestionSet(size, this.#desk.settings.question_step === 'on');
      session.set = set;
    }
    return set.add(index + 1, source, text);
  }

  /** `choice` once while a question waits. */
  #chime(session: Session, kind: AskRequest['kind']): void {
    if (kind === 'permission') this.#desk.chime('permission');
    if (kind !== 'question') return;
    if (!session.isAwaiting) this.#desk.chime('choice');
    session.isAwaiting = true;
  }

  /** The text before a decision is read first; under `final` only what came with a question. */
  #releaseBefore(session: Session, kind: AskRequest['kind']): void {
    if (this.#desk.settings.read_mode === 'final') {
      if (kind === 'permission') return;
      this.#prose.dropHeld(session, kind, ({ isLeadIn }) => kind === 'plan' || !isLeadIn);
    }
    this.#prose.release(session);
  }
}
