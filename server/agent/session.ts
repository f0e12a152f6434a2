/** What is known of one agent session: its turn, and what is held back. */
import { DeltaOrder } from './delta-order.ts';
import type { Worded } from './letters.ts';
import type { QuestionSet } from './question-set.ts';
import type { Cutting, Piece } from './types.ts';

/** Turn ids that a later turn replaced, remembered per session. */
const mostRetired = 16;

/** A cut part of a turn's text that is not read yet. */
export interface Held {
  readonly piece: Piece;
  readonly isLeadIn: boolean;
}

/** The block of text being written. */
export interface Block {
  cutting: Cutting | null;
  /** Its letters and digits so far; null when it is too long to be compared. */
  letters: string | null;
  /** Text that is so far a part of the reply that was read. */
  echo: string;
  /** It is no part of that reply. */
  isOwn: boolean;
  /**
   * The raw text went while a sentence of it was open in `cutting`: what comes of that is kept as it is
   * spoken, so that the sentence is neither lost nor kept twice.
   */
  isKeptSpoken: boolean;
}

export class Session {
  readonly channel: string;
  /** Of a channel that may not be open yet. */
  label: string | undefined;
  /** Of the last message, monotonic ms. */
  used: number;
  /** Of the last accepted turn. */
  t: number | null = null;
  turn: string | null = null;
  #retired: string[] = [];
  /** The turn's end came. */
  isEnded = false;
  /** The rest of this reply is skipped. */
  isFlushed = false;
  /** A question waits for its answer. */
  isAwaiting = false;
  /** It got its `hint_once`. */
  isHinted = false;
  order = new DeltaOrder();
  /** When a delta's wait is over, as it was asked for. */
  orderArmed: number | null = null;
  block: Block = newBlock();
  held: Held[] = [];
  /** The held text, and what is open in the block's cutting, as the agent wrote it. */
  raw = '';
  /** The letters of texts sent ahead with a question, whose echo may still come. */
  leadIns: string[] = [];
  /** The reply that was read in place of the streamed text. */
  replies: Worded[] = [];
  /** What was streamed after the turn's end, block by block. */
  late = '';
  set: QuestionSet | null = null;

  constructor(channel: string, now: number) {
    this.channel = channel;
    this.used = now;
  }

  isRetired(turn: string | undefined): boolean {
    return turn !== undefined && this.#retired.includes(turn);
  }

  /** A turn with this id; the one before it is replaced. */
  begin(turn: string | undefined): void {
    const next = turn ?? null;
    if (this.turn !== null && this.turn !== next) {
      this.#retired = [...this.#retired, this.turn].slice(-mostRetired);
    }
    this.turn = next;
    this.order = new DeltaOrder();
    this.block = newBlock();
    this.beginReply();
  }

  /** The raw text was read, or dropped. */
  forgetRaw(): void {
    this.raw = '';
    this.block.isKeptSpoken = true;
  }

  /** What belongs to one reply. */
  beginReply(): void {
    this.isEnded = false;
    this.isFlushed = false;
    this.isAwaiting = false;
    this.leadIns = [];
    this.replies = [];
    this.late = '';
  }
}

export function newBlock(): Block {
  return { cutting: null, letters: '', echo: '', isOwn: false, isKeptSpoken: false };
}
