/**
 * The output `device`: sounds through a hidden page, and goes on in silence while there is none.
 * A page comes up, dies and is replaced here; `lost` tells the runtime to begin its plays again.
 * One that has had nothing to sound for long is closed, and comes back when it is needed.
 */
import type { AudioPart } from '../engines/port.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  MissingError,
  createHiddenPage,
  type HiddenPage,
  type HiddenPageOptions,
} from '../page-link/hidden-page.ts';
import type { PageLink } from '../page-link/page-link.ts';
import { HeldClips } from './held-clips.ts';
import { PageOutput } from './page-output.ts';
import type {
  Clip,
  ClipOptions,
  Output,
  OutputEvents,
  OutputStatus,
  Play,
  Sounded,
} from './port.ts';

/** A page that lived this long did not fail at its start. */
const STABLE_MS = 10_000;
const LONGEST_DELAY_MS = 30_000;
/** How long after a failure it is tried again while what is to be heard waits, by failures in a row. */
const PAGE_HOLDS_MS = [0, 500, 1000, 2000];
const START_HOLDS_MS = [0];
/** While silent, speech that begins asks for sound again, but not more often than this. */
const RETRY_MS = 5_000;
/** After the first sample the sound server knows our stream within a few ms; a slow one twice asked. */
const HEARD_AFTER_MS = [300, 700];
const HEARD_AGAIN_MS = 30_000;
const UNHEARD_PAGES = 2;

export interface DeviceParts {
  clock: Clock;
  hiddenPage: HiddenPage;
  /** An output that keeps real time without sound. */
  silent(): Output;
  /** How long a page may have nothing to sound before it is closed, ms; null: for ever. */
  idleMs: number | null;
}

export function createDeviceOutput(
  options: HiddenPageOptions & Omit<DeviceParts, 'hiddenPage'>,
): DeviceOutput {
  return new DeviceOutput({ ...options, hiddenPage: createHiddenPage(options) });
}

export class DeviceOutput implements Output {
  readonly #parts: DeviceParts;
  #events: OutputEvents | null = null;
  /** What plays go to; null while a page is being started and nothing stands in for it. */
  #inner: Output | null = null;
  #link: PageLink | null = null;
  /** Begun, not ended, not cut: what a `lost` is for. */
  #live = new Set<Play>();
  #paused = false;
  #muted = false;
  #percent = 100;
  #loudness: number | null = null;
  #liveRate: number | null = null;
  readonly #clips = new HeldClips(() => this.#watchIdle());
  #idleMs: number | null;
  #disarmIdle: (() => void) | null = null;
  /** Closed for want of anything to sound; until another page is there, or has failed. */
  #resting = false;

  #problem: string | null = 'The hidden browser that sounds speech is starting.';
  #starting: Promise<void> | null = null;
  #lastTry = -Infinity;
  #upSince = 0;
  /** Pages in a row that failed before they were stable. */
  #failures = 0;
  #disarmRetry: (() => void) | null = null;
  #disarmHeard: (() => void) | null = null;
  #lastHeard = -Infinity;
  #everHeard = false;
  /** Pages started again because they were not heard, while none ever was. */
  #unheardPages = 0;
  /** Pages that are being ended. */
  #leaving = new Set<Promise<void>>();
  #closed = false;

  constructor(parts: DeviceParts) {
    this.#parts = parts;
    this.#idleMs = parts.idleMs;
  }

  open(events: OutputEvents): void {
    this.#events = events;
    this.#start();
  }

  begin(play: Play, sounded: Sounded): void {
    this.#live.add(play);
    this.#wake();
    this.#inner?.begin(play, sounded);
    const silent = this.#inner !== null && this.#link === null;
    if (silent && this.#parts.clock.now() - this.#lastTry > RETRY_MS) this.#start();
  }

  write(play: Play, part: AudioPart): void {
    this.#inner?.write(play, part);
  }

  end(play: Play): void {
    this.#inner?.end(play);
  }

  cut(play: Play): void {
    if (!this.#live.has(play)) return;
    for (const other of this.#live) if (other >= play) this.#live.delete(other);
    this.#inner?.cut(play);
    this.#watchIdle();
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.#inner?.pause(paused);
  }

  mute(muted: boolean): void {
    this.#muted = muted;
    this.#inner?.mute(muted);
  }

  volume(percent: number): void {
    this.#percent = percent;
    this.#inner?.volume(percent);
  }

  loudness(target: number | null): void {
    this.#loudness = target;
    this.#inner?.loudness(target);
  }

  liveRate(rate: number | null): void {
    this.#liveRate = rate;
    this.#inner?.liveRate(rate);
  }

  /** While a page is being started the clip waits for it, as plays do. */
  clip(samples: Float32Array, sampleRate: number, options: ClipOptions = {}): Clip {
    const clip = this.#clips.add(this.#inner, samples, sampleRate, options);
    this.#wake();
    return clip;
  }

  stopClip(clip: Clip): void {
    this.#clips.stop(this.#inner, clip);
  }

  warm(): void {
    this.#wake();
  }

  /** @param ms as `idleMs`, from now on */
  setIdle(ms: number | null): void {
    this.#idleMs = ms;
    this.#watchIdle();
  }

  status(): OutputStatus {
    const resting = this.#resting && { resting: true };
    if (this.#problem === null) return { kind: 'device', audible: true, ...resting };
    const starting = this.#inner === null && !this.#resting && { starting: true };
    return { kind: 'device', audible: false, ...starting, ...resting, message: this.#problem };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#clips.clear();
    this.#disarmRetry?.();
    this.#disarmHeard?.();
    this.#disarmIdle?.();
    this.#link = null;
    await this.#inner?.close();
    this.#inner = null;
    await this.#starting;
    await Promise.all(this.#leaving);
  }

  #start(): void {
    if (this.#starting || this.#link || this.#closed) return;
    this.#disarmRetry?.();
    this.#lastTry = this.#parts.clock.now();
    this.#starting = this.#parts.hiddenPage.start().then(
      (link) => {
        this.#starting = null;
        if (this.#closed) return link.close();
        return this.#sound(link);
      },
      (error: unknown) => {
        this.#starting = null;
        this.#startFailed(error);
      },
    );
  }

  #sound(link: PageLink): void {
    const page = new PageOutput(link, this.#parts.clock);
    this.#link = link;
    this.#upSince = this.#parts.clock.now();
    this.#problem = null;
    this.#resting = false;
    this.#lastHeard = -Infinity;
    this.#replace(page, 'Sound is ready.');
    link.onDown((why) => this.#pageFailed(page, why));
    this.#watchIdle();
  }

  /** What is to be sounded, or soon will be, keeps the page or brings it back. */
  #wake(): void {
    if (this.#resting) this.#start();
    else this.#watchIdle();
  }

  /** Counts from now, when there is nothing to sound. A paused play is still to be sounded. */
  #watchIdle(): void {
    this.#disarmIdle?.();
    this.#disarmIdle = null;
    const busy = this.#live.size > 0 || this.#clips.size > 0;
    if (this.#link === null || this.#idleMs === null || busy || this.#closed) return;
    const { clock } = this.#parts;
    this.#disarmIdle = clock.at(clock.now() + this.#idleMs, () => this.#rest());
  }

  #rest(): void {
    const link = this.#link;
    if (link === null) return;
    this.#disarmHeard?.();
    this.#link = null;
    this.#inner = null;
    this.#resting = true;
    this.#failures = 0;
    this.#leave(link.close());
    this.#events?.notice('Nothing was to be heard for long: the hidden browser rests.');
  }

  /** Makes `next` the output in force and has the plays begun again on it. */
  #replace(next: Output, notice: string): void {
    const before = this.#inner;
    this.#inner = next;
    if (before) this.#leave(before.close());
    next.open({
      started: (play) => {
        if (this.#inner !== next) return;
        this.#events?.started(play);
        this.#listen();
      },
      ended: (play) => {
        if (this.#inner !== next) return;
        this.#live.delete(play);
        this.#events?.ended(play);
        this.#watchIdle();
      },
      lost: () => this.#pageFailed(next, 'The sound output stopped.'),
      notice: (message) => {
        if (this.#inner === next) this.#events?.notice(message);
      },
    });
    next.volume(this.#percent);
    next.mute(this.#muted);
    next.pause(this.#paused);
    next.loudness(this.#loudness);
    next.liveRate(this.#liveRate);
    this.#events?.notice(notice);
    this.#clips.endSounding();
    this.#clips.startWaiting(next);
    if (this.#live.size === 0) return;
    this.#live.clear();
    this.#events?.lost();
  }

  #pageFailed(page: Output, why: string): void {
    const link = this.#link;
    if (this.#inner !== page || link === null || this.#closed) return;
    this.#link = null;
    this.#inner = null;
    this.#clips.endSounding();
    this.#disarmHeard?.();
    this.#disarmIdle?.();
    // Not the output's own close: nothing of it is to be heard any more.
    this.#leave(link.close());
    if (this.#parts.clock.now() - this.#upSince >= STABLE_MS) this.#failures = 0;
    this.#again(why, PAGE_HOLDS_MS);
  }

  #startFailed(error: unknown): void {
    if (this.#closed) return;
    this.#resting = false;
    const why = error instanceof Error ? error.message : String(error);
    // Speech that begins asks again; till then nothing changes by itself.
    if (error instanceof MissingError) this.#fallSilent(why);
    else this.#again(why, START_HOLDS_MS);
  }

  /**
   * At once the first time. A page that was up is then started a little later, while what is to be
   * heard waits; after that, and for one that does not start at all, 1, 2, 4 … 30 s later, in silence
   * meanwhile, so that nobody waits for a page that does not come back.
   */
  #again(why: string, holds: readonly number[]): void {
    const { clock } = this.#parts;
    const failures = this.#failures++;
    const hold = holds[failures];
    const delay = hold ?? Math.min(LONGEST_DELAY_MS, 1000 * 2 ** (failures - holds.length));
    this.#lastTry = clock.now();
    this.#disarmRetry?.();
    if (delay > 0) this.#disarmRetry = clock.at(clock.now() + delay, () => this.#start());
    if (hold === undefined) {
      this.#fallSilent(
        `${why} Speech is silent until it works again; it is tried again and again.`,
      );
    } else {
      this.#problem = `${why} It is being started again.`;
      this.#events?.notice(this.#problem);
    }
    if (delay === 0) this.#start();
  }

  #fallSilent(message: string): void {
    const news = this.#problem !== message;
    this.#problem = message;
    if (this.#inner === null) this.#replace(this.#parts.silent(), message);
    else if (news) this.#events?.notice(message);
  }

  /** A context runs without a device too: only the sound server knows whether it has our stream. */
  #listen(): void {
    const { clock } = this.#parts;
    if (this.#link === null || clock.now() - this.#lastHeard < HEARD_AGAIN_MS) return;
    this.#lastHeard = clock.now();
    this.#listenAfter(this.#link, 0);
  }

  #listenAfter(link: PageLink, attempt: number): void {
    const { clock, hiddenPage } = this.#parts;
    const delay = HEARD_AFTER_MS[attempt];
    if (delay === undefined) return this.#unheard();
    this.#disarmHeard = clock.at(clock.now() + delay, () => {
      void hiddenPage.heard().then((heard) => {
        if (this.#link !== link || this.#closed) return;
        if (heard === false) this.#listenAfter(link, attempt + 1);
        else this.#heard(heard);
      });
    });
  }

  #heard(known: boolean | null): void {
    if (known === true) this.#everHeard = true;
    if (this.#problem === null) return;
    this.#problem = null;
    this.#events?.notice('Sound reaches the device again.');
  }

  #unheard(): void {
    // A browser that was started while the server was away plays to nobody until it is started again.
    // Where no page was ever heard, it may be that our stream is just not recognised.
    const worthIt = this.#everHeard || this.#unheardPages++ < UNHEARD_PAGES;
    if (worthIt && this.#inner) {
      return this.#pageFailed(this.#inner, 'The sound server has no stream of ours.');
    }
    // Asked again with the next speech that is 5 s away.
    this.#lastHeard = this.#parts.clock.now() - HEARD_AGAIN_MS + RETRY_MS;
    this.#problem =
      'The browser plays, but the sound server has no stream of it: check the sound settings.';
    this.#events?.notice(this.#problem);
  }

  #leave(done: Promise<void>): void {
    const leaving = done.catch(() => undefined).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }
}
