/** One line of a log file, as bytes. */

/** The longest line in bytes, its time and its end included. */
export const LINE_BYTES = 256 * 1024;

const CUT = '…';

/** @returns `<UTC time with ms> <text>\n`: one line whatever the text holds, clipped at `LINE_BYTES` */
export function formatLine(time: Date, text: string): Buffer {
  return Buffer.from(`${clip(`${time.toISOString()} ${oneLine(text)}`, LINE_BYTES - 1)}\n`, 'utf8');
}

// Every character that some viewer takes for a line's end, and those that steer a terminal.
// oxlint-disable-next-line no-control-regex
const breaks = /\r\n|[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g;

function oneLine(text: string): string {
  return text.replace(breaks, ' ');
}

/** At most `bytes` UTF-8 bytes of `text`; a cut never parts a character and shows as "…". */
export function clip(text: string, bytes: number): string {
  // A UTF-16 unit is three bytes at most: the common, short text needs no count.
  if (text.length * 3 <= bytes || Buffer.byteLength(text, 'utf8') <= bytes) return text;
  // One unit is at least one byte, so this much is enough, and a huge text is not encoded whole.
  const encoded = Buffer.from(text.slice(0, bytes), 'utf8');
  let end = Math.min(encoded.length, bytes - Buffer.byteLength(CUT));
  while (end > 0 && isContinuation(encoded[end])) end--;
  return encoded.toString('utf8', 0, end) + CUT;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
