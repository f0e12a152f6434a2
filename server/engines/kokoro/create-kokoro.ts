/** Kokoro as this machine can run it: its files in the home, its backends, its voices. */
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { kokoro } from '../../../models/manifest.ts';
import type { BrowserHost } from '../../page-link/browser-host.ts';
import { createSynthPage } from '../../page-link/synth-page.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Engine } from '../port.ts';
import type { BackendWish } from './backend-choice.ts';
import { openBackendsFile } from './backends-file.ts';
import type { Backend } from './inference.ts';
import { KokoroEngine, type Pronouncer } from './kokoro-engine.ts';
import { createNativeBackend, findNative } from './native-backend.ts';
import { createPageBackend } from './page-backend.ts';
import { createProvisioner } from './provision/provisioner.ts';
import { openVoices } from './voices-file.ts';

export interface CreateKokoroOptions {
  home: string;
  /** The folder of the built programs. */
  dist: string;
  host: BrowserHost;
  fallback: Engine;
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** Of this runtime: what was measured by another one is measured again. */
  version: string;
  wish: BackendWish;
  idleMs: number | null;
  /** Whether the mixer may stretch what the model would speak badly. Default false. */
  stretches?: boolean;
  pronouncer(): Promise<Pronouncer>;
  log(line: string): void;
  /** For benches: looks at every backend on its way in. */
  watch?(backend: Backend): Backend;
}

/** More threads than cores are slower; more than eight hardly help a model of this size. */
const mostThreads = { wasm: 4, native: 8 };

export function createKokoro(options: CreateKokoroOptions): KokoroEngine {
  const {
    home,
    env,
    clock,
    fallback,
    version,
    wish,
    idleMs,
    stretches = false,
    pronouncer,
    log,
  } = options;
  return new KokoroEngine({
    provisioner: createProvisioner({
      folder: join(home, 'models', kokoro.id, kokoro.version),
      model: kokoro,
      env,
      clock,
      log,
    }),
    backends: backendsOf(options).map((backend) => options.watch?.(backend) ?? backend),
    file: openBackendsFile(join(home, 'backends.json')),
    fallback,
    clock,
    wish,
    idleMs,
    stretches,
    pronouncer,
    log,
    openVoices: ({ model, voices }) => openVoices(voices, voicesBeside(model, options.dist)),
    keyOf(model) {
      const { size, mtimeMs } = statSync(model);
      const processor = cpus()[0]?.model ?? 'unknown';
      return [version, size, Math.round(mtimeMs), processor, availableParallelism()].join(' ');
    },
  });
}

function backendsOf({ dist, host, clock, env }: CreateKokoroOptions): Backend[] {
  const cores = availableParallelism();
  const page = createSynthPage({ page: join(dist, 'page'), host });
  const threads = Math.min(cores, mostThreads.wasm);
  return [
    createPageBackend({ id: 'webgpu', page, clock, threads }),
    createPageBackend({ id: 'wasm', page, clock, threads }),
    createNativeBackend({
      folder: findNative(dist, env),
      dist,
      clock,
      threads: Math.min(cores, mostThreads.native),
    }),
  ];
}

/** Voices laid in with an export, else those of kokoro-js where it is installed. */
function voicesBeside(model: string, dist: string): string | null {
  const folders = [join(dirname(model), 'voices'), join(dirname(model), '../voices')];
  const beside = folders.find((folder) => existsSync(folder));
  if (beside !== undefined) return beside;
  try {
    const kokoroJs = createRequire(join(dist, 'sonarad.cjs')).resolve('kokoro-js');
    return join(dirname(kokoroJs), '../voices');
  } catch {
    return null;
  }
}
