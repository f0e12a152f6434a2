/** How the members of a JSON object were written: what JavaScript's own values would round or lose. */

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const QUOTE = 0x22;

/**
 * @param text valid JSON, an object
 * @returns the top-level members in their order: key, and the source of the value. A key that is there
 *   twice comes twice; JSON.parse takes the last.
 */
export function* members(text: string): Generator<[key: string, source: string]> {
  let at = text.indexOf('{') + 1;
  for (;;) {
    const keyFrom = text.indexOf('"', at);
    if (keyFrom < 0) return;
    const keyEnd = endOfString(text, keyFrom);
    const key = JSON.parse(text.slice(keyFrom, keyEnd)) as string;
    at = keyEnd;
    while (text.charCodeAt(at) !== COLON) at++;
    const end = endOfValue(text, at + 1);
    yield [key, text.slice(at + 1, end).trim()];
    if (text.charCodeAt(end) !== COMMA) return;
    at = end + 1;
  }
}

/** @param at the opening quote @returns the index after the closing one */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; ; end++) {
    const code = text.charCodeAt(end);
    if (code === BACKSLASH) end++;
    else if (code === QUOTE) return end + 1;
  }
}

/** @returns the index of the comma or brace that ends the value */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; ;) {
    const character = text.charAt(at);
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    at++;
  }
}
