/** Letters and digits said one by one. */
import { oneByOne } from './numbers.ts';

/** "a1b" -> A one B: capitals are what a voice says by name. */
export function spell(text: string): string {
  const said: string[] = [];
  for (const char of text) {
    if (/\d/.test(char)) said.push(oneByOne(char));
    else if (/[\p{L}\p{M}]/u.test(char)) said.push(char.toUpperCase());
  }
  return said.join(' ');
}
