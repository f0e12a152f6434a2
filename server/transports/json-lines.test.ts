import { describe, expect, it } from 'vitest';
import { LineSplitter } from './json-lines.ts';

const bytes = (text: string) => Buffer.from(text);
const texts = (lines: (Uint8Array | null)[]) =>
  lines.map((line) => (line === null ? null : Buffer.from(line).toString()));

describe('LineSplitter', () => {
  it('gives the same lines however the bytes are split', () => {
    const input = 'one\n\ntwo é\nthree\n';
    for (let size = 1; size <= input.length; size++) {
      const splitter = new LineSplitter(100);
      const lines: (Uint8Array | null)[] = [];
      const all = bytes(input);
      for (let at = 0; at < all.length; at += size) {
        lines.push(...splitter.push(all.subarray(at, at + size)));
      }
      expect(texts(lines)).toEqual(['one', '', 'two é', 'three']);
    }
  });

  it('keeps an unfinished line back', () => {
    const splitter = new LineSplitter(100);
    expect(splitter.push(bytes('half'))).toEqual([]);
    expect(texts(splitter.push(bytes(' whole\n')))).toEqual(['half whole']);
  });

  it('takes a line of exactly the limit', () => {
    expect(texts(new LineSplitter(4).push(bytes('1234\n')))).toEqual(['1234']);
  });

  it('reports a longer line once, as soon as it is too long, and goes on after its end', () => {
    const splitter = new LineSplitter(4);
    expect(splitter.push(bytes('12345'))).toEqual([null]);
    expect(splitter.push(bytes('6789'))).toEqual([]);
    expect(texts(splitter.push(bytes('0\nok\n')))).toEqual(['ok']);
  });

  it('reports a longer line that comes whole', () => {
    expect(texts(new LineSplitter(4).push(bytes('12345\nok\n')))).toEqual([null, 'ok']);
  });
});
