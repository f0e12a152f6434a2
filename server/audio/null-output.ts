/** An output that is silent but keeps time, as a device would. */
import type { AudioPart } from '../engines/port.ts';
import type { Clock } from '../runtime/clock.ts';
import { tempoOf } from '../../shared/audio/tempo.ts';
import type { Clip, ClipOptions, Output, OutputEvents, Play, Sounded } from './port.ts';

export interface NullOutputOptions {
  /** False: a play is over as soon as its last sample is known, for rendering to files. Default true. */
  realTime?: boolean;
}

interface QueuedPlay {
  id: Play;
  /** Words a minute it was made at; 0 when it keeps its own rate. */
  rate: number;
  /** What was written so far, as made. */
  parts: { ms: number; stretch: number }[];
  /** How long that is at the rate in force. */
  ms: number;
  /** When its first sample was there. */
  readyAt?: number;
  /** When its first sample was taken, moved on by what it had to wait for later parts. */
  startedAt?: number;
  /** When `end` was called. */
  finishedAt?: number;
}

type SoundEvent = { kind: 'started' | 'ended'; play: Play };

/**
 * Events are never delivered inside a call of the output, always from a timer of the clock (with a
 * simulated clock: at the next `advance`, also of 0 ms).
 */
export function createNullOutput(clock: Clock, options: NullOutputOptions = {}): Output {
  return new NullOutput(clock, options.realTime ?? true);
}

/**
 * All times are in milliseconds of a time that stands still while paused, so that pauses need no
 * bookkeeping per play. The state is brought up to date at the start of every call and timer: what
 * is due then is dated when it was due, so a late timer never makes the next play late.
 */
class NullOutput implements Output {
  readonly #clock: Clock;
  readonly #realTime: boolean;
  #events: OutputEvents | undefined;
  #plays: QueuedPlay[] = [];
  /** From when on the output is free for the next play. */
  #freeAt = 0;
  #pausedMs = 0;
  #pausedSince: number | undefined;
  #waiting: SoundEvent[] = [];
  #disarm: () => void = () => {};
  #delivering = false;
  #liveRate: number | null = null;
  /** Clips that "sound", and how to end their timers. */
  readonly #clips = new Map<Clip, () => void>();
  #nextClip = 1;

  constructor(clock: Clock, realTime: boolean) {
    this.#clock = clock;
    this.#realTime = realTime;
  }

  open(events: OutputEvents): void {
    this.#events = events;
    this.#update();
  }

  begin(play: Play, { rate = 0 }: Sounded): void {
    this.#settle();
    this.#plays.push({ id: play, rate, parts: [], ms: 0 });
    this.#update();
  }

  write(play: Play, { samples, sampleRate, stretch = 1 }: AudioPart): void {
    this.#settle();
    const found = this.#find(play);
    if (!found || found.finishedAt !== undefined || samples.length === 0) return;
    const now = this.#now();
    found.readyAt ??= now;
    // It ran dry: it goes on from where it stood, at this moment.
    if (this.#realTime && found.startedAt !== undefined) {
      found.startedAt = Math.max(found.startedAt, now - found.ms);
    }
    const part = { ms: (samples.length * 1000) / sampleRate, stretch };
    found.parts.push(part);
    found.ms += this.#duration(found, part);
    this.#update();
  }

  end(play: Play): void {
    this.#settle();
    const found = this.#find(play);
    if (found) found.finishedAt ??= this.#now();
    this.#update();
  }

  cut(play: Play): void {
    this.#settle();
    const head = this.#plays[0];
    // A play that is over but whose end was not told yet is still the caller's to cut.
    if (this.#find(play) || this.#waiting.some((event) => event.play === play)) {
      this.#plays = this.#plays.filter(({ id }) => id < play);
      this.#waiting = this.#waiting.filter((event) => event.play < play);
      if (head !== this.#plays[0]) this.#freeAt = this.#now();
    }
    this.#update();
  }

  pause(paused: boolean): void {
    if (paused === (this.#pausedSince !== undefined)) return;
    this.#settle();
    const now = this.#clock.now();
    if (paused) {
      this.#pausedSince = now;
    } else {
      this.#pausedMs += now - this.#pausedSince!;
      this.#pausedSince = undefined;
    }
    this.#update();
  }

  mute(): void {}

  volume(): void {}

  loudness(): void {}

  liveRate(rate: number | null): void {
    this.#settle();
    this.#liveRate = rate;
    for (const play of this.#plays) this.#retime(play);
    this.#update();
  }

  clip(samples: Float32Array, sampleRate: number, { onEnd }: ClipOptions = {}): Clip {
    const clip = this.#nextClip++;
    const ms = this.#realTime ? (samples.length * 1000) / sampleRate : 0;
    const end = () => {
      this.#clips.delete(clip);
      onEnd?.();
    };
    this.#clips.set(clip, this.#clock.at(this.#clock.now() + ms, end));
    return clip;
  }

  stopClip(clip: Clip): void {
    this.#clips.get(clip)?.();
    this.#clips.delete(clip);
  }

  warm(): void {}

  status() {
    return { kind: 'null', audible: false, message: 'silent output' } as const;
  }

  async close(): Promise<void> {
    this.#disarm();
    for (const disarm of this.#clips.values()) disarm();
    this.#clips.clear();
    this.#plays = [];
    this.#waiting = [];
    this.#events = undefined;
  }

  #find(play: Play): QueuedPlay | undefined {
    return this.#plays.find(({ id }) => id === play);
  }

  #duration({ rate }: QueuedPlay, { ms, stretch }: { ms: number; stretch: number }): number {
    return ms / tempoOf(stretch, rate, this.#liveRate ?? 0);
  }

  /** The rate in force changed: what was heard keeps its part of the play. */
  #retime(play: QueuedPlay): void {
    const before = play.ms;
    play.ms = play.parts.reduce((sum, part) => sum + this.#duration(play, part), 0);
    if (play.startedAt === undefined || before === 0) return;
    const heard = Math.min(this.#now() - play.startedAt, before);
    play.startedAt = this.#now() - heard * (play.ms / before);
  }

  #now(): number {
    return (this.#pausedSince ?? this.#clock.now()) - this.#pausedMs;
  }

  /** Carries out what is due by now. */
  #settle(): void {
    if (this.#pausedSince !== undefined) return;
    const now = this.#now();
    for (let head = this.#plays[0]; head; head = this.#plays[0]) {
      if (head.startedAt === undefined && head.readyAt !== undefined) {
        head.startedAt = Math.max(this.#freeAt, head.readyAt);
        this.#waiting.push({ kind: 'started', play: head.id });
      }
      if (head.finishedAt === undefined) return;
      const endsAt = Math.max(this.#soundEnd(head), head.finishedAt);
      if (endsAt > now) return;
      this.#waiting.push({ kind: 'ended', play: head.id });
      this.#freeAt = endsAt;
      this.#plays.shift();
    }
  }

  #soundEnd(head: QueuedPlay): number {
    return (head.startedAt ?? this.#freeAt) + (this.#realTime ? head.ms : 0);
  }

  /** Settles and arms the one timer for what comes next: events to deliver, or the end of a play. */
  #update(): void {
    this.#settle();
    this.#disarm();
    if (!this.#events || this.#delivering) return;
    const head = this.#plays[0];
    const isRunning = this.#pausedSince === undefined && head?.finishedAt !== undefined;
    const now = this.#clock.now();
    if (this.#waiting.length > 0) this.#arm(now);
    else if (isRunning) this.#arm(Math.max(now, this.#soundEnd(head) + this.#pausedMs));
  }

  #arm(at: number): void {
    this.#disarm = this.#clock.at(at, () => {
      this.#disarm = () => {};
      this.#settle();
      // A listener may call back in: what that brings is delivered after it, by this same loop.
      this.#delivering = true;
      try {
        for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
          this.#events?.[event.kind](event.play);
        }
      } finally {
        this.#delivering = false;
        this.#update();
      }
    });
  }
}
