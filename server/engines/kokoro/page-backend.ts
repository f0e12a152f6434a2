/** Kokoro in a hidden page: onnxruntime-web on the CPU (`wasm`) or on a graphics card (`webgpu`). */
import { encodeRun, parseFromSynth, parseResult } from '../../../shared/synth/messages.ts';
import type { ToSynth } from '../../../shared/synth/messages.ts';
import type { Link } from '../../page-link/link.ts';
import type { SynthPage } from '../../page-link/synth-page.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Backend, type LoadedModel, LostError, ModelFileError } from './inference.ts';
import { RemoteModel } from './remote-model.ts';

const LOAD_MS = 120_000;

export interface PageBackendOptions {
  id: 'wasm' | 'webgpu';
  page: SynthPage;
  clock: Clock;
  /** For `wasm`: more than there are cores is slower. */
  threads: number;
}

export function createPageBackend({ id, page, clock, threads }: PageBackendOptions): Backend {
  return {
    id,
    missing: () => page.missing(id === 'webgpu'),
    async load(model, signal, factor) {
      signal?.throwIfAborted();
      const link = await page
        .open({ model, gpu: id === 'webgpu', signal })
        .catch((error: Error) => {
          signal?.throwIfAborted();
          // The browser's fault; at the next start it may be another one.
          throw new LostError(error.message, { cause: error });
        });
      try {
        signal?.throwIfAborted();
        await loaded(link, { type: 'load', model: page.modelPath, backend: id, threads }, signal);
        return remote(link, clock, factor);
      } catch (error) {
        await link.close();
        throw error;
      }
    },
  };
}

function loaded(link: Link, load: ToSynth, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  return new Promise<void>((resolve, reject) => {
    const late = (): void => reject(new Error('The model was not loaded in two minutes.'));
    timer = setTimeout(late, LOAD_MS);
    onAbort = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    link.onDown((why) => reject(new LostError(why)));
    link.onMessage((data, isBinary) => {
      const message = isBinary ? null : parseFromSynth(data.toString('utf8'));
      if (message?.type === 'loaded') resolve();
      if (message?.type !== 'unusable') return;
      const Kind = message.fault === 'model' ? ModelFileError : Error;
      reject(new Kind(message.reason));
    });
    link.send(JSON.stringify(load));
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}

function remote(link: Link, clock: Clock, factor?: number | null): LoadedModel {
  const model = new RemoteModel(
    { send: (run) => link.send(encodeRun(run)), close: () => link.close() },
    clock,
    factor,
  );
  link.onMessage((data, isBinary) => {
    if (isBinary) {
      const result = parseResult(data);
      if (result) model.result(result.id, result.samples, result.ms);
      return;
    }
    const message = parseFromSynth(data.toString('utf8'));
    if (message?.type === 'failed') model.failed(message.id, message.reason);
  });
  link.onDown((why) => model.gone(why));
  return model;
}
