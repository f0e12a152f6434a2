/** The embedded voice: the flite program, compiled to a WASI command module. */
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { FliteRequest } from './flite-messages.ts';

/** What is used of the global WebAssembly object, whose types come with the browser's library only. */
declare const WebAssembly: {
  compile(code: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => { exports: object };
};
type Command = Parameters<WASI['start']>[0];

const headerBytes = 44;
const output = 'o.wav';

export type RunFlite = (request: Omit<FliteRequest, 'id'>) => {
  sampleRate: number;
  pcm: Int16Array;
};

export interface Flite {
  /** Blocks for about 1% of the length of the speech. @throws Error when flite makes no sound file */
  run: RunFlite;
  /** Makes the instance for the next run beforehand: 7 ms that it need not wait for. */
  prepare(): void;
}

/** @param wasm the module: 21 MB, the four voices included; takes about 30 ms to compile */
export async function loadFlite(wasm: Uint8Array): Promise<Flite> {
  const module = await WebAssembly.compile(wasm);
  let ready: ReturnType<typeof instantiate> | undefined;

  // A command runs once: every utterance needs an instance of its own.
  function instantiate() {
    const files = new Map();
    const nothing = () => new ConsoleStdout(() => {});
    const wasi = new WASI(
      [],
      [],
      [new OpenFile(new File([])), nothing(), nothing(), new PreopenDirectory('/', files)],
      { debug: false },
    );
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
    return { wasi, files, instance: instance as Command };
  }

  return {
    prepare() {
      ready ??= instantiate();
    },
    run({ voice, stretch, text }) {
      const { wasi, files, instance } = ready ?? instantiate();
      ready = undefined;
      // `-t` takes the next argument whatever it looks like, so no text is ever an option.
      // The shim sizes arguments in UTF-16 units: anything but ASCII would overrun its buffer.
      wasi.args = [
        ...['flite', '-voice', voice, '--setf', `duration_stretch=${stretch.toFixed(3)}`],
        ...['-t', text.replace(/[^ -~]/g, ' '), '-o', `/${output}`],
      ];
      const code = wasi.start(instance);
      const wav: unknown = files.get(output);
      if (!(wav instanceof File) || wav.data.length < headerBytes) {
        throw new Error(`flite made no sound (exit ${code})`);
      }
      // flite's header is always the plain one of 44 bytes. slice() also aligns the samples.
      const view = new DataView(wav.data.buffer, wav.data.byteOffset);
      const data = wav.data.slice(headerBytes);
      return {
        sampleRate: view.getUint32(24, true),
        pcm: new Int16Array(data.buffer, 0, data.length >> 1),
      };
    },
  };
}
