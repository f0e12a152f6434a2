/** Kokoro's model in onnxruntime-web: both published forms of it, on the CPU or a graphics card. */
import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { STYLE_SIZE, type RunRequest } from '../../shared/synth/messages.ts';

/** The file is no model, or not Kokoro's. */
export class ModelError extends Error {
  override name = 'ModelError';
}

export interface Session {
  /** @returns mono samples, 24 kHz */
  run(request: Omit<RunRequest, 'id'>): Promise<Float32Array>;
}

/** Where the server of the page has the runtime's own files. */
const ortFiles = '/ort/';

/**
 * @param threads for `wasm`; needs an isolated page
 * @throws ModelError for a bad file; Error when this backend does not work here
 */
export async function openSession(
  model: ArrayBuffer,
  backend: 'wasm' | 'webgpu',
  threads: number,
): Promise<Session> {
  // The graphics card's runtime is twice as large: only loaded where it is wanted.
  const ort =
    backend === 'webgpu'
      ? await import('onnxruntime-web/webgpu')
      : await import('onnxruntime-web/wasm');
  ort.env.wasm.wasmPaths = ortFiles;
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = 'error';
  if (backend === 'webgpu') await requireAdapter();

  let session: InferenceSession;
  try {
    session = await ort.InferenceSession.create(new Uint8Array(model), {
      executionProviders: [backend],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (/protobuf|parse|Invalid|not.*support|No graph|corrupt|ModelProto/i.test(text)) {
      throw new ModelError(`the model file is not usable: ${text.split('\n')[0]}`, {
        cause: error,
      });
    }
    throw error;
  }
  const { tokens, output } = inputsOf(session);

  return {
    async run({ tokens: ids, style, speed }) {
      const wide = new BigInt64Array(ids.length);
      for (let index = 0; index < ids.length; index += 1) wide[index] = BigInt(ids[index]!);
      const results = await session.run({
        [tokens]: new ort.Tensor('int64', wide, [1, ids.length]),
        style: new ort.Tensor('float32', style, [1, STYLE_SIZE]),
        speed: new ort.Tensor('float32', Float32Array.of(speed), [1]),
      });
      const audio = results[output] as Tensor;
      const samples = (await audio.getData()) as Float32Array;
      return samples.slice();
    },
  };
}

/** The release names its tokens `tokens`, the Hugging Face export `input_ids`. */
function inputsOf(session: InferenceSession): { tokens: string; output: string } {
  const names = session.inputNames;
  const tokens = ['tokens', 'input_ids'].find((name) => names.includes(name));
  if (!tokens || !names.includes('style') || !names.includes('speed')) {
    throw new ModelError(`the model file is not Kokoro's: its inputs are ${names.join(', ')}`);
  }
  return { tokens, output: session.outputNames[0]! };
}

/** A software adapter is a thousand times slower than the CPU itself. */
async function requireAdapter(): Promise<void> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<Adapter | null> } };
  const adapter = await gpu?.requestAdapter();
  if (!adapter) throw new Error('there is no graphics adapter');
  if (adapter.info?.isFallbackAdapter || adapter.isFallbackAdapter) {
    throw new Error('there is only a software graphics adapter');
  }
}

interface Adapter {
  info?: { isFallbackAdapter?: boolean };
  isFallbackAdapter?: boolean;
}
