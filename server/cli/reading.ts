/** Some items of ours, followed until the last of them ended. */
import type { Sonara, StreamEvents } from '../../shared/client/index.ts';

export class Reading {
  readonly #sonara: Sonara;
  readonly #events: AsyncIterableIterator<StreamEvents['state' | 'items' | 'log']>;
  readonly #canBeSaid: (text: string) => Promise<boolean>;
  /** Their texts, by item. */
  readonly #waiting = new Map<number, string>();
  readonly #started = new Set<number>();
  /** The item of ours that is being read now. */
  #current: number | null = null;
  interrupted = false;

  /** @param canBeSaid whether there is a word in a text; asked only of one that never began */
  constructor(sonara: Sonara, canBeSaid: (text: string) => Promise<boolean>) {
    this.#sonara = sonara;
    this.#canBeSaid = canBeSaid;
    this.#events = sonara.events(['state', 'items', 'log']);
  }

  async add(text: string, style: { voice?: string | undefined; rate?: number | undefined }) {
    const { item_id } = await this.#sonara.speak(text, {
      ...(style.voice !== undefined && { voice: style.voice }),
      ...(style.rate !== undefined && { rate: style.rate }),
    });
    this.#waiting.set(item_id, text);
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
      } else if (event.event === 'item') {
        const { item_id: item, phase } = event;
        const text = this.#waiting.get(item);
        if (text === undefined) continue;
        if (phase === 'started') {
          this.#started.add(item);
          continue;
        }
        this.#waiting.delete(item);
        if (phase !== 'finished') code = 1;
        if (!this.interrupted) await this.#complain(item, phase, { text, problem });
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

  async #complain(
    item: number,
    phase: 'finished' | 'skipped' | 'failed',
    { text, problem }: { text: string; problem: string },
  ): Promise<void> {
    if (phase === 'failed') console.error(`sonara: it could not be spoken: ${problem}`);
    if (phase !== 'skipped') return;
    const isCut = this.#started.has(item) || (await this.#canBeSaid(text));
    console.error(
      isCut ? 'sonara: it was not read to its end' : 'sonara: there is nothing in it to say',
    );
  }
}
