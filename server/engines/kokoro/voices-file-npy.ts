/** Reads NumPy arrays of styles. */
import { EngineError } from '../port.ts';

/** Values in a row of styles. */
export const styleSize = 256;

const longestHeader = 0xffff;

/**
 * The styles in a NumPy file of float32, [rows, 1, 256] or [rows, 256].
 * @param name for the words of an error
 * @returns row after row, at least one
 * @throws EngineError for any other file
 */
export function parseNpyStyles(bytes: Buffer, name: string): Float32Array {
  const { header, start } = splitHeader(bytes, name);
  if (!/'descr':\s*'<f4'/.test(header)) throw wrong(name, 'is no array of little-endian float32');
  if (!/'fortran_order':\s*False/.test(header)) throw wrong(name, 'is stored column by column');
  const shape = /'shape':\s*\(([\d,\s]*)\)/.exec(header)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  const [rows = 0, ...rest] = shape;
  const isStyles = rest.at(-1) === styleSize && rest.length <= 2 && rest.slice(0, -1).every(isOne);
  if (!isStyles || rows < 1)
    throw wrong(name, `has the shape [${shape.slice(0, 6).join(', ')}], not [510, 1, 256]`);
  if (bytes.length - start !== rows * styleSize * 4)
    throw wrong(name, 'has another length than its shape says');
  return stylesFrom(bytes.subarray(start), name);
}

/**
 * Plain float32 rows, as kokoro-js has them.
 * @param name for the words of an error
 * @throws EngineError unless it is one or more whole rows of finite numbers
 */
export function stylesFrom(bytes: Buffer, name: string): Float32Array {
  if (bytes.length === 0 || bytes.length % (styleSize * 4) !== 0)
    throw wrong(name, 'is not made of rows of 256 float32');
  const values = new Float32Array(bytes.length / 4);
  for (let at = 0; at < values.length; at += 1) values[at] = bytes.readFloatLE(at * 4);
  if (!values.every(Number.isFinite)) throw wrong(name, 'holds values that are no numbers');
  return values;
}

/** Version 1.0 has a header length of 2 bytes, the later ones of 4. */
function splitHeader(bytes: Buffer, name: string): { header: string; start: number } {
  const isNpy = bytes.length > 12 && bytes.toString('latin1', 0, 6) === '\x93NUMPY';
  if (!isNpy) throw wrong(name, 'is no NumPy array');
  const lengthBytes = bytes[6] === 1 ? 2 : 4;
  const length = bytes.readUIntLE(8, lengthBytes);
  const start = 8 + lengthBytes + length;
  if (start > bytes.length || length > longestHeader) throw wrong(name, 'has a damaged header');
  return { header: bytes.toString('latin1', 8 + lengthBytes, start), start };
}

function isOne(dimension: number): boolean {
  return dimension === 1;
}

function wrong(name: string, how: string): EngineError {
  return new EngineError(`${name} in the voices file ${how}`);
}
