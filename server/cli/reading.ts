/** Some items of ours, followed until the last of them ended. */
import type { Sonara, StreamEvents } from '../../shared/client/index.ts';

export class Reading {
  readonly #sonara: Sonara;
  readonly #events: AsyncIterableIterator<StreamEvents['state' | 'items' | 'log']>;
  readonly #waiting = new Set<number>();
  /** The item of ours that is being read now. */
  #current: number | null = null;
  interrupted = false;

  constructor(sonara: Sonara) {
    this.#sonara = sonara;
    this.#events = sonara.events(['state', 'items', 'log']);
  }

  async add(text: string, style: { voice?: string | undefined; rate?: number | undefined }) {
    const { item_id } = await this.#sonara.speak(text, {
      ...(style.voice !== undefined && { voice: style.voice }),
      ...(style.rate !== undefined && { rate: style.rate }),
    });
    this.#waiting.add(item_id);
  }

  /**
   * @param show called with each sentence when it begins
   * @returns 0 when every item was read to its end, else 1
   */
  async follow(show: (sentence: string) => void): Promise<number> {
    let code = 0;
    let shown = '';
    let paused = false;
    let problem = '';
    for await (const event of this.#events) {
      if (event.event === 'state') {
        const now = event.now_playing;
        const ours = now !== null && this.#waiting.has(now.item_id);
        this.#current = ours ? now.item_id : null;
        if (ours && shown !== `${now.item_id}:${now.chunk}`) {
          shown = `${now.item_id}:${now.chunk}`;
          show(now.text);
        }
        if (event.paused && !paused) {
          console.error('sonara: reading is paused; "sonara play" goes on');
        }
        paused = event.paused;
        if (ours && this.interrupted) await this.#skip();
      } else if (event.event === 'log') {
        problem = event.message;
      } else if (
        event.event === 'item' &&
        event.phase !== 'started' &&
        this.#waiting.delete(event.item_id)
      ) {
        if (event.phase !== 'finished') code = 1;
        if (!this.interrupted) complain(event.phase, problem);
        if (this.#waiting.size === 0) return code;
      }
    }
    throw new Error('the runtime ended before the text was read');
  }

  /**
   * Ends the item of ours that is being read, and those of ours after it.
   * @returns false when none of ours is being read: what waits behind others is left
   */
  async interrupt(): Promise<boolean> {
    this.interrupted = true;
    if (this.#current === null) return false;
    await this.#skip();
    return true;
  }

  async #skip(): Promise<void> {
    this.#current = null;
    await this.#sonara.control('skip');
  }
}

function complain(phase: 'finished' | 'skipped' | 'failed', problem: string): void {
  if (phase === 'skipped') console.error('sonara: it was not read to its end');
  if (phase === 'failed') console.error(`sonara: it could not be spoken: ${problem}`);
}
