import { describe, expect, it } from 'vitest';
import { parseObject, requestId, withoutMarks } from './parse.ts';

const bytes = (text: string) => Buffer.from(text);

describe('parseObject', () => {
  it('gives the object', () => {
    expect(parseObject(bytes('{"a":[1]}'))).toEqual({ a: [1] });
  });

  for (const text of ['', 'x', '[]', 'null', '1', '"a"', '{"a":1}}', '\uFEFF{}']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => parseObject(bytes(text))).toThrow(
        expect.objectContaining({ code: 'E_BAD_REQUEST' }),
      );
    });
  }

  it('refuses bytes that are not UTF-8 and says so', () => {
    expect(() => parseObject(Uint8Array.of(0x7b, 0xc3, 0x7d))).toThrow('UTF-8');
  });

  it('survives nesting a megabyte deep', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(() => parseObject(bytes(`{"id":${deep}}`))).not.toThrow(RangeError);
  });
});

describe('requestId', () => {
  it('tells no id from a null id', () => {
    expect(requestId({})).toBe(undefined);
    expect(requestId({ id: null })).toBe(null);
  });

  it('refuses an id too deep to be written again', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    expect(() => requestId({ id: deep })).toThrow(
      expect.objectContaining({ code: 'E_BAD_REQUEST' }),
    );
  });

  it('is not fooled by an inherited id', () => {
    expect(requestId(Object.create({ id: 1 }) as Record<string, unknown>)).toBe(undefined);
  });
});

describe('withoutMarks', () => {
  it('drops every leading byte order mark and nothing else', () => {
    expect(Buffer.from(withoutMarks(bytes('\uFEFF\uFEFFa\uFEFF'))).toString()).toBe('a\uFEFF');
  });
});
