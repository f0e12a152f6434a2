/**
 * The output over a hidden page that is up. It does not outlive its link: `lost` means that this
 * page cannot sound any more (see `device-output.ts`).
 */
import type { AudioPart } from '../engines/port.ts';
import type { FromPage } from '../../shared/audio/link.ts';
import type { PageLink } from '../page-link/page-link.ts';
import type { Output, OutputEvents, OutputStatus, Play } from './port.ts';

/** Between the worklet and the loudspeaker lie up to 45 ms of sound that was taken. */
const TAIL_MS = 80;

export class PageOutput implements Output {
  readonly #link: PageLink;
  #events: OutputEvents | null = null;
  /** Begun, not reported as ended, not cut. */
  #live = new Set<Play>();
  #muted = false;
  #percent = 100;
  #paused = false;
  /** When the last play ended, on `performance.now()`'s scale. */
  #endedAt = -Infinity;

  constructor(link: PageLink) {
    this.#link = link;
  }

  open(events: OutputEvents): void {
    this.#events = events;
    this.#link.onMessage((message) => this.#take(message));
  }

  begin(play: Play): void {
    this.#live.add(play);
    this.#link.send({ type: 'begin', play });
  }

  write(play: Play, part: AudioPart): void {
    if (this.#live.has(play)) this.#link.send({ type: 'write', play, ...part });
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

  status(): OutputStatus {
    return { kind: 'device', audible: true };
  }

  async close(): Promise<void> {
    this.#events = null;
    const quietFor = performance.now() - this.#endedAt;
    const wait = this.#live.size > 0 && !this.#paused ? TAIL_MS : TAIL_MS - quietFor;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await this.#link.close();
  }

  #gain(): void {
    this.#link.send({ type: 'gain', gain: this.#muted ? 0 : this.#percent / 100 });
  }

  #take(message: FromPage): void {
    switch (message.type) {
      case 'started':
        if (this.#live.has(message.play)) this.#events?.started(message.play);
        return;
      case 'ended':
        if (!this.#live.delete(message.play)) return;
        this.#endedAt = performance.now();
        this.#events?.ended(message.play);
        return;
      case 'stalled':
      case 'failed':
        this.#events?.notice(message.reason);
        this.#events?.lost();
        return;
      case 'ready':
        return;
    }
  }
}
