/** The worker that synthesizes: one model, one run at a time, in the order they were asked for. */
import {
  decodeToSynth,
  encodeResult,
  type FromSynth,
  type RunRequest,
  type ToSynth,
} from '../../shared/synth/messages.ts';
import { mostSamples, tooMuchSound } from '../../shared/synth/limits.ts';
import { ModelError, openSession, type Session } from './session.ts';

declare const self: DedicatedWorkerGlobalScope;

class Synth {
  readonly #socket: WebSocket;
  #session: Session | null = null;
  /** Everything runs one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.#tell({ type: 'ready' }));
    this.#socket.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => {
      const message = decodeToSynth(event.data);
      this.#last = this.#last.then(() => this.#apply(message));
    });
  }

  #tell(message: Exclude<FromSynth, { type: 'result' }>): void {
    this.#socket.send(JSON.stringify(message));
  }

  async #apply(message: ToSynth): Promise<void> {
    if (message.type === 'load') await this.#load(message);
    else await this.#run(message.run);
  }

  async #load({ model, backend, threads }: Extract<ToSynth, { type: 'load' }>): Promise<void> {
    try {
      const response = await fetch(model);
      if (!response.ok) throw new Error(`the model file cannot be read (${response.status})`);
      this.#session = await openSession(await response.arrayBuffer(), backend, threads);
      this.#tell({ type: 'loaded' });
    } catch (error) {
      const fault = error instanceof ModelError ? 'model' : 'backend';
      this.#tell({ type: 'unusable', reason: messageOf(error), fault });
    }
  }

  async #run(run: RunRequest): Promise<void> {
    try {
      if (!this.#session) throw new Error('no model is loaded');
      const started = performance.now();
      const samples = await this.#session.run(run);
      if (samples.length > mostSamples(run.tokens.length, run.speed)) throw new Error(tooMuchSound);
      this.#socket.send(encodeResult({ id: run.id, samples, ms: performance.now() - started }));
    } catch (error) {
      this.#tell({ type: 'failed', id: run.id, reason: messageOf(error) });
    }
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]!.slice(0, 300);
}

self.addEventListener('message', (event: MessageEvent<string>) => new Synth(event.data), {
  once: true,
});
