/** What the agent is told, what it asks for, and what it needs to know. */
import type * as requests from '../../shared/protocol/agent-requests.ts';
import type { Given } from '../../shared/protocol/given.ts';
import type { SummaryCommand, SummaryStyle } from '../../shared/protocol/summaries-setting.ts';
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
  readonly command: SummaryCommand;
  readonly model: string;
  /** Seconds. */
  readonly timeout: number;
  readonly settle_ms: number;
  readonly style: SummaryStyle;
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
      readonly command: SummaryCommand;
      readonly model: string;
      readonly style: SummaryStyle;
      readonly prompt: string;
      /** Seconds. */
      readonly timeout: number;
    }
  /** Nobody waits for this job any more. */
  | { readonly type: 'cancel_summary'; readonly job: number };

export type StreamRequest = Given<requests.Stream>;
/** `turn_start`; of what may come late it is the common part. */
export type TurnRequest = Given<requests.TurnStart>;
export type TurnEndRequest = Given<requests.TurnEnd>;
export type AskRequest = Given<requests.Ask>;
export type AskOption = NonNullable<AskRequest['options']>[number];
export type ToolRequest = Given<requests.Tool>;
/** What every message that names a session may carry. */
export type SessionRequest = Given<requests.Answered>;
export type QuestionShownRequest = Given<requests.QuestionShown>;

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
