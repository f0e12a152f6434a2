// V8 keeps a source of ASCII in half the memory, one byte a character.

/**
 * The same program in ASCII. The bundler leaves other characters only inside strings, templates,
 * regular expressions and names, where an escape means the same.
 * @param {string} code
 */
export function escapeNonAscii(code) {
  return code.replace(
    /[^\x00-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
