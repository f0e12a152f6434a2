import { describe, expect, it } from 'vitest';
import { parseRequest, requestId, withoutMarks } from './parse.ts';

const bytes = (text: string) => Buffer.from(text);

describe('parseRequest', () => {
  it('gives the object', () => {
    expect(parseRequest(bytes('{"a":[1]}')).body).toEqual({ a: [1] });
  });

  for (const text of ['', 'x', '[]', 'null', '1', '"a"', '{"a":1}}', '\uFEFF{}']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => parseRequest(bytes(text))).toThrow(
        expect.objectContaining({ code: 'E_BAD_REQUEST' }),
      );
    });
  }

  it('refuses bytes that are not UTF-8 and says so', () => {
    expect(() => parseRequest(Uint8Array.of(0x7b, 0xc3, 0x7d))).toThrow('UTF-8');
  });

  it('survives nesting a megabyte deep', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(() => parseRequest(bytes(`{"id":${deep}}`))).not.toThrow(RangeError);
  });
});

describe('requestId', () => {
  const idOf = (text: string) => requestId(parseRequest(bytes(text)));

  it('tells no id from a null id', () => {
    expect(idOf('{"a":{"id":1}}')).toBe(undefined);
    expect(idOf('{"id":null}')).toBe('null');
  });

  for (const number of [
    '0',
    '-0',
    '7',
    '-1.50',
    '1e3',
    '9007199254740993',
    '0.1000000000000000055',
  ]) {
    for (const space of ['', ' ', '\t']) {
      it(`is the number as it was written: ${number} after ${JSON.stringify(space)}`, () => {
        expect(idOf(`{"key":{"id":1},"id":${space}${number}}`)).toBe(number);
        expect(idOf(`{"id":${space}${number},"key":1}`)).toBe(number);
      });
    }
  }

  it('is a list or an object as it was written, however deep', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    for (const id of ['[9007199254740993, 1.0]', '{"a":1e400}', deep])
      expect(idOf(`{"id":${id}}`)).toBe(id);
  });

  it('is one line, whatever characters a string has', () => {
    expect(idOf('{"id":"a\\nb"}')).toBe('"a\\nb"');
  });

  it('is not fooled by an inherited id', () => {
    expect(idOf('{"__proto__":{"id":1}}')).toBe(undefined);
  });
});

describe('withoutMarks', () => {
  it('drops every leading byte order mark and nothing else', () => {
    expect(Buffer.from(withoutMarks(bytes('\uFEFF\uFEFFa\uFEFF'))).toString()).toBe('a\uFEFF');
  });
});
