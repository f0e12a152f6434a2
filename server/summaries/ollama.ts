/** A recap by ollama: the model is loaded first, then asked. */
import type { Clock } from '../runtime/clock.ts';
import { ollamaModelOf } from './commands.ts';
import { excerpt, longestForOllama } from './default-prompts.ts';
import { postToOllama } from './ollama-http.ts';
import { type OllamaTarget, SummaryError } from './port.ts';
import { unlessAborted, within } from './within.ts';

const defaultHost = 'http://localhost:11434';
const loadLimit = 120_000;
const chatLimit = 30_000;
const unloadLimit = 5_000;
const keepAlive = '30m';

export class Ollama {
  readonly #send: typeof fetch;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  /** By host and model. */
  readonly #loads = new Map<string, Promise<void>>();

  constructor({ send, clock }: { send: typeof fetch; clock: Clock }) {
    this.#send = send;
    this.#clock = clock;
  }

  /**
   * Ollama gives a load up when its client hangs up: so it is nobody's own, and goes on when whoever
   * asked for it does not wait any longer.
   */
  load(target: OllamaTarget): Promise<void> {
    const { host, model } = resolve(target);
    const key = `${host} ${model}`;
    const running = this.#loads.get(key);
    if (running) return running;
    const limit = this.#limit(loadLimit, 'Ollama did not load the model in 120 s');
    const load = within(limit, async (signal) => {
      const body = { keep_alive: keepAlive, stream: false };
      await postToOllama({ host, model, path: 'api/generate', body }, this.#send, signal);
    }).finally(() => this.#loads.delete(key));
    this.#loads.set(key, load);
    // Whoever only warms does not look at it.
    load.catch(() => {});
    return load;
  }

  /** @returns the answer as it came; of one that was cut off, its whole sentences */
  async ask(
    target: OllamaTarget,
    { prompt, text }: { prompt: string; text: string },
    signal: AbortSignal,
  ): Promise<string> {
    await unlessAborted(signal, this.load(target));
    const limit = this.#limit(chatLimit, 'Ollama did not answer in 30 s', signal);
    const answer = await within(limit, (signal) => {
      const body = {
        stream: false,
        think: false,
        keep_alive: keepAlive,
        options: { temperature: 0.2, num_predict: 96 },
        messages: [
          { role: 'system', content: prompt },
          { role: 'user', content: excerpt(text, longestForOllama) },
        ],
      };
      return postToOllama({ ...resolve(target), path: 'api/chat', body }, this.#send, signal);
    });
    const content = answer.message?.content;
    if (typeof content !== 'string')
      throw new SummaryError('failed', "Ollama's answer holds no text");
    return answer.done_reason === 'length' ? wholeSentences(content) : content;
  }

  unload(target: OllamaTarget): void {
    const { host, model } = resolve(target);
    within(this.#limit(unloadLimit, 'Ollama did not answer in 5 s'), (signal) => {
      const body = { keep_alive: 0, stream: false };
      return postToOllama({ host, model, path: 'api/generate', body }, this.#send, signal);
      // A model that stays leaves by itself later.
    }).catch(() => {});
  }

  close(): void {
    this.#closed.abort(new SummaryError('closed', 'the runtime is ending'));
  }

  #limit(ms: number, message: string, signal: AbortSignal = this.#closed.signal) {
    return { clock: this.#clock, ms, signal, late: () => new SummaryError('timeout', message) };
  }
}

function resolve({ host, model }: OllamaTarget): { host: string; model: string } {
  return { host: host ?? defaultHost, model: ollamaModelOf(model) };
}

function wholeSentences(text: string): string {
  const end = /^[\s\S]*[.!?…](?=["'”’)]*(?:\s|$))/.exec(text)?.[0];
  return end ?? text;
}
