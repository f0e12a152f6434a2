/** Whether `npm run accelerate` has installed its part beside this program. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** True also while a runtime that began before does not know of it. */
export function nativeInstalled(): boolean {
  const manifest = '../native/node_modules/onnxruntime-node/package.json';
  return existsSync(fileURLToPath(new URL(manifest, import.meta.url)));
}
