/** The user's own earcons in the plugin's config.json: {kind: path of a WAV file}. */
import { earconKinds } from '../../../shared/speech/chunk.ts';
import { isObject, type JsonObject } from '../json-file.ts';

export interface OwnEarcon {
  kind: string;
  /** As the plugin's file has it: absolute, in the plugin's folder, or below `~`. */
  path: string;
}

const kinds: readonly string[] = earconKinds;

/** @returns the user's own files, and what was left out */
export function migrateEarcons(config: JsonObject): { earcons: OwnEarcon[]; refused: string[] } {
  const earcons: OwnEarcon[] = [];
  const refused: string[] = [];
  const source = config['earcons'];
  for (const [kind, path] of Object.entries(isObject(source) ? source : {})) {
    if (typeof path !== 'string' || path.trim() === '' || isBundled(path)) continue;
    if (kinds.includes(kind)) earcons.push({ kind, path });
    else refused.push(`earcon ${kind.slice(0, 40)} is not one of this runtime's`);
  }
  return { earcons, refused };
}

/** A WAV that came with the plugin: in Claude's plugin folder, a Python package, or the plugin's assets. */
export function isBundled(path: string): boolean {
  const plain = path.replaceAll('\\', '/').toLowerCase();
  return (
    /(?:^|\/)\.claude\/plugins\//.test(plain) ||
    /\/(?:site|dist)-packages\//.test(plain) ||
    /(?:^|\/)(?:claude-)?sonara[^/]*\/(?:[^/]+\/)*(?:assets|sounds|resources)\//.test(plain)
  );
}
