/** The Kokoro engine on a stand-in model (never Kokoro's weights), for benches. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeStandIn } from '../../models/stand-in/folder.mjs';
import { createFakeEngine } from '../../server/engines/fake/fake-engine.ts';
import type { BackendWish } from '../../server/engines/kokoro/backend-choice.ts';
import { createKokoro } from '../../server/engines/kokoro/create-kokoro.ts';
import type { Backend } from '../../server/engines/kokoro/inference.ts';
import type { KokoroEngine } from '../../server/engines/kokoro/kokoro-engine.ts';
import { BrowserHost } from '../../server/page-link/browser-host.ts';
import { createPhonemizer, tokenize } from '../../server/phonemes/index.ts';
import { realClock } from '../../server/runtime/clock.ts';

export const dist = join(process.cwd(), 'dist');

/** The native runtime: that of `npm run accelerate`, else the one of the tests and benches. */
function nativeFolder(): string {
  const folders = [join(process.cwd(), 'native'), join(process.cwd(), '.cache/native')];
  return folders.find((folder) => existsSync(join(folder, 'node_modules'))) ?? folders[1]!;
}

/** A folder with the stand-in, made once. */
export async function standIn(kind: 'small' | 'large'): Promise<string> {
  const folder = join(process.cwd(), '.cache/stand-in', kind);
  if (!existsSync(join(folder, 'manifest.json'))) {
    mkdirSync(folder, { recursive: true });
    await writeStandIn(kind, folder);
  }
  return folder;
}

export interface BenchEngine {
  engine: KokoroEngine;
  host: BrowserHost;
  home: string;
  /** What the model's own runs have taken so far, ms. */
  ran(): number;
  close(): Promise<void>;
}

/** A Kokoro engine that is ready. */
export async function openKokoro(kind: 'small' | 'large', wish: BackendWish): Promise<BenchEngine> {
  const home = mkdtempSync(join(tmpdir(), 'sonara-bench-'));
  const source = await standIn(kind);
  const folder = join(home, 'models/kokoro/v1.0');
  mkdirSync(folder, { recursive: true });
  for (const name of ['kokoro-v1.0.onnx', 'voices-v1.0.bin']) {
    symlinkSync(join(source, name), join(folder, name));
  }
  const host = new BrowserHost({
    playwright: join(dist, 'playwright'),
    profile: join(home, 'browser'),
  });
  let ms = 0;
  const phonemizer = createPhonemizer(readFileSync(join(dist, 'lexicon.bin')));
  const engine = createKokoro({
    home,
    dist,
    host,
    fallback: createFakeEngine(),
    clock: realClock,
    env: {
      // Only says which sizes and hashes are right: nothing is downloaded.
      SONARA_MODEL_BASE_URL: 'http://127.0.0.1:9',
      SONARA_MODEL_MANIFEST: join(source, 'manifest.json'),
      SONARA_NATIVE: nativeFolder(),
    },
    version: 'bench',
    wish,
    idleMs: null,
    pronouncer: async () => ({ phonemize: phonemizer.phonemize, tokenize }),
    log: () => {},
    watch: (backend) => counting(backend, (took) => (ms += took)),
  });
  // What the engine starts keeps no process alive; a runtime has its sockets for that.
  const alive = setInterval(() => {}, 1000);
  engine.warm();
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      const { ready, status, message } = engine.status();
      if (ready) resolve();
      if (status === 'waiting') reject(new Error(message));
    };
    engine.onStatus(look);
    look();
  });
  return {
    engine,
    host,
    home,
    ran: () => ms,
    async close() {
      clearInterval(alive);
      await engine.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The same backend, with what its runs take told. */
function counting(backend: Backend, took: (ms: number) => void): Backend {
  return {
    id: backend.id,
    missing: () => backend.missing(),
    async load(file, signal) {
      const model = await backend.load(file, signal);
      return {
        async run(run, ended) {
          const ran = await model.run(run, ended);
          took(ran.ms);
          return ran;
        },
        onLost: (listener) => model.onLost(listener),
        close: () => model.close(),
      };
    },
  };
}

/** Everything a text becomes. `first` and `all`: ms from the call to the first part and to the end. */
export async function synthesize(
  engine: KokoroEngine,
  text: string,
  ahead: () => number = () => 0,
): Promise<{ first: number; all: number; seconds: number; parts: number }> {
  const began = performance.now();
  let first = Number.NaN;
  let seconds = 0;
  let parts = 0;
  const request = { text, voice: null, rate: 200, ahead };
  for await (const part of engine.synthesize(request, new AbortController().signal)) {
    if (parts === 0) first = performance.now() - began;
    parts += 1;
    seconds += part.samples.length / part.sampleRate;
  }
  return { first, all: performance.now() - began, seconds, parts };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
