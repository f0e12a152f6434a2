/** The audio output port: what sounds utterances, one after the other, without a gap. */
import type { AudioPart } from '../engines/port.ts';

/** A play id, unique and increasing within one runtime. */
export type Play = number;

export interface OutputEvents {
  /** The first sample of the play was taken by the audio clock. Not sent for a play without samples. */
  started(play: Play): void;
  /** The last sample was taken; the next play follows without a gap. */
  ended(play: Play): void;
  /** Every play not yet ended is gone: begin them again, in order, from their first sample. */
  lost(): void;
  /** `status()` changed, or something a user should read happened (a line for the log). */
  notice(message: string): void;
}

export interface OutputStatus {
  /** `device` also while it is silent; see `audible`. */
  kind: 'device' | 'null' | 'wav';
  /** Whether sound reaches a device, as far as can be known. */
  audible: boolean;
  /** It is being started: what is spoken waits, and will be heard. */
  starting?: boolean;
  /** What sounds was put away for want of use; it comes back by itself, and what is spoken waits for it. */
  resting?: boolean;
  /** Why it is silent, in words. */
  message?: string;
}

/** A clip id, unique within one output. */
export type Clip = number;

/** What a play sounds. */
export interface Sounded {
  /** The item and the chunk (0-based), for file names. */
  item: number;
  chunk: number;
  /** Words a minute it was made at, when it follows the rate in force: see `liveRate`. */
  rate?: number | undefined;
  /** Whose voice it is; plays of one source are about as loud as each other. */
  source?: string | undefined;
}

export interface ClipOptions {
  /** Linear; 1 when absent. */
  gain?: number;
  /**
   * Called once, from the event loop: it was sounded to its end, or cannot be. Not after `stopClip`.
   */
  onEnd?(): void;
}

/**
 * Plays are sounded in the order of `begin`. A play's parts may be written while it plays; it is
 * over after `end` and its last sample. All calls return at once and may be made before the device is up.
 */
export interface Output {
  open(events: OutputEvents): void;
  begin(play: Play, sounded: Sounded): void;
  write(play: Play, part: AudioPart): void;
  end(play: Play): void;
  /** Drops this play and every one begun after it; they send no event any more. Unknown: no effect. */
  cut(play: Play): void;
  /** While paused the clock of the plays stands still. */
  pause(paused: boolean): void;
  /** While muted the plays move on in silence. */
  mute(muted: boolean): void;
  /** @param percent 0 to 100, a linear gain */
  volume(percent: number): void;
  /** @param target what plays begun from now on are brought to, LUFS (-30 to -10); null: left as made */
  loudness(target: number | null): void;
  /**
   * @param rate words a minute that every play with a rate is heard at, from now on and in the middle of
   * a play; its pitch stays. null: each at the rate it was made at
   */
  liveRate(rate: number | null): void;
  /**
   * Mixes a short sound with what is read, at once and also while paused; several at a time (six; then
   * the oldest makes room). It follows volume and mute.
   * @param samples mono, −1 to 1
   * @param sampleRate Hz, a whole number
   */
  clip(samples: Float32Array, sampleRate: number, options?: ClipOptions): Clip;
  /** Fades a clip out. Unknown or over: no effect. */
  stopClip(clip: Clip): void;
  /** There will soon be something to sound: gets ready without waiting. */
  warm(): void;
  status(): OutputStatus;
  /** Lets what was taken be heard (at most 0.2 s), then frees everything. */
  close(): Promise<void>;
}
