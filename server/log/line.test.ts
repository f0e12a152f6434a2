import { describe, expect, it } from 'vitest';
import { clip, formatLine, LINE_BYTES } from './line.ts';

const time = new Date(Date.UTC(2026, 9, 3, 10, 59, 14, 123));

describe('formatLine', () => {
  it('starts with the UTC time in milliseconds', () => {
    expect(formatLine(time, 'read end').toString()).toBe('2026-10-03T10:59:14.123Z read end\n');
  });

  it.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u0000', '\u001b'])(
    'makes one line of a text with %j',
    (mark) => {
      expect(formatLine(time, `a${mark}b`).toString()).toBe('2026-10-03T10:59:14.123Z a b\n');
    },
  );

  it('keeps tabs and other scripts', () => {
    expect(formatLine(time, 'a\tå 語').toString()).toContain(' a\tå 語\n');
  });

  it('clips to 256 KB, its end included', () => {
    const bytes = formatLine(time, 'x'.repeat(LINE_BYTES));
    expect(bytes.length).toBe(LINE_BYTES);
    expect(bytes.toString().endsWith('x…\n')).toBe(true);
    const fits = formatLine(time, 'x'.repeat(LINE_BYTES - 26));
    expect(fits.length).toBe(LINE_BYTES);
    expect(fits.toString()).not.toContain('…');
  });
});

describe('clip', () => {
  it.each(['å', '語', '😀', 'x'])('never parts %s', (character) => {
    for (let bytes = 4; bytes < 20; bytes++) {
      const clipped = clip(character.repeat(30), bytes);
      expect(Buffer.byteLength(clipped)).toBeLessThanOrEqual(bytes);
      expect(clipped).toMatch(new RegExp(`^(${character})*…$`, 'u'));
    }
  });

  it('counts bytes, not characters', () => {
    expect(clip('語語語', 9)).toBe('語語語');
    expect(clip('語語語', 8)).toBe('語…');
  });
});
