/** Hashes and UUIDs: the first characters tell which one it is; nobody takes in forty. */
import { spell } from '../say/spelling.ts';
import { wordBefore } from './neighbours.ts';
import { digits, letters, matchAt, type Rule } from './rule.ts';

const uuid =
  /([0-9a-fA-F]{8})-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![\p{L}\p{N}_-])/uy;
const hash = /(?:[0-9a-f]{7,128}|[0-9A-F]{16,128})(?![\p{L}\p{N}_])/uy;
const namedBefore = /\b(?:uuid|guid|id)s?(?:[:=]| is)? ?$/i;
const cues = new Set(
  'commit commits hash sha sha1 sha256 md5 digest checksum revision rev ref id uuid guid head merge cherry-pick cherry-picked reverts revert fixup parent tree blob'.split(
    ' ',
  ),
);
/** A hash up to this long is said whole, of a longer one this many characters. */
const longestWhole = 12;
const said = 7;

export const uuids: Rule = {
  name: 'UUID',
  begins: digits + letters,
  read({ text }, at) {
    const found = matchAt(uuid, text, at);
    if (!found) return undefined;
    const isNamed = namedBefore.test(text.slice(Math.max(0, at - 12), at));
    const start = `starting ${spell(found[1]!.slice(0, 4))}`;
    return { end: at + found[0].length, spoken: isNamed ? ` ${start}` : `U U I D ${start}` };
  },
  examples: [['550e8400-e29b-41d4-a716-446655440000', 'U U I D starting five five zero E']],
};

const point = /U\+([0-9A-Fa-f]{4,6})(?![\p{L}\p{N}_])/uy;

export const codePoints: Rule = {
  name: 'code point',
  begins: 'U',
  read({ text }, at) {
    const found = matchAt(point, text, at);
    return found ? { end: at + found[0].length, spoken: `U plus ${spell(found[1]!)}` } : undefined;
  },
  examples: [['U+1F600', 'U plus one F six zero zero']],
};

export const hashes: Rule = {
  name: 'hash',
  begins: `${digits}abcdefABCDEF`,
  read({ text, wordEnd }, at) {
    if (wordEnd - at < 7) return undefined;
    const found = matchAt(hash, text, at)?.[0];
    if (!found) return undefined;
    const isNamed = cues.has(wordBefore(text, at)) || '(@:~^.'.includes(text[at - 1] ?? ' ');
    const isMixed = /\d/.test(found) && /[a-fA-F]/.test(found);
    // "1234567" is a number, "deadbee" perhaps a word, 12e4567 perhaps one too.
    if (!isMixed && !(isNamed && cues.has(wordBefore(text, at)))) return undefined;
    if (/^\d+e\d+$/.test(found) && !isNamed) return undefined;
    if (found.length <= longestWhole) return { end: at + found.length, spoken: spell(found) };
    const start = `starting ${spell(found.slice(0, said))}`;
    return { end: at + found.length, spoken: isNamed ? ` ${start}` : `hash ${start}` };
  },
  examples: [
    ['commit a1b2c3d', 'commit A one B two C three D'],
    ['9fceb02d0ae598e95dc970b74767f19372d61af8', 'hash starting nine F C E B zero two'],
  ],
};
