/** Where model files come from: the pinned URLs, or the mirror that the environment names. */
import { type Model, type ModelFile, standIn } from '../../../../models/manifest.ts';
import type { FileSystem } from './file-system.ts';
import { isLoopback, mayCarryModels } from './loopback.ts';
import type { Environment } from './proxy.ts';
import { codeOf, ProvisionError } from './provision-error.ts';

/** Null when the URL is pinned, not replaced. @throws ProvisionError for a base URL that is not allowed */
export function baseUrl(text: string | undefined): URL | null {
  if (!text) return null;
  const name = 'SONARA_MODEL_BASE_URL';
  if (!URL.canParse(text)) throw new ProvisionError(`${name} is not a URL`);
  const url = new URL(text);
  if (mayCarryModels(url)) return url;
  throw new ProvisionError(`${name} must be https, or http on this machine`);
}

/** @param base replaces the pinned URL up to the file's name; its query stays */
export function urlOf(file: ModelFile, base: URL | null): URL {
  if (!base) return new URL(file.url);
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${file.name}`;
  return url;
}

/**
 * The model as pinned; with SONARA_MODEL_MANIFEST (a JSON file) and a base URL on this machine, with
 * that file's sizes and hashes: a development aid, which no server elsewhere can make use of.
 * @throws ProvisionError when the named file cannot be used
 */
export async function modelToUse(
  pinned: Model,
  base: string | undefined,
  { env, fs }: { env: Environment; fs: FileSystem },
): Promise<Model> {
  const path = env['SONARA_MODEL_MANIFEST'];
  const isOnThisMachine = base && URL.canParse(base) && isLoopback(new URL(base));
  if (!path || !isOnThisMachine) return pinned;
  try {
    return standIn(pinned, await fs.readFile(path, 'utf8'));
  } catch (error) {
    throw new ProvisionError(`SONARA_MODEL_MANIFEST cannot be used: ${codeOf(error)}`, {
      cause: error,
    });
  }
}
