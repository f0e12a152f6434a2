/** Issues, ports, HTTP statuses and colours: numbers that name a thing. */
import { kebabWords } from '../say/identifiers.ts';
import { cardinal, numberWords, pairs } from '../say/numbers.ts';
import { spell } from '../say/spelling.ts';
import { statusWords, statuses } from '../tables/http.ts';
import { portWords } from './ip-addresses.ts';
import { isListed, isOpenBefore, isWordAt, wordAfter, wordBefore } from './neighbours.ts';
import { digits, matchAt, type Rule } from './rule.ts';

const issue = /#(\d{1,7})(?![\p{L}\p{N}_]|[.,]\d)/uy;
const colour = /#([0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\p{L}\p{N}_])/uy;
const port = /:(\d{2,5})(?![\p{L}\p{N}_]|[.:,]\d)/uy;
const portRoute = /\/([A-Za-z][\w-]{0,40})(?![\p{L}\p{N}_/.])/uy;
const portIs =
  /\bports? (?:(?:is|was|are|number|changed to|to) |(?:\d{2,5}(?:, and|,| and) ){1,4})$/i;
const portAfter = /(\d{4,5})(?:[-–](\d{4,5}))?(?![\p{L}\p{N}_]|[.:,/]\d|[%°])/uy;
const statusNamed = /(?:^|[^a-z])(?:https?(?:\/[\d.]+)?|status)(?: code)?[:=]? ?$/i;
const statusBefore = /(?:^|[^a-z])(?:returne?[ds]?|got|responde?[ds]?)(?: with)? $/i;
const articleBefore = /(?:^|[ (])(?:an?|the|with|for) $/i;
/** After "a 404" the sentence goes on; "a 404 page" is one too, "a 500 line file" is none. */
const goesOn = new Set([
  '',
  'when',
  'if',
  'on',
  'for',
  'because',
  'and',
  'or',
  'from',
  'page',
  'pages',
]);
const httpVersion = /HTTPS?\/(\d)(?:\.(\d))?(?: ([1-5]\d\d)(?![\p{L}\p{N}_]))?(?![\p{L}\p{N}_/])/uy;
const protocolAfter = /(\d{2,5})\/(tcp|udp|TCP|UDP)(?![\p{L}\p{N}_])/uy;
/** "handle 429s": several answers; after "in" and the like it is a time. */
const statusPlural = /([1-5]\d\d)s(?![\p{L}\p{N}_])/uy;
const timeBefore =
  /(?:^|[^a-z])(?:in|took|takes|after|for|within|of|every|about|timeout|waite?d?s?|over|under|than|last|past|first|next|to|by|at|~) $/i;
const statusFamily = /([1-5])(?:xx|XX)(?![\p{L}\p{N}_])/uy;
const status = /([1-5]\d\d)(?![\p{L}\p{N}_]|[.,:/–-]\d|[%°])/uy;

export const issueNumbers: Rule = {
  name: 'number or colour',
  begins: '#',
  read({ text }, at) {
    if (text[at - 1] === '&') return undefined;
    const hex = matchAt(colour, text, at);
    if (
      hex &&
      (/[a-fA-F]/.test(hex[1]!) || /^0{3}/.test(hex[1]!)) &&
      /\d|^([a-fA-F])\1+$|[A-F]/.test(hex[1]!)
    )
      return { end: at + hex[0].length, spoken: `hex ${spell(hex[1]!)}` };
    const found = matchAt(issue, text, at);
    if (!found) return undefined;
    const number = found[1]!.length > 3 ? numberWords(found[1]!) : found[1]!;
    return {
      end: at + found[0].length,
      spoken: `${isWordAt(text, at - 1) ? ' ' : ''}number ${number}`,
    };
  },
  examples: [
    ['#123', 'number 123'],
    ['PR #1234', 'P R number one thousand two hundred thirty four'],
    ['#ff8800', 'hex F F eight eight zero zero'],
  ],
};

export const ports: Rule = {
  name: 'port',
  begins: `:${digits}`,
  read(scene, at) {
    const { text } = scene;
    if (text[at] === ':') {
      const found = matchAt(port, text, at);
      const isBracketed = text[at - 1] === ']';
      const begins = at === 0 || isBracketed || text[at - 1] === '*' || isOpenBefore(text, at);
      if (!found || !begins) return undefined;
      const route = matchAt(portRoute, text, at + found[0].length);
      const words = `port ${portWords(found[1]!)}${route ? `, ${kebabWords(route[1]!)}` : ''}`;
      return {
        end: at + found[0].length + (route?.[0].length ?? 0),
        spoken: isBracketed ? `, ${words}` : words,
      };
    }
    const named = matchAt(protocolAfter, text, at);
    if (named)
      return { end: at + named[0].length, spoken: `${portWords(named[1]!)} ${spell(named[2]!)}` };
    const before = wordBefore(text, at);
    if (
      before !== 'port' &&
      before !== 'ports' &&
      !isListed(scene, at, 'port') &&
      !portIs.test(text.slice(Math.max(0, at - 40), at))
    )
      return undefined;
    const found = matchAt(portAfter, text, at);
    if (!found) return undefined;
    const words = [found[1]!, found[2]].filter((port) => port !== undefined).map(portWords);
    return { end: at + found[0].length, spoken: words.join(' to ') };
  },
  examples: [
    [':8080', 'port eighty eighty'],
    ['port 3000', 'port three thousand'],
    ['port 5432', 'port fifty four thirty two'],
    ['80/TCP', 'eighty T C P'],
  ],
};

export const httpStatuses: Rule = {
  name: 'HTTP status',
  begins: digits,
  where: 'prose',
  read({ text }, at) {
    const family = matchAt(statusFamily, text, at)?.[1];
    if (family) return { end: at + 3, spoken: `${cardinal(family)} X X` };
    const many = matchAt(statusPlural, text, at)?.[1];
    if (many && statuses.has(many) && /^[45]/.test(many) && text[at - 1] === ' ')
      return timeBefore.test(text.slice(Math.max(0, at - 12), at))
        ? undefined
        : { end: at + 4, spoken: `${pairs(many)}s` };
    const found = matchAt(status, text, at)?.[1];
    if (!found || !statuses.has(found)) return undefined;
    const next = text[at + 3] === ' ' ? wordAfter(text, at + 3) : '';
    const before = text.slice(Math.max(0, at - 20), at);
    const isCued =
      statusNamed.test(before) || (statusBefore.test(before) && !/^[a-z]+s$/.test(next));
    const isError = /^(?:40[1345]|42\d|50[234])$/.test(found) && articleBefore.test(before);
    const isStatus = isCued || statusWords.has(next) || (isError && goesOn.has(next));
    return isStatus ? { end: at + 3, spoken: pairs(found) } : undefined;
  },
  examples: [
    ['HTTP 404', 'H T T P four oh four'],
    ['a 500 error', 'a five hundred error'],
    ['200 OK', 'two hundred OK'],
    ['returned 422', 'returned four twenty two'],
    ['handle 429s', 'handle four twenty nines'],
  ],
};

export const httpVersions: Rule = {
  name: 'HTTP version',
  words: ['HTTP', 'HTTPS'],
  read({ text }, at) {
    const found = matchAt(httpVersion, text, at);
    if (!found) return undefined;
    const [{ length }, major, minor, code] = found;
    const words = [
      'H T T P',
      minor === undefined ? numberWords(major!) : numberWords(`${major}.${minor}`),
    ];
    return { end: at + length, spoken: words.join(' ') + (code ? `, ${pairs(code)}` : '') };
  },
  examples: [
    ['HTTP/2', 'H T T P two'],
    ['HTTP/1.1 301', 'H T T P one point one, three oh one'],
  ],
};
