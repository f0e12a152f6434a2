import { describe, expect, it } from 'vitest';
import { memberSource } from './member-source.ts';

describe('memberSource', () => {
  const cases: [what: string, text: string, source: string | undefined][] = [
    ['a number as it was written', '{"id":12345678901234567890}', '12345678901234567890'],
    ['one with an exponent', '{"a":1,"id":1E400,"b":2}', '1E400'],
    ['without the space around it', '{ "id" :\t-0 \n}', '-0'],
    [
      'an array with what looks like an end',
      '{"id":[1,"]}",{"a":"\\"}"}],"b":1}',
      '[1,"]}",{"a":"\\"}"}]',
    ],
    ['an object', '{"id":{"id":1},"b":1}', '{"id":1}'],
    ['a string', '{"id":"a\\\\\\"b","b":1}', '"a\\\\\\"b"'],
    ['the last of several', '{"id":1,"id":2.0}', '2.0'],
    ['not a nested one', '{"a":{"id":1},"id":3,"b":{"id":2}}', '3'],
    ['nor one inside a string', '{"a":"\\"id\\":5,","id":6}', '6'],
    ['a name with escapes', '{"\\u0069d":7}', '7'],
    ['none where there is none', '{"a":{"id":1},"b":["id",2]}', undefined],
    ['none of an empty object', ' { } ', undefined],
  ];
  for (const [what, text, source] of cases) {
    it(`gives ${what}`, () => {
      expect(memberSource(text, 'id')).toBe(source);
    });
  }

  it('comes to an end in a megabyte of nesting', () => {
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(memberSource(`{"a":${deep},"id":${deep}}`, 'id')).toBe(deep);
  });
});
