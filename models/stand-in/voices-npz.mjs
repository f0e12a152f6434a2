// Stand-in styles, not Kokoro's voices: a file in the form of voices-v1.0.bin whose numbers are made up.
import { seeded } from './random.mjs';
import { zip } from './zip.mjs';

const rows = 510;
const columns = 256;

const english = {
  af: 'heart alloy aoede bella jessica kore nicole nova river sarah sky',
  am: 'adam echo eric fenrir liam michael onyx puck santa',
  bf: 'emma isabella alice lily',
  bm: 'george lewis daniel fable',
};
const others = {
  ef: 'dora',
  em: 'alex santa',
  ff: 'siwis',
  hf: 'alpha beta',
  hm: 'omega psi',
  if: 'sara',
  im: 'nicola',
  jf: 'alpha gongitsune nezumi tebukuro',
  jm: 'kumo',
  pf: 'dora',
  pm: 'alex santa',
  zf: 'xiaobei xiaoni xiaoxiao xiaoyi',
  zm: 'yunjian yunxi yunxia yunyang',
};

/** The 54 ids of the file: 28 English ones first. */
export const standInVoiceIds = Object.entries({ ...english, ...others }).flatMap(
  ([prefix, names]) => names.split(' ').map((name) => `${prefix}_${name}`),
);

/**
 * What the first half of a voice's style has as its mean, to 0.01: between -1 and 1, another for each voice.
 * @param {string} id one of standInVoiceIds
 */
export function voiceShift(id) {
  return (2 * standInVoiceIds.indexOf(id)) / (standInVoiceIds.length - 1) - 1;
}

/**
 * The styles of a voice, 510 rows of 256. In column 128 of a row stands a hundredth of its number (0, 0.01,
 * ... 5.09); the other columns are alike in all rows, in the second half with a mean of about 0.
 * @param {string} id one of standInVoiceIds
 * @returns {Float32Array}
 */
export function voiceStyles(id) {
  const random = seeded(standInVoiceIds.indexOf(id));
  const row = Float32Array.from({ length: columns }, (_, column) => {
    const noise = (random() - 0.5) / 8;
    return column < columns / 2 ? voiceShift(id) + noise : noise;
  });
  const styles = new Float32Array(rows * columns);
  for (let index = 0; index < rows; index += 1) {
    styles.set(row, index * columns);
    styles[index * columns + 128] = index / 100;
  }
  return styles;
}

/**
 * A NumPy file of float32 values.
 * @param {Float32Array} values row-major
 * @param {number[]} shape
 * @returns {Uint8Array} version 1.0 of the format
 */
export function npy(values, shape) {
  const about = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  // The header ends in a newline at a multiple of 64 bytes.
  const header = `${about.padEnd(Math.ceil((about.length + 11) / 64) * 64 - 11)}\n`;
  const start = Buffer.alloc(10);
  start.write('\x93NUMPY\x01\x00', 'latin1');
  start.writeUInt16LE(header.length, 8);
  const body = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([start, Buffer.from(header, 'latin1'), body]);
}

/**
 * A NumPy zip like voices-v1.0.bin: `<id>.npy` of 510 x 1 x 256 float32 for each of standInVoiceIds.
 * @param {{ stored?: boolean }} [options] `stored`: 28 MB as the real file is, else deflated to under 1 MB
 * @returns {Uint8Array}
 */
export function standInVoices(options) {
  const members = standInVoiceIds.map((id) => ({
    name: `${id}.npy`,
    data: npy(voiceStyles(id), [rows, 1, columns]),
  }));
  return zip(members, options);
}
