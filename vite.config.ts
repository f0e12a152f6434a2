/** The hidden page. `server/setup/build.mjs` runs it; vitest has a configuration of its own. */
import { defineConfig } from 'vite';

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
  },
  worker: { format: 'es' },
});
