/** Kokoro in a child process with onnxruntime-node, where `npm run accelerate` has installed it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forkModule, type ForkedModule } from '../../platform/process.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Backend, type LoadedModel, LostError, ModelFileError } from './inference.ts';
import type { FromNative, ToNative } from './native-messages.ts';
import { RemoteModel } from './remote-model.ts';

const LOAD_MS = 120_000;

export interface NativeBackendOptions {
  /** The folder of onnxruntime-node; null when it is not installed. */
  folder: string | null;
  /** The folder that holds the built `kokoro-child.cjs`. */
  dist: string;
  clock: Clock;
  threads: number;
  /** Default: really forks. */
  fork?: typeof forkModule;
}

/**
 * Where `npm run accelerate` puts onnxruntime-node.
 * @param dist the folder of the built programs
 */
export function findNative(dist: string, env: NodeJS.ProcessEnv): string | null {
  const place = env.SONARA_NATIVE ?? join(dist, '../native');
  const folder = resolve(place, 'node_modules/onnxruntime-node');
  return existsSync(join(folder, 'package.json')) ? folder : null;
}

/** onnxruntime-node would report how it is used to its makers; nothing leaves this machine. */
const silent = { ORT_DISABLE_TELEMETRY: '1' };

export function createNativeBackend(options: NativeBackendOptions): Backend {
  const { folder, dist, clock, threads, fork = forkModule } = options;
  return {
    id: 'native',
    missing: () => (folder === null ? 'It is not installed: npm run accelerate adds it.' : null),
    async load(model, signal, factor) {
      signal?.throwIfAborted();
      if (folder === null) throw new Error('onnxruntime-node is not installed');
      const child = fork(join(dist, 'kokoro-child.cjs'), [folder], silent);
      try {
        await loaded(child, { type: 'load', model, threads }, clock, signal);
      } catch (error) {
        child.kill();
        throw error;
      }
      return remote(child, clock, factor);
    },
  };
}

function loaded(
  child: ForkedModule,
  load: ToNative,
  clock: Clock,
  signal?: AbortSignal,
): Promise<void> {
  let onAbort = (): void => {};
  let disarm = (): void => {};
  return new Promise<void>((resolve, reject) => {
    const late = (): void => reject(new Error('The model was not loaded in two minutes.'));
    disarm = clock.at(clock.now() + LOAD_MS, late);
    onAbort = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.onExit((why) => reject(new LostError(`the native backend ended at its start (${why})`)));
    child.onMessage((data) => {
      const message = data as FromNative;
      if (message.type === 'loaded') resolve();
      if (message.type !== 'unusable') return;
      const Kind = message.fault === 'model' ? ModelFileError : Error;
      reject(new Kind(message.reason));
    });
    child.send(load);
  }).finally(() => {
    disarm();
    signal?.removeEventListener('abort', onAbort);
  });
}

function remote(child: ForkedModule, clock: Clock, factor?: number | null): LoadedModel {
  const model = new RemoteModel(
    {
      send: (run) => child.send({ type: 'run', ...run } satisfies ToNative),
      close: async () => child.kill(),
    },
    clock,
    factor,
  );
  child.onMessage((data) => {
    const message = data as FromNative;
    if (message.type === 'result') model.result(message.id, message.samples, message.ms);
    else if (message.type === 'failed') model.failed(message.id, message.reason);
  });
  child.onExit((why) => model.gone(`the native backend ended (${why})`));
  return model;
}
