/** The model files Sonara may download, pinned by size and hash. Nothing else is ever fetched as a model. */

export interface ModelFile {
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
