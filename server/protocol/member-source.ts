/** Finds how a member of a JSON object was written. */

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const QUOTE = 0x22;

/**
 * @param text valid JSON, an object
 * @returns the source of the value that the top-level member `name` has, the last one of that name, as
 *   JSON.parse takes it; undefined when there is none
 */
export function memberSource(text: string, name: string): string | undefined {
  let found: string | undefined;
  let at = text.indexOf('{') + 1;
  for (;;) {
    const keyFrom = text.indexOf('"', at);
    if (keyFrom < 0) return found;
    const keyEnd = endOfString(text, keyFrom);
    const isWanted = JSON.parse(text.slice(keyFrom, keyEnd)) === name;
    at = keyEnd;
    while (text.charCodeAt(at) !== COLON) at++;
    const end = endOfValue(text, at + 1);
    if (isWanted) found = text.slice(at + 1, end).trim();
    if (text.charCodeAt(end) !== COMMA) return found;
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
