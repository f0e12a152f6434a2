/** The hidden page. `server/setup/build.mjs` runs it; vitest has a configuration of its own. */
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  root: 'page',
  base: './',
  cacheDir: '../.cache/vite',
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'chrome120',
    // Workers and the worklet must stay files: the page's policy allows no data: scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      // The page that sounds and the one that synthesizes.
      input: ['index', 'synth'].map((name) =>
        fileURLToPath(new URL(`page/${name}.html`, import.meta.url)),
      ),
    },
  },
  // onnxruntime-web then fetches its WebAssembly from where the link server has it, uncopied.
  resolve: { conditions: [...defaultClientConditions, 'onnxruntime-web-use-extern-wasm'] },
  worker: { format: 'es' },
});
