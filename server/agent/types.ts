/** What the agent is told, what it asks for, and what it needs to know. */
import type { Chunk, EarconKind, MachineEffect } from '../../shared/speech/chunk.ts';

export type Verbosity = 'everything' | 'read_code' | 'skip_code';
export type ReadMode = 'immediate' | 'queue' | 'done' | 'final';
export type CodeReading = 'skip' | 'announce' | 'read';

/** A part of a cut text: a sentence, or a block of code, which is one message. */
export type Piece =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'code'; readonly chunks: readonly Chunk[] };

/** Cuts one text that comes in parts. After `end` it is not used again. */
export interface Cutting {
  push(delta: string): readonly Piece[];
  /** Nothing came for a while: what plainly is a whole sentence. */
  rest?(): readonly Piece[];
  end(): readonly Piece[];
}

export type OpenCutting = (options: { readonly code: CodeReading }) => Cutting;

/** The settings the agent looks at, under their own names, with the values in force. */
export interface AgentSettings {
  readonly mute_level: 0 | 1 | 2;
  readonly verbosity: Verbosity;
  readonly read_mode: ReadMode;
  readonly minqueue: number;
  readonly question_step: 'on' | 'off';
  readonly background_policy: 'all' | 'earcon_only';
  readonly summaries: SummarySettings;
}

export interface SummarySettings {
  readonly enabled: boolean;
  readonly command: string;
  readonly model: string;
  /** Seconds. */
  readonly timeout: number;
  readonly settle_ms: number;
  readonly style: string;
  /** The instruction of the style in force. */
  readonly prompt: string;
}

export type AgentEffect =
  | MachineEffect
  | {
      /** A recap of `text` is wanted; `summaryDone` with this job tells how it went. */
      readonly type: 'summarize';
      readonly job: number;
      readonly channel: string;
      /** As the agent wrote it. */
      readonly text: string;
      readonly command: string;
      readonly model: string;
      readonly style: string;
      readonly prompt: string;
      /** Seconds. */
      readonly timeout: number;
    }
  /** Nobody waits for this job any more. */
  | { readonly type: 'cancel_summary'; readonly job: number };

type Maybe<T> = T | undefined;

/** What every message that names a session may carry. */
export interface SessionRequest {
  readonly channel: string;
  readonly label?: Maybe<string>;
}

/** What may come late. */
export interface TurnRequest extends SessionRequest {
  readonly turn?: Maybe<string>;
  /** Seconds, of one clock for all senders of a channel. */
  readonly t?: Maybe<number>;
}

export interface StreamRequest extends TurnRequest {
  readonly delta: string;
  /** 0 to 2^31. */
  readonly index?: Maybe<number>;
  readonly final?: Maybe<boolean>;
  readonly lead_in?: Maybe<boolean>;
}

export interface TurnEndRequest extends TurnRequest {
  readonly reply?: Maybe<string>;
  readonly before_reply?: Maybe<string>;
}

export type AskOption =
  string | { readonly label?: Maybe<string>; readonly description?: Maybe<string> };

/** `set_index` and `set_size` come both or not at all, the index below the size. */
export interface AskRequest extends SessionRequest {
  readonly kind: 'question' | 'permission' | 'plan';
  readonly text?: Maybe<string>;
  readonly options?: Maybe<readonly AskOption[]>;
  readonly multi_select?: Maybe<boolean>;
  readonly notes?: Maybe<string>;
  readonly hint?: Maybe<string>;
  readonly hint_once?: Maybe<string>;
  readonly set_index?: Maybe<number>;
  readonly set_size?: Maybe<number>;
}

export interface ToolRequest extends SessionRequest {
  readonly name: string;
  readonly summary?: Maybe<string>;
}

/** `channel` or `host_tab`, and `text` or `review`. */
export interface QuestionShownRequest {
  readonly channel?: Maybe<string>;
  readonly host_tab?: Maybe<string>;
  readonly text?: Maybe<string>;
  readonly review?: Maybe<boolean>;
  readonly label?: Maybe<string>;
}

export interface QuestionShownReply {
  readonly moved: boolean;
  readonly channel?: string;
  /** From 1. */
  readonly question?: number;
  readonly of?: number;
  readonly review?: true;
}

/** Where a move in a set ended. */
export type MoveReply =
  | {
      readonly channel: string;
      /** From 1. */
      readonly question: number;
      readonly of: number;
      /** Nothing moved: there is no question after it. */
      readonly edge: boolean;
    }
  | { readonly channel: null };

export type { EarconKind };
