/** Texts compared by their letters and digits alone. */

/** @returns the letters and digits of a text, without case */
export function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** A value in `name=value` of the log, as a JSON string where it would mislead. */
export function quoted(value: string): string {
  return /^[^\s"=\p{Cc}\u2028\u2029]+$/u.test(value) ? value : JSON.stringify(value);
}
