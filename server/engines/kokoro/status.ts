/** What is told of Kokoro: whether it speaks, why not, how fast it is, what would make it faster. */
import type { EngineStatus } from '../port.ts';
import { whyMissing } from './backend-choice.ts';
import { factorOf } from './backend-trial.ts';
import type { Measurements } from './backends-file.ts';
import type { Backend, BackendId } from './inference.ts';
import type { HostState } from './model-host.ts';
import { tooSlow } from './plan.ts';
import type { ProvisionState } from './provision/provisioner.ts';

/** Below this native speed is no gain that one would hear. */
const FAST_ENOUGH = 0.4;

/** What people and programs are told of the backends. */
export interface BackendReport {
  backend: BackendId | null;
  measured: Measurements;
  /** Compute over sound of the last sentences; null before there were any. */
  factor: number | null;
  /** What would make it faster, in a sentence. */
  advice: string | null;
}

export interface Circumstances {
  host: HostState;
  provision: ProvisionState;
  backends: readonly Backend[];
  /** Why it cannot turn text into sounds, in words. */
  problem: string | null;
  /** Why it is slow, in words. */
  slowness: string | null;
  /** The engine that speaks meanwhile; null when it cannot. */
  fallback: string | null;
}

export function statusOf(circumstances: Circumstances): EngineStatus {
  const { host, slowness, fallback } = circumstances;
  const engine = 'kokoro';
  if (host.status === 'ready' || host.status === 'asleep') {
    return { engine, ready: true, status: 'ready', ...(slowness && { message: slowness }) };
  }
  return { engine, ready: false, ...unready(circumstances), ...(fallback && { fallback }) };
}

function unready({
  host,
  provision,
  backends,
  problem,
}: Circumstances): Pick<EngineStatus, 'status' | 'progress' | 'message'> {
  if (!isPossible(backends)) return { status: 'unavailable', message: whyMissing(backends) };
  if (provision.status === 'downloading') {
    const { done, total } = provision;
    return { status: 'downloading', progress: { done, total } };
  }
  if (provision.status === 'waiting') return { status: 'waiting', message: provision.message };
  if (problem !== null) return { status: 'waiting', message: problem };
  if (host.status === 'failed') return { status: 'waiting', message: host.message };
  return { status: 'loading' };
}

/** Whether a backend is there. */
export function isPossible(backends: readonly Backend[]): boolean {
  return backends.some((backend) => backend.missing() === null);
}

/**
 * What would make it faster; null when it is fast, or nothing would.
 * @param factor of the last sentences
 */
export function adviceFor(
  backends: readonly Backend[],
  backend: BackendId | null,
  measured: Measurements,
  factor: number | null,
): string | null {
  const native = backends.find(({ id }) => id === 'native');
  if (!native || native.missing() === null || backend === 'webgpu') return null;
  const now = factor ?? factorOf(measured.wasm);
  if (now === null || now < FAST_ENOUGH) return null;
  return 'npm run accelerate adds a native runtime that is 4 to 5 times faster.';
}

/** Whether Kokoro keeps up with speech; what is said of it stays the same until it changes. */
export class Slowness {
  #message: string | null = null;

  /** In words; null when it keeps up. */
  get message(): string | null {
    return this.#message;
  }

  /** @param factor compute over sound of the last sentences */
  look(factor: number | null, advice: string | null): void {
    if (factor === null || factor < tooSlow.until) this.#message = null;
    else if (factor > tooSlow.from) this.#message ??= inWords(factor, advice);
  }
}

function inWords(factor: number, advice: string | null): string {
  const fact = `Kokoro is too slow here: a second of speech takes ${factor.toPrecision(2)} s to make.`;
  return advice === null ? fact : `${fact} ${advice}`;
}
