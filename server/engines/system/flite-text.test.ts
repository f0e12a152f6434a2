import { expect, test } from 'vitest';
import { foldForFlite } from './flite-text.ts';

test.each([
  ['plain text', 'plain text'],
  ['don’t “say” it', 'don\'t "say" it'],
  ['café naïve Ångström', 'cafe naive Angstrom'],
  ['straße Æther Łódź', 'strasse Aether Lodz'],
  ['word—word', 'word, word'],
  ['½ of 20 °C', '1/2 of 20 degrees C'],
  ['a\0b\tc\nd\x7fe', 'a b c d e'],
  ['日本語 and 😀', 'and'],
  ['Привет', ''],
  ['\ud800x', 'x'],
])('%j is %j', (text, folded) => expect(foldForFlite(text)).toBe(folded));
