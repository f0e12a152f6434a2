/** Ordinals, decimals, numbers of a thousand and more, and the ways programs write numbers. */
import { numberWords, oneByOne, ordinal } from '../say/numbers.ts';
import { spell } from '../say/spelling.ts';
import { number } from './amounts.ts';
import { isOpenBefore, wordBefore } from './neighbours.ts';
import { digits, matchAt, type Rule } from './rule.ts';

const ordinalNumber = /(\d{1,3}(?:,?\d{3}){0,2})(?:st|nd|rd|th)(?![\p{L}\p{N}_])/uy;
const scientific = /(\d{1,15}(?:\.\d{1,15})?)[eE]([+-]?)(\d{1,3})(?![\p{L}\p{N}_])/uy;
const power = /(?:(\d{1,15}(?:\.\d{1,15})?)\^|10\^)([+-]?)(\d{1,4})(?![\p{L}\p{N}_])/uy;
const superscript = /(\d{1,9})([²³])/y;
const radix =
  /0(?:([xX])([0-9a-fA-F_]{1,32})|([bB])([01_]{1,64})|([oO])([0-7_]{1,22}))(?![\p{L}\p{N}_])/uy;
const plain = new RegExp(`(${number})(?![\\p{L}\\p{N}_])`, 'uy');
const grouped = /\d{1,3}(?:_\d{3}){1,5}(?![\p{L}\p{N}_])/uy;
const spacedGroups =
  /\d{1,3}(?:(?:[\u00a0\u202f]\d{3}){1,5}|(?: 000){1,5})(?![\p{L}\p{N}_]|[.,]\d)/uy;
/** "1.234,56" as much of Europe writes it. */
const decimalComma = /\d{1,3}(?:\.\d{3}){1,4},\d{1,9}(?![\p{L}\p{N}_,.])/uy;
/** Permissions are said digit by digit. */
const fileMode = /[0-7]{3,6}(?![\p{L}\p{N}_.,])/uy;
const modeCues = new Set(['mode', 'chmod', 'umask']);
const leadingZero = /0\d{1,17}(?![\p{L}\p{N}_.,])/uy;
const long = /\d{19,200}(?![\p{L}\p{N}_])/uy;
/** More digits than anything is counted by; zeros at the end say nothing. */
const longDecimal =
  /(\d{1,18}\.\d{0,60}[1-9]|\d{1,18})(?:\.0{16,60}|0{0,60})(?<=\.\d{16,60})(?![\p{L}\p{N}_.])/uy;
const fraction = /\.\d{1,15}(?![\p{L}\p{N}_.])/uy;

export const ordinals: Rule = {
  name: 'ordinal',
  begins: digits,
  read({ text }, at) {
    const found = matchAt(ordinalNumber, text, at);
    if (!found) return undefined;
    return { end: at + found[0].length, spoken: ordinal(found[1]!.replaceAll(',', '')) };
  },
  examples: [
    ['1st', 'first'],
    ['22nd', 'twenty second'],
  ],
};

export const scientificNumbers: Rule = {
  name: 'scientific number',
  begins: digits,
  read({ text }, at) {
    const found = matchAt(scientific, text, at);
    if (found) {
      const [{ length }, base, sign, exponent] = found;
      const minus = sign === '-' ? 'minus ' : '';
      return {
        end: at + length,
        spoken: `${numberWords(base!)} times ten to the ${minus}${numberWords(String(Number(exponent)))}`,
      };
    }
    const raised = matchAt(power, text, at);
    if (raised) {
      const [{ length }, base = '10', sign, exponent] = raised;
      const minus = sign === '-' ? 'minus ' : '';
      return {
        end: at + length,
        spoken: `${numberWords(base)} to the ${minus}${numberWords(exponent!)}`,
      };
    }
    const high = matchAt(superscript, text, at);
    if (!high) return undefined;
    const name = high[2] === '²' ? 'squared' : 'cubed';
    return { end: at + high[0].length, spoken: `${numberWords(high[1]!)} ${name}` };
  },
  examples: [
    ['1e6', 'one times ten to the six'],
    ['1.5e-3', 'one point five times ten to the minus three'],
    ['10^9', 'ten to the nine'],
    ['5²', 'five squared'],
  ],
};

export const radixNumbers: Rule = {
  name: 'hexadecimal',
  begins: '0',
  read({ text }, at) {
    const found = matchAt(radix, text, at);
    if (!found) return undefined;
    const [{ length }, , hex, , binary, , octal] = found;
    const name = hex ? 'hex' : binary ? 'binary' : 'octal';
    return { end: at + length, spoken: `${name} ${spell((hex ?? binary ?? octal)!)}` };
  },
  examples: [
    ['0xFF', 'hex F F'],
    ['0b101', 'binary one zero one'],
    ['0o755', 'octal seven five five'],
  ],
};

export const numbers: Rule = {
  name: 'number',
  begins: digits,
  read({ text }, at) {
    const mode = matchAt(fileMode, text, at);
    if (mode && modeCues.has(wordBefore(text, at)))
      return { end: at + mode[0].length, spoken: oneByOne(mode[0]) };
    const zeros = matchAt(leadingZero, text, at);
    if (zeros) return { end: at + zeros[0].length, spoken: oneByOne(zeros[0]) };
    const parted = matchAt(grouped, text, at);
    if (parted) return { end: at + parted[0].length, spoken: numberWords(parted[0]) };
    const spaced = matchAt(spacedGroups, text, at);
    if (spaced)
      return { end: at + spaced[0].length, spoken: numberWords(spaced[0].replace(/\D/g, '')) };
    const comma = matchAt(decimalComma, text, at);
    if (comma) {
      const written = comma[0].replaceAll('.', '').replace(',', '.');
      return { end: at + comma[0].length, spoken: numberWords(written) };
    }
    const many = matchAt(long, text, at);
    if (many) return { end: at + many[0].length, spoken: oneByOne(many[0]) };
    const exact = matchAt(longDecimal, text, at);
    if (exact) return { end: at + exact[0].length, spoken: numberWords(exact[1]!) };
    const found = matchAt(plain, text, at);
    if (!found || /^\d{1,3}$/.test(found[0])) return undefined;
    return { end: at + found[0].length, spoken: numberWords(found[0]) };
  },
  examples: [
    ['3.14', 'three point one four'],
    ['1,234', 'one thousand two hundred thirty four'],
    ['10000', 'ten thousand'],
    ['1_000_000', 'one million'],
    ['007', 'zero zero seven'],
    ['12.3400000000000000', 'twelve point three four'],
  ],
};

export const bareFractions: Rule = {
  name: 'decimal',
  begins: '.',
  read({ text }, at) {
    if (!isOpenBefore(text, at) && !'-−+±~<>≈'.includes(text[at - 1]!)) return undefined;
    const found = matchAt(fraction, text, at);
    return found ? { end: at + found[0].length, spoken: numberWords(found[0]) } : undefined;
  },
  examples: [['.5', 'point five']],
};
