/** Finds what was built together with this client. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @returns the path of `dist/<name>`, seen from `dist/client/index.mjs` or `dist/sonara.cjs`; or null */
export function findBeside(name: string): string | null {
  for (const folder of ['./', '../']) {
    const path = fileURLToPath(new URL(folder + name, import.meta.url));
    if (existsSync(path)) return path;
  }
  return null;
}
