/** What is read, shown and skipped as one: a sentence, a line of code, an option of a question. */
export interface Chunk {
  readonly text: string;
  /**
   * A part of a block of code: its announcement, a line, its end. The first two are read at
   * `code_speed`; after a line comes `code_pause`; step mode waits after both.
   */
  readonly code?: 'start' | 'line' | 'end';
}

/** What a text is read with, in place of the settings in force. */
export interface Style {
  /** An engine id; needs a voice of that engine. */
  readonly engine?: string | undefined;
  readonly voice?: string | undefined;
  /** Words a minute. */
  readonly rate?: number | undefined;
}

/** What a message of a channel is, for the rules and the log. */
export type MessageKind =
  'speak' | 'prose' | 'code' | 'question' | 'permission' | 'plan' | 'tool' | 'summary';

/** What waits for the user's answer. */
export const decisionKinds = ['question', 'permission', 'plan'] as const;

/** A message as it is added to a channel. */
export interface NewMessage {
  /** At least one. */
  readonly chunks: readonly Chunk[];
  /** Of this message alone; else the channel's label is shown. */
  readonly label?: string | null | undefined;
  readonly style?: Style | undefined;
  readonly kind: MessageKind;
  /** The type of the request that brought it. */
  readonly from: string;
  /** Whose it is: `background_policy` holds back an agent's, never a host's or a summary. */
  readonly source: 'host' | 'agent' | 'summary';
  /** Waits for the user's answer: read before the other channels' messages. */
  readonly decision?: boolean | undefined;
  /** The writer's own mark; nothing here looks inside. */
  readonly tag?: unknown;
}

/** A message in a channel's batch. */
export interface Entry extends NewMessage {
  /** Unique within one runtime, rising. */
  readonly id: number;
  /** It was read to its end, skipped by the user, or stored. */
  readonly heard: boolean;
  /** Put there while muted: heard from the start. */
  readonly stored: boolean;
}

/** Why a text was dropped before it was heard, as the log says it. */
export type DropReason =
  | 'replaced by newer text (policy latest)'
  | 'turn_start'
  | 'answered'
  | 'mute'
  | 'stop'
  | 'flush'
  | 'closed'
  | 'muted';

/** A text that is not read, for the ledger; the text itself stands beside it. */
export interface Unheard {
  readonly channel: string;
  /** Of the message alone; else the channel's counts. */
  readonly label?: string | null | undefined;
  readonly kind: MessageKind;
  /** The type of the request that brought it. */
  readonly from: string;
  readonly chunks: number;
  /** A `DropReason`, or the agent's own word for it. */
  readonly reason: string;
  /** The reader's id when it is cut while it is read. */
  readonly item?: number | null | undefined;
}

/** What a machine asks for besides the reader's work. */
export type MachineEffect =
  | { readonly type: 'earcon'; readonly kind: EarconKind }
  /** A line of the log. `text` is spoken text: written as JSON after ` text=`, only while `debug_log` is on. */
  | {
      readonly type: 'trace';
      readonly line: string;
      readonly text?: string | undefined;
      /** The text is not read now, or not any more. */
      readonly unheard?: Unheard | undefined;
    }
  /** The event `due` with this key is wanted at `at`, monotonic ms; a later `arm` of the key replaces it. */
  | { readonly type: 'arm'; readonly key: string; readonly at: number }
  | { readonly type: 'disarm'; readonly key: string };

export const earconKinds = [
  'choice',
  'permission',
  'error',
  'turn_done',
  'nav',
  'nav_edge',
  'step',
  'session_change',
  'summary_failed',
] as const;
export type EarconKind = (typeof earconKinds)[number];
