/**
 * What goes to the runtime and what comes back, by message. The fields are those of the schemas in
 * shared/protocol; only their types come along, so that the client needs no schema library.
 */
import type {
  EarconEvent,
  HistoryReply,
  ItemEvent,
  LogEvent,
  RuntimeFile,
  StateEvent,
  Voice,
} from '../protocol/events.ts';
import type * as agent from '../protocol/agent-requests.ts';
import type * as channels from '../protocol/channel-requests.ts';
import type * as history from '../protocol/history.ts';
import type * as requests from '../protocol/requests.ts';
import type * as settings from '../protocol/settings.ts';

/** What a schema takes. */
type Input<S extends { _zod: { input: unknown } }> = S['_zod']['input'];

export type SettingKey = settings.SettingKey;
export type Settings = settings.PlainSettings & { summaries: Summaries };

/** As get answers it; a set takes any of the fields. */
export interface Summaries {
  enabled: boolean;
  command: 'claude' | 'codex' | 'ollama';
  model: string;
  /** Seconds. */
  timeout: number;
  settle_ms: number;
  style: 'tidy' | 'natural' | 'brief';
  guard: boolean;
  host: string | null;
  /** The user's instruction of the style in force. */
  prompt: string | null;
  prompts: Partial<Record<'tidy' | 'natural' | 'brief', string>>;
  default_prompts: Record<'tidy' | 'natural' | 'brief', string>;
}
export type ControlAction = requests.ControlAction;
export type HelloFields = Input<typeof requests.hello>;
export type SpeakFields = Input<typeof channels.channelSpeak>;
export type ChannelOpenFields = Input<typeof channels.channelOpen>;
export type StreamFields = Input<typeof agent.stream>;
export type TurnStartFields = Input<typeof agent.turnStart>;
export type TurnEndFields = Input<typeof agent.turnEnd>;
export type AskFields = Input<typeof agent.ask>;
export type ToolFields = Input<typeof agent.tool>;
export type QuestionShownFields = Input<typeof agent.questionShown>;
export type VoicesFields = Input<typeof requests.voices>;
export type HistoryFields = Input<typeof history.history>;
export type SubscribeFields = Input<typeof requests.subscribe>;

export interface RequestFields {
  hello: HelloFields;
  speak: SpeakFields;
  /** Any string: extensions have actions of their own. */
  control: { action: ControlAction | (string & {}); channel?: string | null };
  set: { key: string; value: unknown };
  get: { key: string };
  voices: VoicesFields;
  subscribe: SubscribeFields;
  history: HistoryFields;
  channel_open: ChannelOpenFields;
  channel_close: { channel: string };
  focus: { channel: string };
  stream: StreamFields;
  turn_start: TurnStartFields;
  turn_end: TurnEndFields;
  ask: AskFields;
  tool: ToolFields;
  answered: { channel: string; label?: string | null };
  question_shown: QuestionShownFields;
  earcon: { kind: string };
}

export interface Welcome {
  version: string;
  protocol: RuntimeFile['protocol'];
  capabilities: string[];
  /** Those enabled on this runtime now. */
  extensions: string[];
  /** Those asked for that this runtime lacks. */
  unavailable?: string[];
}

export interface VoicesReply {
  voices: Voice[];
  /** The provider's list could not be fetched; `voices` are those known. */
  error?: { reason: string; message: string };
}

export interface ReplyFieldsByType {
  hello: Welcome & { takeover?: boolean };
  /** `item_id` is null while a channel's message waits; the other fields come with a channel. */
  speak: { item_id: number | null; channel?: string; dropped?: number };
  control: ReplyFields;
  set: { key: string; value: unknown };
  get: { key: string; value: unknown };
  voices: VoicesReply;
  subscribe: { events: string[] };
  history: HistoryReply;
  channel_open: { channel: string; created: boolean; policy: 'latest' | 'queue' };
  stream: { stale: boolean };
  turn_start: { stale: boolean };
  turn_end: { stale: boolean };
}

/** The fields of any other message, or reply, by name. */
export interface ReplyFields {
  [field: string]: unknown;
}

export type FieldsOf<T extends string> = T extends keyof RequestFields
  ? RequestFields[T]
  : ReplyFields;
export type ReplyOf<T extends string> = T extends keyof ReplyFieldsByType
  ? ReplyFieldsByType[T]
  : ReplyFields;

/** A spoken cue (extension system). */
export interface CueEvent {
  event: 'cue';
  text: string;
}

/**
 * Not from the runtime: here events are missing. After `reconnected` the runtime is another one, whose
 * item ids start anew.
 */
export interface GapEvent {
  event: 'gap';
  reason: 'overflow' | 'reconnected';
  /** How many events were dropped here; null: unknown. */
  dropped: number | null;
}

/** The events of each stream. A `state` event stands for itself, so that stream has no gaps. */
export interface StreamEvents {
  state: StateEvent;
  items: ItemEvent | GapEvent;
  log: LogEvent | GapEvent;
  earcons: EarconEvent | GapEvent;
  cues: CueEvent | GapEvent;
}
export type StreamName = keyof StreamEvents;
export type RuntimeEvent = Exclude<StreamEvents[StreamName], GapEvent>;
export type AnyEvent = StreamEvents[StreamName];
