/** Opens the hidden page that synthesizes: the browser, the model file, onnxruntime's own files. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseFromSynth } from '../../shared/synth/messages.ts';
import { createSoundProbe, type SoundProbe } from '../platform/sound.ts';
import type { BrowserHost } from './browser-host.ts';
import { findBrowser } from './find-browser.ts';
import { noBrowser } from './hidden-page.ts';
import { openLink, type Link } from './link.ts';

/** The URL path that the page has the model under. */
const modelPath = '/model.onnx';
/** More than the most that a run may make: see `mostSamples`. */
const LONGEST_RESULT = 16 << 20;

const ortNames = ['ort-wasm-simd-threaded', 'ort-wasm-simd-threaded.asyncify'];

export interface SynthPage {
  readonly modelPath: string;
  /** Why no such page can be opened here, in words; null when it can. */
  missing(gpu: boolean): string | null;
  /** @throws Error in words when the page does not come up; the signal's reason when aborted */
  open(options: SynthPageModel): Promise<Link>;
}

export interface SynthPageModel {
  /** Absolute path. */
  model: string;
  /** Whether the page must reach a graphics card. */
  gpu: boolean;
  signal?: AbortSignal | undefined;
}

export interface SynthPageOptions {
  /** Absolute directory of the built page. */
  page: string;
  host: BrowserHost;
  probe?: SoundProbe;
  /** Whether this machine may have a graphics card that a browser can compute on. */
  hasGpu?: () => boolean;
}

export function createSynthPage({
  page,
  host,
  probe = createSoundProbe(),
  hasGpu = mayHaveGpu,
}: SynthPageOptions): SynthPage {
  return {
    modelPath,
    missing(gpu) {
      if (gpu && !hasGpu()) return 'There is no graphics card here.';
      return findBrowser() ? null : noBrowser();
    },
    async open({ model, gpu, signal }) {
      const browser = findBrowser();
      if (!browser) throw new Error(noBrowser());
      // With the environment of the page that sounds it can share that page's browser.
      const { env } = await probe.device();
      return openLink({
        root: page,
        entry: 'synth.html',
        files: { [modelPath]: model, ...ortFiles(page) },
        longestMessage: LONGEST_RESULT,
        signal,
        open: (address) => host.open(address, { program: browser.path, env, gpu, sounds: false }),
        isReady: (text) => parseFromSynth(text)?.type === 'ready',
      });
    },
  };
}

/** Beside the page in a published package, else in onnxruntime-web's own folder. */
function ortFiles(page: string): Record<string, string> {
  const beside = join(page, 'ort');
  const folder = existsSync(beside) ? beside : installedOrt(page);
  return Object.fromEntries(
    ortNames.flatMap((name) =>
      ['mjs', 'wasm'].map((kind) => [`/ort/${name}.${kind}`, join(folder, `${name}.${kind}`)]),
    ),
  );
}

function installedOrt(page: string): string {
  const require = createRequire(join(page, 'synth.html'));
  return dirname(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
}

function mayHaveGpu(): boolean {
  return process.platform !== 'linux' || existsSync('/dev/dri/renderD128');
}
