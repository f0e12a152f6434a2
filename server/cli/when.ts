/** Times as a listener takes them, and the other way round. */

/** @returns `14:02`, or with its day when that is not today's; local time */
export function clockTime(iso: string, now: Date): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === now.toDateString()) return time;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * @param text such as `90s`, `30m`, `2h`, `1d`, or a time such as `2026-10-03T10:59:14Z`
 * @returns as the message `history` takes it
 * @throws Error in words for anything else
 */
export function sinceOf(text: string): string | number {
  const span = /^(\d{1,9})([smhd])$/.exec(text);
  if (span) return Number(span[1]) * units[span[2]!]!;
  if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const time = new Date(text);
    if (!Number.isNaN(time.getTime())) return time.toISOString();
  }
  throw new Error('--since takes a span such as 30m, 2h or 1d, or a time');
}
