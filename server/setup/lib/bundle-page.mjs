// The hidden page: one Vite build (vite.config.ts) into dist/page.
import { join } from 'node:path';

/** @param {string} root absolute root of the checkout */
export async function bundlePage(root) {
  const { build } = await import('vite');
  await build({
    root: join(root, 'page'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
  });
}
