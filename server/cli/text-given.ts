/** The text that a command was given: its words, else what comes on standard input. */
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';

/** @param say gets a hint for somebody who sits at the terminal and waits */
export async function textGiven(
  words: readonly string[],
  stdin: Readable & { isTTY?: boolean } = process.stdin,
  say: (hint: string) => void = console.error,
): Promise<string> {
  if (words.length > 0) return words.join(' ');
  if (stdin.isTTY) {
    const end = process.platform === 'win32' ? 'Ctrl+Z and Enter' : 'Ctrl+D';
    say(`sonara: type the text, then ${end} on a line of its own (Ctrl+C: nothing)`);
  }
  return readAll(stdin);
}
