import { expect, test } from 'vitest';
import { npy } from '../../../models/stand-in/voices-npz.mjs';
import { parseNpyStyles, stylesFrom } from './voices-file-npy.ts';

const rows = Float32Array.from({ length: 512 }, (_, at) => at);

function array(shape: number[], values = rows): Buffer {
  return Buffer.from(npy(values, shape));
}

/** The array with a piece of its header replaced by as many characters. */
function withHeader(from: string, to: string): Buffer {
  const text = array([2, 1, 256]).toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to.padEnd(from.length)), 'latin1');
}

test.each([[[2, 1, 256]], [[2, 256]]])('shape %j is read', (shape) => {
  expect(parseNpyStyles(array(shape), 'x')).toEqual(rows);
});

test('a header of version 2.0 is read', () => {
  const one = array([2, 1, 256]);
  const two = Buffer.concat([one.subarray(0, 10), Buffer.alloc(2), one.subarray(10)]);
  two[6] = 2;
  expect(parseNpyStyles(two, 'x')).toEqual(rows);
});

test.each([
  ['text', Buffer.from('hello, this is no array'), 'is no NumPy array'],
  ['nothing', Buffer.alloc(0), 'is no NumPy array'],
  ['float64', withHeader("'<f4'", "'<f8'"), 'is no array of little-endian float32'],
  ['big-endian', withHeader("'<f4'", "'>f4'"), 'is no array of little-endian float32'],
  ['columns first', withHeader('False', 'True'), 'is stored column by column'],
  ['no shape', withHeader("'shape'", "'shade'"), 'has the shape [], not [510, 1, 256]'],
  ['128 columns', array([4, 1, 128]), 'has the shape [4, 1, 128], not [510, 1, 256]'],
  ['two in the middle', array([1, 2, 256]), 'has the shape [1, 2, 256], not [510, 1, 256]'],
  ['one dimension', array([256]), 'has the shape [256], not [510, 1, 256]'],
  ['no rows', array([0, 1, 256], new Float32Array(0)), 'has the shape [0, 1, 256], not'],
  ['too few values', array([3, 1, 256]), 'has another length than its shape says'],
  ['too many values', array([1, 1, 256]), 'has another length than its shape says'],
  ['a header that ends outside', array([2, 1, 256]).subarray(0, 100), 'has a damaged header'],
  ['infinity', array([1, 256], new Float32Array(256).fill(Infinity)), 'values that are no numbers'],
])('%s is refused', (_, bytes, words) => {
  expect(() => parseNpyStyles(bytes, 'af_sky')).toThrow(words);
});

test('the words name the voice', () => {
  expect(() => parseNpyStyles(Buffer.alloc(20), 'af_sky')).toThrow(/^af_sky in the voices file /);
});

test('plain rows are read', () => {
  expect(stylesFrom(Buffer.from(rows.buffer), 'x')).toEqual(rows);
});

test.each([0, 1000, 1028])('%i bytes are no rows', (length) => {
  expect(() => stylesFrom(Buffer.alloc(length), 'x')).toThrow('is not made of rows');
});
