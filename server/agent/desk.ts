/** Where the parts of the agent write: the floor, the log, the earcons. */
import { quoteValue } from '../../shared/speech/quote.ts';
import {
  type Chunk,
  decisionKinds,
  type DropReason,
  type EarconKind,
  type MessageKind,
  type NewMessage,
} from '../../shared/speech/chunk.ts';
import type { Floor } from './floor.ts';
import type { Session } from './session.ts';
import type { AgentEffect, AgentSettings, OpenCutting, Piece } from './types.ts';

export interface DeskOptions {
  readonly floor: Floor;
  /** What is in force now; asked anew each time. */
  readonly settings: () => AgentSettings;
  readonly open: OpenCutting;
}

interface UnheardText {
  readonly kind: MessageKind;
  /** The type of the message that brought it. */
  readonly from: string;
  readonly chunks: number;
  /** In one word, or as a `DropReason`. */
  readonly reason: string;
  readonly text: string;
}

export class Desk {
  readonly floor: Floor;
  readonly #settings: () => AgentSettings;
  readonly #open: OpenCutting;
  #effects: AgentEffect[] = [];
  /** The type of the message being handled, as the log names it. */
  via = '';

  constructor({ floor, settings, open }: DeskOptions) {
    this.floor = floor;
    this.#settings = settings;
    this.#open = open;
  }

  get settings(): AgentSettings {
    return this.#settings();
  }

  get isMuted(): boolean {
    return this.settings.mute_level > 0;
  }

  emit(effect: AgentEffect): void {
    this.#effects.push(effect);
  }

  take(): AgentEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  cutting(): ReturnType<OpenCutting> {
    // What is not read is dropped here, when its turn comes: the log says so.
    return this.#open({ code: 'read' });
  }

  cut(text: string): Piece[] {
    const cutting = this.cutting();
    return [...cutting.push(text), ...cutting.end()];
  }

  /** What is read of a whole text. */
  spoken(text: string): Piece[] {
    return this.cut(text).filter((piece) => !this.isSkipped(piece));
  }

  /** A block of code that `verbosity` leaves out. */
  isSkipped({ kind }: Piece): boolean {
    return kind === 'code' && this.settings.verbosity === 'skip_code';
  }

  /** `agent <message> channel=<id> <what>` */
  trace(channel: string, what: string, text?: string): void {
    const line = `agent ${this.via} channel=${quoteValue(channel)} ${what}`;
    this.emit(text === undefined ? { type: 'trace', line } : { type: 'trace', line, text });
  }

  /** A text that is not read: `agent <message> channel=<id> <line>`, and its entry in the ledger. */
  unheard(channel: string, line: string, { text, ...told }: UnheardText): void {
    const trace = `agent ${this.via} channel=${quoteValue(channel)} ${line}`;
    this.emit({ type: 'trace', line: trace, text, unheard: { channel, ...told } });
  }

  unheardPiece(
    channel: string,
    line: string,
    { piece, from, reason }: { piece: Piece; from: string; reason: string },
  ): void {
    const chunks = chunksOf(piece);
    const { kind } = piece;
    const text = textOf(chunks);
    this.unheard(channel, line, { kind, from, chunks: chunks.length, reason, text });
  }

  wiped(reason: DropReason, channel?: string): void {
    const of = channel === undefined ? '' : ` channel=${quoteValue(channel)}`;
    this.emit({ type: 'trace', line: `agent ${this.via}${of} wipe reason=${reason}` });
  }

  chime(kind: EarconKind): void {
    if (this.settings.mute_level === 2) return;
    this.emit({ type: 'trace', line: `agent ${this.via} earcon ${kind}` });
    this.emit({ type: 'earcon', kind });
  }

  /** Makes sure of the channel. @throws ProtocolError as the channels do; nothing changed then */
  open(session: Session): void {
    if (!this.floor.isOpen(session.channel)) this.floor.ensure(session.channel, session.label);
  }

  /** Adds to the session's latest message; while muted it is stored. @returns the entry's id */
  say(session: Session, message: NewMessage): number {
    const { channel } = session;
    this.open(session);
    const level = this.settings.mute_level;
    const id = this.floor.add(channel, message, { stored: level > 0 });
    const decision = message.decision ? ' decision' : '';
    const how =
      level > 0
        ? `store kind=${message.kind} entry=${id}${decision} muted=${level}`
        : `speak kind=${message.kind} entry=${id}${decision}${this.#waits(channel, message)}`;
    const { kind, from, chunks } = message;
    const text = textOf(chunks);
    if (level === 0) this.trace(channel, how, text);
    else this.unheard(channel, how, { kind, from, chunks: chunks.length, reason: 'stored', text });
    return id;
  }

  sayPiece(session: Session, piece: Piece, from: string, source: NewMessage['source']): void {
    this.say(session, { chunks: chunksOf(piece), kind: piece.kind, from, source });
  }

  #waits(channel: string, { source }: NewMessage): string {
    if (this.floor.isMuted(channel)) return ' waits=muted';
    if (source !== 'agent' || this.settings.background_policy === 'all') return '';
    const focused = this.floor.focused();
    return focused === null || focused === channel ? '' : ' waits=background';
  }
}

export function chunksOf(piece: Piece): readonly Chunk[] {
  return piece.kind === 'prose' ? [{ text: piece.text }] : piece.chunks;
}

export function textOf(chunks: readonly Chunk[]): string {
  return chunks.map(({ text }) => text).join(' ');
}

const decisions: readonly MessageKind[] = decisionKinds;

export function isDecision({ kind }: { readonly kind: MessageKind }): boolean {
  return decisions.includes(kind);
}
