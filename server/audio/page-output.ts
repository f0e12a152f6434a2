/**
 * The output over a hidden page that is up. It does not outlive its link: `lost` means that this
 * page cannot sound any more (see `device-output.ts`).
 */
import type { AudioPart } from '../engines/port.ts';
import type { FromPage } from '../../shared/audio/link.ts';
import type { PageLink } from '../page-link/page-link.ts';
import type { Clock } from '../runtime/clock.ts';
import type {
  Clip,
  ClipOptions,
  Output,
  OutputEvents,
  OutputStatus,
  Play,
  Sounded,
} from './port.ts';

/** Between the worklet and the loudspeaker lie up to 45 ms of sound that was taken. */
const TAIL_MS = 80;
/** A page that has something to sound says once a second that it is here; this many may be missing. */
const CHECK_MS = 1000;
const MISSING_CHECKS = 4;

export class PageOutput implements Output {
  readonly #link: PageLink;
  readonly #clock: Clock;
  #events: OutputEvents | null = null;
  /** Begun, not reported as ended, not cut. */
  #live = new Set<Play>();
  /** Clips that sound, and whom to tell. */
  #clips = new Map<Clip, ClipOptions>();
  #nextClip = 1;
  #muted = false;
  #percent = 100;
  #paused = false;
  /** When the last play ended, on `performance.now()`'s scale. */
  #endedAt = -Infinity;

  /** Seconds in a row without a word, while there should be one. */
  #silentFor = 0;
  #disarm: (() => void) | null = null;

  constructor(link: PageLink, clock: Clock) {
    this.#link = link;
    this.#clock = clock;
  }

  open(events: OutputEvents): void {
    this.#events = events;
    this.#link.onMessage((message) => this.#take(message));
  }

  begin(play: Play, { rate, source }: Sounded): void {
    this.#live.add(play);
    this.#link.send({ type: 'begin', play, rate, source });
    this.#watch();
  }

  write(play: Play, { sampleRate, samples, stretch = 1 }: AudioPart): void {
    if (!this.#live.has(play)) return;
    this.#link.send({ type: 'write', play, sampleRate, stretch, samples });
  }

  end(play: Play): void {
    if (this.#live.has(play)) this.#link.send({ type: 'end', play });
  }

  cut(play: Play): void {
    // Over already: the page would drop the plays after it, which nobody asked for.
    if (!this.#live.has(play)) return;
    for (const other of this.#live) if (other >= play) this.#live.delete(other);
    this.#link.send({ type: 'cut', play });
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.#watch();
    this.#link.send({ type: 'pause', paused });
  }

  mute(muted: boolean): void {
    this.#muted = muted;
    this.#gain();
  }

  volume(percent: number): void {
    this.#percent = percent;
    this.#gain();
  }

  loudness(target: number | null): void {
    this.#link.send({ type: 'loudness', target });
  }

  liveRate(rate: number | null): void {
    this.#link.send({ type: 'rate', rate });
  }

  clip(samples: Float32Array, sampleRate: number, options: ClipOptions = {}): Clip {
    const clip = this.#nextClip++;
    this.#clips.set(clip, options);
    this.#link.send({ type: 'clip', clip, sampleRate, gain: options.gain ?? 1, samples });
    this.#watch();
    return clip;
  }

  stopClip(clip: Clip): void {
    if (this.#clips.delete(clip)) this.#link.send({ type: 'stop-clip', clip });
  }

  warm(): void {}

  status(): OutputStatus {
    return { kind: 'device', audible: true };
  }

  async close(): Promise<void> {
    this.#events = null;
    this.#disarm?.();
    this.#disarm = null;
    const quietFor = performance.now() - this.#endedAt;
    const wait = this.#live.size > 0 && !this.#paused ? TAIL_MS : TAIL_MS - quietFor;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await this.#link.close();
  }

  #gain(): void {
    this.#link.send({ type: 'gain', gain: this.#muted ? 0 : this.#percent / 100 });
  }

  /**
   * A page that was frozen, with its worker, says nothing, not even that it stalled. Seconds are counted,
   * not measured: ours may have been the process that stood still.
   */
  #watch(): void {
    if (this.#disarm || !this.#events) return;
    this.#silentFor = 0;
    const check = () => {
      this.#disarm = null;
      if ((this.#live.size === 0 || this.#paused) && this.#clips.size === 0) return;
      if (++this.#silentFor > MISSING_CHECKS) {
        this.#events?.notice('The hidden page does not answer.');
        this.#events?.lost();
      } else arm();
    };
    const arm = () => {
      this.#disarm = this.#clock.at(this.#clock.now() + CHECK_MS, check);
    };
    arm();
  }

  #take(message: FromPage): void {
    this.#silentFor = 0;
    switch (message.type) {
      case 'started':
        if (this.#live.has(message.play)) this.#events?.started(message.play);
        return;
      case 'ended':
        if (!this.#live.delete(message.play)) return;
        this.#endedAt = performance.now();
        this.#events?.ended(message.play);
        return;
      case 'clip-ended':
        this.#endClip(message.clip);
        return;
      case 'stalled':
      case 'failed':
        this.#events?.notice(message.reason);
        this.#events?.lost();
        return;
      case 'ready':
      case 'alive':
        return;
    }
  }

  #endClip(clip: Clip): void {
    const options = this.#clips.get(clip);
    if (!this.#clips.delete(clip)) return;
    this.#endedAt = performance.now();
    options?.onEnd?.();
  }
}
