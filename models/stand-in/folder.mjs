// Writes a folder with a stand-in model (not Kokoro, not a voice) under the names of the real files.
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodeModel } from './encode-onnx.mjs';
import { largeModel } from './large-model.mjs';
import { smallModel } from './small-model.mjs';
import { standInVoices } from './voices-npz.mjs';

/** @typedef {{ bytes: number, chunks: () => Iterable<Uint8Array> }} Content */

/** @type {Record<string, () => Content>} */
const models = {
  small: () => whole(smallModel({ inputs: 'tokens' })),
  'small-hf': () => whole(smallModel({ inputs: 'input_ids' })),
  large: () => encodeModel(largeModel()),
};

/** `large` is 325 MB, the others a few kB. */
export const kinds = Object.keys(models);

/**
 * Writes kokoro-v1.0.onnx, voices-v1.0.bin and manifest.json, replacing what has these names.
 * @param {string} kind one of `kinds`
 * @param {string} folder made when it is missing
 * @param {{ baseUrl?: string }} [options] where the folder is served, for the manifest; default a file: URL
 * @returns {Promise<{ id: string, version: string, license: string,
 *   files: { name: string, url: string, bytes: number, sha256: string }[] }>} the manifest, in the shape of
 *   models/manifest.ts
 * @throws {Error} unknown kind, a base URL that is not http or https, or the folder cannot be written
 */
export async function writeStandIn(kind, folder, { baseUrl } = {}) {
  const model = models[kind];
  if (!Object.hasOwn(models, kind) || !model) throw new Error(`no stand-in named ${kind}`);
  const base = baseOf(baseUrl) ?? pathToFileURL(resolve(folder)).href;
  await mkdir(folder, { recursive: true });
  /** @type {[string, Content][]} */
  const contents = [
    ['kokoro-v1.0.onnx', model()],
    ['voices-v1.0.bin', whole(standInVoices())],
  ];
  const files = [];
  for (const [name, content] of contents) {
    const sha256 = await write(join(folder, name), content);
    files.push({ name, url: `${base}/${name}`, bytes: content.bytes, sha256 });
  }
  const manifest = { id: 'kokoro', version: `stand-in-${kind}`, license: 'Apache-2.0', files };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/**
 * @param {string | undefined} url
 * @returns {string | undefined} without a slash at its end
 */
function baseOf(url) {
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${url} is no http or https address`);
  return url.replace(/\/+$/, '');
}

/**
 * A name is only there once its file is complete.
 * @param {string} path
 * @param {Content} content
 * @returns {Promise<string>} the SHA-256
 */
async function write(path, content) {
  const hash = createHash('sha256');
  const unfinished = `${path}.writing`;
  const file = await open(unfinished, 'w');
  try {
    for (const chunk of content.chunks()) {
      hash.update(chunk);
      await file.write(chunk);
    }
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
  return hash.digest('hex');
}

/**
 * @param {Uint8Array} bytes
 * @returns {Content}
 */
function whole(bytes) {
  return { bytes: bytes.length, chunks: () => [bytes] };
}
