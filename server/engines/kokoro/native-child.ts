/**
 * The process of the native backend: the folder of onnxruntime-node as its argument, requests and
 * results over the IPC channel, one after the other. It is a process of its own because the model
 * and its memory (over 500 MB) then go when it is not needed, and because a crash of it is not ours.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { mostSamples, tooMuchSound } from '../../../shared/synth/limits.ts';
import type { FromNative, ToNative } from './native-messages.ts';

// Our parent is gone: so are we, whatever way it ended.
process.on('disconnect', () => process.exit(0));

interface Native {
  InferenceSession: {
    create(path: string, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  Tensor: typeof Tensor;
}

const folder = process.argv[2]!;
let native: Native;
let session: InferenceSession;
let tokensName = 'tokens';
let last: Promise<void> = Promise.resolve();

process.on('message', (message: ToNative) => {
  last = last.then(() => (message.type === 'load' ? load(message) : run(message)));
});

function tell(message: FromNative): void {
  // A parent that is gone is told of by `disconnect`; what cannot be sent to it is no crash of ours.
  process.send?.(message, undefined, undefined, () => undefined);
}

async function load({ model, threads }: Extract<ToNative, { type: 'load' }>): Promise<void> {
  try {
    native = createRequire(join(folder, 'package.json'))(folder) as Native;
  } catch (error) {
    return tell({ type: 'unusable', reason: messageOf(error), fault: 'backend' });
  }
  try {
    session = await native.InferenceSession.create(model, {
      intraOpNumThreads: threads,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    });
    const names = session.inputNames;
    const found = ['tokens', 'input_ids'].find((name) => names.includes(name));
    if (!found || !names.includes('style') || !names.includes('speed')) {
      throw new Error(`the model file is not Kokoro's: its inputs are ${names.join(', ')}`);
    }
    tokensName = found;
    tell({ type: 'loaded' });
  } catch (error) {
    tell({ type: 'unusable', reason: messageOf(error), fault: 'model' });
  }
}

async function run({
  id,
  tokens,
  style,
  speed,
}: Extract<ToNative, { type: 'run' }>): Promise<void> {
  try {
    const { Tensor } = native;
    const started = performance.now();
    const results = await session.run({
      [tokensName]: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      style: new Tensor('float32', style, [1, style.length]),
      speed: new Tensor('float32', Float32Array.of(speed), [1]),
    });
    const samples = results[session.outputNames[0]!]!.data as Float32Array;
    if (samples.length > mostSamples(tokens.length, speed)) throw new Error(tooMuchSound);
    tell({ type: 'result', id, samples, ms: performance.now() - started });
  } catch (error) {
    tell({ type: 'failed', id, reason: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]!.slice(0, 300);
}
