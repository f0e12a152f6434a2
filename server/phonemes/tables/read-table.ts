/** Reads a table of ours: a line an entry, the word and, after a space, what is said of it. */
export function readTable(text: string): [word: string, said: string][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(' ');
      return [line.slice(0, at), line.slice(at + 1)];
    });
}
