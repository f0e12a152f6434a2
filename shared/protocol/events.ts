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
