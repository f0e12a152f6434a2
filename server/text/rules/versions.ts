/** Versions: after a v, with three parts, after a name that has versions, and as ranges. */
import { cardinal, versionWords } from '../say/numbers.ts';
import { spell } from '../say/spelling.ts';
import { versioned } from '../tables/versioned.ts';
import { isListed, isWordAt, wordBefore } from './neighbours.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const part = '(?:\\d{1,9}|[xX*](?![\\p{L}\\p{N}]))';
const extra =
  '(?:-[0-9A-Za-z]{1,20}(?:[.-][0-9A-Za-z]{1,20}){0,4}|(?:a|b|rc|alpha|beta|dev|post)\\d{1,4})?(?:\\+[0-9A-Za-z.]{1,40}(?<!\\.))?';
const tagged = new RegExp(
  `[vV]\\.? ?(\\d{1,9}(?:\\.${part}){0,4})(${extra})(?![\\p{L}\\p{N}_]|[.:-]\\d)`,
  'uy',
);
const bare = new RegExp(
  `(\\d{1,9}(?:\\.${part}){1,4})(${extra})(?![\\p{L}\\p{N}_%°]|[.:,]\\d)`,
  'uy',
);
const whole = /(\d{1,4})(?![\p{L}\p{N}_%°]|[.,:/]\d)/uy;
const versionNouns = new Set(['version', 'versions', 'release', 'releases', 'ver', 'v']);

/** "3.85 V = 17.3 Wh" */
const volts = /\d ?V[ =]*$/;
/** ">=3.9,<3.13" */
const limitBefore = /[<>=~!]=?[\d.]{1,20}, ?[<>=~!]=?$/;
const limitAfter = /^,[<>=!~]/;
const compares = '<>=~!';

function isLimit(text: string, at: number, end: number): boolean {
  if (!compares.includes(text[at - 1] ?? ' ')) return false;
  return (
    limitAfter.test(text.slice(end, end + 2)) ||
    limitBefore.test(text.slice(Math.max(0, at - 40), at))
  );
}

/** "bump foo 0.19", "upgraded foo from 0.19" */
const bumped =
  /\b(?:bump|upgrade|downgrade|update|pin)(?:d|ed|s|ing|ned)? [\w@/.-]{1,40} (?:from |to )?$/i;

function isBumped(text: string, at: number): boolean {
  return text[at - 1] === ' ' && bumped.test(text.slice(Math.max(0, at - 60), at));
}

const named: Record<string, string> = { rc: 'R C', dev: 'dev', a: 'alpha', b: 'beta' };

export const taggedVersions: Rule = {
  name: 'version',
  begins: 'vV',
  read(scene, at): Found | undefined {
    const { text } = scene;
    const found = matchAt(tagged, text, at);
    if (!found) return undefined;
    const [{ length }, dotted, suffix] = found;
    if (text[at] === 'V' && !dotted!.includes('.')) return undefined;
    if (/[ .]/.test(text[at + 1]!) && !dotted!.includes('.')) return undefined;
    const isSaid = versionNouns.has(wordBefore(text, at)) || isListed(scene, at, 'version');
    const words =
      versionWords(dotted!.toLowerCase()).replaceAll('*', 'star') + suffixWords(suffix!);
    return { end: at + length, spoken: isSaid ? words : `version ${words}` };
  },
  examples: [
    ['v1.20', 'version one point twenty'],
    ['version v1.20', 'version one point twenty'],
    ['v2.0.0-rc.1', 'version two point zero point zero R C one'],
  ],
};

export const versions: Rule = {
  name: 'version',
  begins: digits,
  read(scene, at) {
    const { text } = scene;
    const before = at > 0 ? text[at - 1]! : ' ';
    const found = matchAt(bare, text, at);
    const isRange =
      (before === '^' && !isWordAt(text, at - 2)) ||
      before === '@' ||
      (before === '~' && text[at - 2] !== '/');
    const word = volts.test(text.slice(Math.max(0, at - 8), at)) ? '' : wordBefore(text, at);
    const isNamed = isRange || versioned.has(word) || isListed(scene, at, 'version');
    if (!found) {
      if (!(before === '@' || (before === '^' && isRange)) && !versionNouns.has(word))
        return undefined;
      const major = matchAt(whole, text, at);
      return major ? { end: at + major[0].length, spoken: cardinal(major[1]!) } : undefined;
    }
    const [{ length }, dotted, suffix] = found;
    const parts = dotted!.split('.');
    const isYear =
      /^20[12]\d\.\d{1,2}$/.test(dotted!) &&
      /[A-Z][\w+-]* $/.test(text.slice(Math.max(0, at - 20), at));
    const isSure = isYear || parts.length > 2 || /[xX*]/.test(dotted!) || /[a-z]/.test(suffix!);
    if (!isSure && !isNamed && !isBumped(text, at) && !isLimit(text, at, at + length))
      return undefined;
    // "~1.2" is about 1.2 unless something says that it is a version.
    if (!isSure && before === '~' && !versioned.has(wordBefore(text, at - 1))) return undefined;
    return {
      end: at + length,
      spoken: versionWords(dotted!.toLowerCase()).replaceAll('*', 'star') + suffixWords(suffix!),
    };
  },
  examples: [
    ['1.2.3', 'one point two point three'],
    ['version 1.20', 'version one point twenty'],
    ['Node 20.19', 'Node twenty point nineteen'],
    ['1.0.0-beta.2', 'one point zero point zero beta two'],
    ['2.x', 'two point x'],
  ],
};

function suffixWords(suffix: string): string {
  if (suffix === '') return '';
  const words = (suffix.match(/\+|\d+|[A-Za-z]+/g) ?? []).map((word, index, all) => {
    if (word === '+') return 'plus';
    if (/^\d+$/.test(word)) return word.length > 4 ? spell(word) : cardinal(word);
    const isHash = /\d/.test(all[index - 1] ?? '') && word.length < 3;
    return named[word.toLowerCase()] ?? (isHash ? spell(word) : word.toLowerCase());
  });
  return ` ${words.join(' ')}`;
}
