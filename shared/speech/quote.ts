/** A value in `name=value`: as a JSON string where spaces, quotes or control characters would mislead. */
export function quoteValue(value: string): string {
  return /^[^\s"=\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/.test(value)
    ? value
    : JSON.stringify(value);
}
