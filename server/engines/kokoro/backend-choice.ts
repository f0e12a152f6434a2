/** Which backend runs the model: the one that was measured to be the fastest here. */
import type { Measurements } from './backends-file.ts';
import { type Backend, type BackendId, type LoadedModel, type Run } from './inference.ts';
import { factorOf, isFailed, Trial } from './backend-trial.ts';

export type BackendWish = 'auto' | BackendId;

export interface Chosen {
  backend: BackendId;
  model: LoadedModel;
}

export interface ChoiceOptions {
  /** All there are; those that are missing here are left out. */
  backends: readonly Backend[];
  wish: BackendWish;
  /** What is known of them; what is found out is put into it. */
  measured: Measurements;
  /** Backends that failed a short while ago, and are not tried. */
  shunned: ReadonlySet<BackendId>;
  /** Backends that got stuck: they must make the phrase once more before they are used. */
  suspect: ReadonlySet<BackendId>;
  model: string;
  /** The phrase that is measured, of 2 to 3 s. */
  phrase: Run;
  /** For people; never what was spoken. */
  log(line: string): void;
  signal: AbortSignal;
}

/** No backend can run here, in words. */
export class NoBackendError extends Error {
  override name = 'NoBackendError';
}

/** The likely fastest last: it then stays loaded. A graphics card is tested against the CPU before it. */
const order: readonly BackendId[] = ['wasm', 'native', 'webgpu'];

/**
 * Loads the model with the backend that is wished for, or the fastest; with the fastest too where the
 * wish cannot be fulfilled. What was not measured yet is measured now, once: every backend loads the
 * model and speaks a phrase.
 * @throws ModelFileError when the file is at fault; NoBackendError; the signal's reason when aborted
 */
export async function chooseBackend(options: ChoiceOptions): Promise<Chosen> {
  const { backends, wish, shunned, log } = options;
  const here = order
    .map((id) => backends.find((backend) => backend.id === id))
    .filter((backend) => backend !== undefined)
    .filter((backend) => backend.missing() === null && !shunned.has(backend.id));
  if (here.length === 0) throw new NoBackendError(whyNone(backends));
  const trial = new Trial(options, here);
  if (wish !== 'auto') {
    const wished = here.find((backend) => backend.id === wish);
    const chosen = wished && (await trial.load(wished));
    if (chosen) return chosen;
    const why = backends.find((backend) => backend.id === wish)?.missing() ?? 'It failed just now.';
    log(`kokoro_backend ${wish} is not used: ${why}`);
  }
  const chosen = await trial.fastest();
  if (chosen) return chosen;
  throw (
    trial.fileFault() ??
    new NoBackendError(`Kokoro's model cannot be run here (${trial.reasons()}).`)
  );
}

/**
 * What `chooseBackend` comes to by what is known already. A backend that is wished for and here is it,
 * also where it failed a short while ago.
 * @returns null where it has to be found out
 */
export function knownChoice({
  backends,
  wish,
  measured,
  shunned,
}: Pick<ChoiceOptions, 'backends' | 'wish' | 'measured' | 'shunned'>): BackendId | null {
  const here = backends.filter((backend) => backend.missing() === null).map(({ id }) => id);
  if (wish !== 'auto' && here.includes(wish)) return wish;
  const working = here.filter((id) => !shunned.has(id) && !isFailed(measured[id]));
  if (working.length === 1) return working[0]!;
  const factors = working.map((id) => factorOf(measured[id]));
  if (factors.includes(null)) return null;
  return working.reduce<BackendId | null>(
    (best, id) =>
      best === null || factorOf(measured[id])! < factorOf(measured[best])! ? id : best,
    null,
  );
}

function whyNone(backends: readonly Backend[]): string {
  if (backends.some((backend) => backend.missing() === null)) {
    return "What runs Kokoro's model ended again and again.";
  }
  return whyMissing(backends);
}

/** Why no backend is there, in words for people. A graphics card is not what lacks. */
export function whyMissing(backends: readonly Backend[]): string {
  const wasm = backends.find(({ id }) => id === 'wasm');
  return wasm?.missing() ?? 'Kokoro has nothing to run its model with.';
}
