/** Characters that are no writing. */

const unspeakable =
  /\x1b\[[0-9;]{0,20}[A-Za-z]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ue002]/g;

/** Invisible characters (our own seals too) go; other control characters part words. */
export function withoutUnspeakable(text: string): string {
  return text.replace(unspeakable, (found) => (found > '\x9f' ? '' : ' '));
}
