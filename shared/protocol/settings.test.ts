import { describe, expect, it } from 'vitest';
import { check } from './requests.ts';
import { settingTable } from './settings.ts';

const paths = (value: unknown) => check(settingTable.paths.schema, value);
const pronunciations = (value: unknown) => check(settingTable.pronunciations.schema, value);

describe('paths', () => {
  it.each(['short', 'last_two', 'last_three', 'full'])('may be %s', (value) => {
    expect(paths(value)).toEqual({ ok: true, value });
  });
  it.each(['', 'Short', 'last_four', null, 1, ['short']])('may not be %j', (value) => {
    expect(paths(value).ok).toBe(false);
  });
});

describe('pronunciations', () => {
  it('are words and what to say', () => {
    const list = [
      { word: 'Sonara', say: 'so nah rah' },
      { word: 'x'.repeat(60), say: 'y'.repeat(200) },
    ];
    expect(pronunciations(list)).toEqual({ ok: true, value: list });
    expect(pronunciations([])).toEqual({ ok: true, value: [] });
  });

  it('count characters, not UTF-16 units', () => {
    expect(pronunciations([{ word: '😀'.repeat(60), say: 'smile' }]).ok).toBe(true);
    expect(pronunciations([{ word: '😀'.repeat(61), say: 'smile' }]).ok).toBe(false);
  });

  it('keep the last say of a word given twice; case tells words apart', () => {
    const value = [
      { word: 'a', say: '1' },
      { word: 'A', say: '2' },
      { word: 'a', say: '3' },
    ];
    expect(pronunciations(value)).toEqual({
      ok: true,
      value: [
        { word: 'a', say: '3' },
        { word: 'A', say: '2' },
      ],
    });
  });

  it('ignore unknown fields of an entry', () => {
    expect(pronunciations([{ word: 'a', say: 'b', more: 1 }])).toEqual({
      ok: true,
      value: [{ word: 'a', say: 'b' }],
    });
  });

  it('are 200 at most', () => {
    const list = Array.from({ length: 201 }, (_, n) => ({ word: `w${n}`, say: 's' }));
    expect(pronunciations(list.slice(1)).ok).toBe(true);
    expect(pronunciations(list).ok).toBe(false);
  });

  it.each([
    [null],
    [{}],
    ['a'],
    [['a']],
    [[{ word: 'a' }]],
    [[{ say: 'a' }]],
    [[{ word: '', say: 'a' }]],
    [[{ word: ' \t', say: 'a' }]],
    [[{ word: 'a', say: ' ' }]],
    [[{ word: 1, say: 'a' }]],
    [[{ word: 'x'.repeat(61), say: 'a' }]],
    [[{ word: 'a', say: 'x'.repeat(201) }]],
  ])('may not be %j', (value) => {
    const checked = pronunciations(value);
    expect(checked.ok).toBe(false);
    if (!checked.ok) expect(checked.message).toMatch(/must be/);
  });
});

describe('loudness', () => {
  const loudness = (value: unknown) => check(settingTable.loudness.schema, value);
  it.each([null, -30, -16, -10.5, -10])('may be %j', (value) => {
    expect(loudness(value)).toEqual({ ok: true, value });
  });
  it.each([0, -9.99, -30.1, '-16', true, Number.NaN, undefined])('may not be %j', (value) => {
    expect(loudness(value).ok).toBe(false);
  });
});

describe('live_rate', () => {
  const liveRate = (value: unknown) => check(settingTable.live_rate.schema, value);
  it.each(['off', 'on'])('may be %s', (value) => {
    expect(liveRate(value)).toEqual({ ok: true, value });
  });
  it.each(['', 'On', true, null, 1])('may not be %j', (value) => {
    expect(liveRate(value).ok).toBe(false);
  });
});
