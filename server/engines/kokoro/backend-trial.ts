/** Backends tried one after the other: at most one keeps the model loaded. */
import type { ChoiceOptions, Chosen } from './backend-choice.ts';
import type { Measured } from './backends-file.ts';
import {
  type Backend,
  type BackendId,
  type LoadedModel,
  LostError,
  ModelFileError,
  type Ran,
  RunError,
  SAMPLE_RATE,
} from './inference.ts';
import { compareSound, isSilent } from './self-test.ts';

/** There was nothing to compare with: says nothing of the backend. */
class UntestedError extends Error {
  override name = 'UntestedError';
}

export class Trial {
  readonly #options: ChoiceOptions;
  readonly #here: readonly Backend[];
  /** Those that failed in this trial. */
  readonly #out = new Map<BackendId, Error>();
  /** What the phrase sounds like, from a CPU. */
  #right: Float32Array | undefined;

  /** @param here every backend that may be used, in the order in which they are tried */
  constructor(options: ChoiceOptions, here: readonly Backend[]) {
    this.#options = options;
    this.#here = here;
  }

  /** @returns the fastest, loaded, after all were measured that were not; null when none works */
  async fastest(): Promise<Chosen | null> {
    let loaded: Chosen | null = null;
    for (;;) {
      const next = this.#next();
      if (!next || next.id === loaded?.backend) return loaded;
      if (loaded) await closed(loaded.model);
      loaded = await this.load(next);
    }
  }

  /** @returns it with the model, measured and tested; null when it does not work here */
  async load(backend: Backend): Promise<Chosen | null> {
    const { model: file, signal, measured, suspect } = this.#options;
    let model: LoadedModel | null = null;
    try {
      const factor = factorOf(measured[backend.id]);
      model = await backend.load(file, signal, factor);
      if (factor === null) await this.#measure(backend.id, model);
      else if (suspect.has(backend.id)) await this.#phrase(model);
      signal.throwIfAborted();
      return { backend: backend.id, model };
    } catch (error) {
      if (model) await closed(model);
      this.#failed(backend.id, error);
      return null;
    }
  }

  /** When the file is at fault and not the backends. */
  fileFault(): ModelFileError | null {
    const errors = [...this.#out.values()];
    const faults = errors.filter((error) => error instanceof ModelFileError);
    // A file that was run before is good; memory was short, say.
    const isKnown = Object.values(this.#options.measured).some((found) => factorOf(found) !== null);
    return faults.length === errors.length || !isKnown ? (faults[0] ?? null) : null;
  }

  /** Why none works, in words. */
  reasons(): string {
    return [...this.#out].map(([id, { message }]) => `${id}: ${message}`).join('; ');
  }

  /** Which to load next: one that was not measured, else the fastest. */
  #next(): Backend | undefined {
    const { measured } = this.#options;
    const left = this.#here.filter(({ id }) => !this.#out.has(id));
    const working = left.filter(({ id }) => !isFailed(measured[id]));
    // When nothing else works, what failed once may work again: a browser was being updated, say.
    if (working.length === 0) return left[0];
    if (working.length === 1) return working[0];
    const factor = ({ id }: Backend) => factorOf(measured[id]) ?? -1;
    return working.reduce((best, each) => (factor(each) < factor(best) ? each : best));
  }

  async #measure(id: BackendId, model: LoadedModel): Promise<void> {
    const { measured, log } = this.#options;
    // The first run prepares memory and compiles; it is no measure.
    await this.#phrase(model);
    const { samples, ms } = await this.#phrase(model);
    if (id === 'webgpu') {
      const wrong = compareSound(samples, (this.#right ??= await this.#reference()));
      if (wrong !== null) throw new Error(`it failed its test: ${wrong}`);
    } else this.#right ??= samples;
    const factor = Math.max(
      1e-4,
      Number((ms / 1000 / (samples.length / SAMPLE_RATE)).toPrecision(3)),
    );
    measured[id] = { factor };
    log(`kokoro backend ${id}: real-time factor ${factor}`);
  }

  /** @throws RunError when it cannot be heard */
  async #phrase(model: LoadedModel): Promise<Ran> {
    const { phrase, signal } = this.#options;
    const ran = await model.run(phrase, signal);
    if (isSilent(ran.samples)) throw new RunError('the model makes nothing but silence');
    return ran;
  }

  /** The phrase as a CPU makes it. */
  async #reference(): Promise<Float32Array> {
    const { model: file, signal, measured } = this.#options;
    const rank = ({ id }: Backend) => factorOf(measured[id]) ?? Number.POSITIVE_INFINITY;
    const processors = this.#here
      .filter(({ id }) => id !== 'webgpu' && !this.#out.has(id) && !isFailed(measured[id]))
      .sort((a, b) => rank(a) - rank(b));
    for (const backend of processors) {
      let model: LoadedModel | null = null;
      try {
        model = await backend.load(file, signal, factorOf(measured[backend.id]));
        return (await this.#phrase(model)).samples;
      } catch (error) {
        this.#failed(backend.id, error);
      } finally {
        if (model) await closed(model);
      }
    }
    throw new UntestedError('there is nothing to test it against');
  }

  #failed(id: BackendId, thrown: unknown): void {
    const { measured, signal, log } = this.#options;
    signal.throwIfAborted();
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#out.set(id, error);
    log(`kokoro backend ${id} does not work here: ${error.message}`);
    // Of one that worked before it is no news that lasts, and of a bad file none of the backend's.
    const isFleeting = error instanceof ModelFileError || error instanceof UntestedError;
    if (factorOf(measured[id]) !== null || isFleeting) return;
    measured[id] = {
      failed: error.message,
      ...(error instanceof LostError && { isLost: true as const }),
    };
  }
}

/** Null when it does not work, or is not known. */
export function factorOf(measured: Measured | undefined): number | null {
  return measured && 'factor' in measured ? measured.factor : null;
}

export function isFailed(measured: Measured | undefined): boolean {
  return measured !== undefined && 'failed' in measured;
}

/** One that cannot even be closed is not worth a failure. */
async function closed(model: LoadedModel): Promise<void> {
  await model.close().catch(() => undefined);
}
