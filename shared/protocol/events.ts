/** Events as they go out (section "Events"), and the small shapes inside them. */
export type ItemPhase = 'started' | 'finished' | 'skipped' | 'failed';

export interface NowPlaying {
  item_id: number;
  label: string | null;
  /** The chunk being read. */
  text: string;
  /** 0-based. */
  chunk: number;
  chunks: number;
  /** With the extension channels: null for text spoken without a channel. */
  channel?: string | null;
  host_tab?: string | null;
}

/** Readiness of an engine (section "engine_status"). Absent fields are left out, never null. */
export interface EngineStatus {
  engine: string;
  ready: boolean;
  status: 'ready' | 'loading' | 'downloading' | 'waiting' | 'unavailable';
  progress?: { done: number; total: number };
  fallback?: string;
  message?: string;
  reason?: string;
}

export interface StateEvent {
  event: 'state';
  seq: number;
  now_playing: NowPlaying | null;
  /** Items after the current one. */
  queued: number;
  paused: boolean;
  muted: boolean;
  volume: number;
  rate: number;
  voice: string | null;
  engine_status: EngineStatus;
}

export interface ItemEvent {
  event: 'item';
  item_id: number;
  phase: ItemPhase;
}

export interface LogEvent {
  event: 'log';
  message: string;
}

/** An earcon plays (extension agent). */
export interface EarconEvent {
  event: 'earcon';
  kind: string;
}

export type ProtocolEvent = StateEvent | ItemEvent | LogEvent;

/** runtime.json (section "Discovery"). */
export interface RuntimeFile {
  pid: number;
  port: number;
  http_port: number;
  token: string;
  version: string;
  protocol: { major: number; minor: number };
  capabilities: string[];
  extensions: string[];
  started_at: string;
}

/** A voice as `voices` lists it. */
export interface Voice {
  id: string;
  name: string;
  language: string;
  engine: string;
  license_class: 'permissive' | 'os' | 'external';
  /** false: listed, but not yet able to speak. */
  installed: boolean;
}

/** A text, at the time when it ended or was dropped. */
export interface HistoryEntry {
  /** ISO, UTC. */
  time: string;
  /** null for a text that never became an item. */
  item: number | null;
  /** null for text spoken without one. */
  channel: string | null;
  label: string | null;
  /** `speak`, `announce`, or what an agent's text is: `prose`, `code`, `question`, ... */
  kind: string;
  /** The type of the message that brought it. */
  from: string;
  /** The cleaned text, its credentials redacted, at most 4 KB. */
  text: string;
  chunks: number;
  /** How many of its chunks were begun. */
  read: number;
  phase: 'finished' | 'skipped' | 'failed' | 'dropped';
  /** Why it was not heard, or not wholly. */
  reason?: string;
  /** It was read again, after it had been heard or skipped once. */
  again?: true;
}

export interface HistoryReply {
  /** The newest last. */
  entries: HistoryEntry[];
  /** Older ones that fit too, and that `limit` left out. */
  more: number;
  /** Nothing is recorded: `debug_log` is false. */
  off?: true;
}
