/** The model files Sonara may download, pinned by size and hash. Nothing else is ever fetched as a model. */

export interface ModelFile {
  /** A plain file name, the last part of `url`. */
  name: string;
  url: string;
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

export interface Model {
  id: string;
  version: string;
  /** SPDX name of the licence of the weights. */
  license: string;
  files: readonly ModelFile[];
}

const release = 'https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0';

export const kokoro: Model = {
  id: 'kokoro',
  version: 'v1.0',
  license: 'Apache-2.0',
  files: [
    {
      name: 'kokoro-v1.0.onnx',
      url: `${release}/kokoro-v1.0.onnx`,
      bytes: 325_532_387,
      sha256: '7d5df8ecf7d4b1878015a32686053fd0eebe2bc377234608764cc0ef3636a6c5',
    },
    {
      name: 'voices-v1.0.bin',
      url: `${release}/voices-v1.0.bin`,
      bytes: 28_214_398,
      sha256: 'bca610b8308e8d99f32e6fe4197e7ec01679264efed0cac9140fe9c29f1fbf7d',
    },
  ],
};

/**
 * The same model with other sizes and hashes, for development with a small stand-in.
 * @param json text of `{ "files": [{ "name", "bytes", "sha256" }] }`, one entry for each file of the
 *   pinned model under the pinned names; other fields are ignored
 * @throws Error in words
 */
export function standIn(pinned: Model, json: string): Model {
  const entries = entriesOf(json);
  const files = pinned.files.map((file) => {
    const entry = entries.find(({ name }) => name === file.name);
    if (!entry) throw new Error(`it has no ${file.name}`);
    const { bytes, sha256 } = entry;
    if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 1) {
      throw new Error(`the bytes of ${file.name} are not a whole number above 0`);
    }
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw new Error(`the sha256 of ${file.name} is not 64 lower-case hexadecimal digits`);
    }
    return { ...file, bytes, sha256 };
  });
  return { ...pinned, files };
}

function entriesOf(json: string): Record<string, unknown>[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('it is not JSON');
  }
  const files = (value as { files?: unknown } | null)?.files;
  if (!Array.isArray(files)) throw new Error('it has no list "files"');
  return files.filter((entry) => typeof entry === 'object' && entry !== null);
}
