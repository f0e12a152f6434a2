/** Names from source code: camelCase, snake_case, with digits, with dots and calls. */
import { identifierWords, kebabWords } from '../say/identifiers.ts';
import { cardinal } from '../say/numbers.ts';
import { spell } from '../say/spelling.ts';
import { extensions } from '../path-tables.ts';
import { isOpenBefore } from './neighbours.ts';
import { keptNames, members, objects } from '../tables/names.ts';
import { letters, matchAt, type Rule, Shape } from './rule.ts';

const fileName =
  /[\p{L}\p{N}_][\p{L}\p{N}_+-]{0,60}(?:\.[\p{L}\p{N}_+-]{1,40}){0,4}\.([A-Za-z][A-Za-z0-9]{0,10})(?![\p{L}\p{N}_(]|[-.][\p{L}\p{N}_])/uy;
const dotted =
  /[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|#|\?\.)[A-Za-z_][\w$]{0,60}){1,6}(\(\))?(?![\p{L}\p{N}_])/uy;
const call = /[A-Za-z_$][\w$]{0,60}\(\)/y;
const plainWord = /^[A-Z]?[a-z]+$/;
const assignment = /([A-Za-z_][\w-]{0,60})=(?=[^\s=])/y;
const packageVersion = /([a-z][\w./-]{0,60})@(?=[\^~]?\d|latest|next|beta)/y;

/** A file's name stays as it is written, as it does in a path. */
export const fileNames: Rule = {
  name: 'file name',
  begins: `${letters}0123456789_`,
  read({ text }, at) {
    const found = matchAt(fileName, text, at);
    if (!found || !extensions.has(found[1]!.toLowerCase())) return undefined;
    const first = found[0].slice(0, found[0].indexOf('.'));
    if (
      (objects.has(first) && members.has(found[1]!)) ||
      !/\p{L}/u.test(first) ||
      (first.length === 1 && found[1]!.length === 1)
    )
      return undefined;
    return { end: at + found[0].length, spoken: found[0] };
  },
  examples: [
    ['see main.ts', 'see main.ts'],
    ['getUser.test.ts', 'getUser.test.ts'],
  ],
};

export const dottedNames: Rule = {
  name: 'dotted name',
  begins: `${letters}_$`,
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(dotted, text, at)?.[0] ?? matchAt(call, text, at)?.[0];
    if (!found) return undefined;
    const name = found.replace(/\(\)$/, '');
    const names = name.split(/\.|::|#|\?\./);
    // A space that is missing after a full stop: "It works.Then it does not".
    if (
      found === name &&
      plainWord.test(names[0]!) &&
      /^[A-Z][a-z]+$/.test(names[1] ?? '') &&
      !objects.has(names[0]!)
    )
      return undefined;
    const spoken = name
      .replace(/\?\./g, '.')
      .split(/(\.|::|#)/)
      .map((part) => separators[part] ?? identifierWords(part))
      .filter(Boolean);
    return { end: at + found.length, spoken: spoken.join(' ') };
  },
  examples: [
    ['foo.bar()', 'foo dot bar'],
    ['useState()', 'use state'],
    ['Foo::bar', 'foo colon colon bar'],
    ['os.path.join', 'O S dot path dot join'],
  ],
};

const separators: Record<string, string> = { '.': 'dot', '::': 'colon colon', '#': 'hash' };

export const assignments: Rule = {
  name: 'assignment',
  begins: `${letters}_`,
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(assignment, text, at);
    if (!found) return undefined;
    return { end: at + found[0].length, spoken: `${kebabWords(found[1]!)} equals ` };
  },
  examples: [
    ['NODE_ENV=production', 'node env equals production'],
    ['port=8080', 'port equals eighty eighty'],
  ],
};

export const packageVersions: Rule = {
  name: 'package version',
  begins: letters,
  read({ text }, at) {
    const found = matchAt(packageVersion, text, at);
    if (!found) return undefined;
    return { end: at + found[0].length, spoken: `${kebabWords(found[1]!)} at ` };
  },
  examples: [['react@18.2.0', 'react at eighteen point two point zero']],
};

export const identifiers: Rule = {
  name: 'identifier',
  begins: `${letters}_`,
  read({ text, shape, wordEnd, inCode }, at) {
    const word = text.slice(at, wordEnd);
    if ((shape & Shape.other) !== 0 || keptNames.has(word) || /^M(?:a?c)[A-Z][a-z]+$/.test(word))
      return undefined;
    const isName =
      (shape & (Shape.underscore | Shape.digit)) !== 0 ||
      ((shape & Shape.innerUpper) !== 0 && (shape & Shape.lower) !== 0);
    if (!isName || !/[A-Za-z]/.test(word)) return undefined;
    if (inCode && word.length > 200) return undefined;
    return { end: wordEnd, spoken: identifierWords(word) };
  },
  examples: [
    ['getUserName', 'get user name'],
    ['UserProfile', 'user profile'],
    ['max_retry_count', 'max retry count'],
    ['MAX_RETRIES', 'max retries'],
    ['parseHTMLDocument', 'parse H T M L document'],
    ['utf8', 'U T F eight'],
    ['sha256', 'S H A two fifty six'],
  ],
};

export const decorators: Rule = {
  name: 'name with a mark',
  begins: '@$#',
  where: 'prose',
  read({ text }, at) {
    if (!isOpenBefore(text, at)) return undefined;
    const found = matchAt(marked, text, at);
    if (!found) return undefined;
    const [{ length }, mark, name] = found;
    return { end: at + length, spoken: `${markNames[mark!]!} ${kebabWords(name!)}` };
  },
  examples: [
    ['@Injectable', 'at injectable'],
    ['$HOME', 'dollar home'],
    ['#main', 'hash main'],
    ['@types/node', 'at types node'],
  ],
};

const marked = /([@$#])\{?([A-Za-z_][\w-]{0,60}(?:\/[\w.-]{0,58}[\w-])?)\}?/y;
const markNames: Record<string, string> = { '@': 'at', $: 'dollar', '#': 'hash' };

const numbered = /(\d{1,3})([A-Z]{1,3})(?![\p{L}\p{N}_]|[-.]\d)/uy;

export const digitsWithLetters: Rule = {
  name: 'digits with letters',
  begins: '123456789',
  where: 'prose',
  read({ text }, at) {
    const found = matchAt(numbered, text, at);
    if (!found) return undefined;
    return { end: at + found[0].length, spoken: `${cardinal(found[1]!)} ${spell(found[2]!)}` };
  },
  examples: [
    ['a 3D model', 'a three D model'],
    ['2FA', 'two F A'],
  ],
};
