/** Numbers as they stand before a unit, a currency or a percent sign, also two of them as a range. */
import { numberWords } from '../say/numbers.ts';
import { matchAt } from './rule.ts';

export class Amount {
  readonly end: number;
  /** Each as written, with commas. */
  readonly numbers: string[];

  constructor(end: number, numbers: string[]) {
    this.end = end;
    this.numbers = numbers;
  }

  /** Made when asked for: most numbers are looked at as an amount and are none. */
  get words(): string {
    return this.numbers.map(numberWords).join(' to ');
  }
}

/** Digits with thousands marks and a fraction. */
export const number =
  '\\d{1,3}(?:,\\d{3}){1,5}(?:\\.\\d{1,15})?(?!\\d|[,.]\\d)|\\d{1,18}(?:\\.\\d{1,15})?(?!\\d|,\\d{3}(?!\\d)|\\.\\d)';
const amount = new RegExp(`(${number})(?:(-| - | ?[–—] ?| to )[~$€£¥]?(${number}))?`, 'y');

/** @returns the number or range at `at`; a unit must follow, or it is none of ours */
export function amountAt(text: string, at: number): Amount | undefined {
  const found = matchAt(amount, text, at);
  if (!found) return undefined;
  const [{ length }, first, between, second] = found;
  // "401 - 3.2 ms" are two things.
  if (between === ' - ' && Number(first!.replaceAll(',', '')) > Number(second!.replaceAll(',', '')))
    return undefined;
  return new Amount(at + length, second === undefined ? [first!] : [first!, second]);
}

/** The first number alone, where the range around it is none. */
const single = new RegExp(`(${number})`, 'y');
export function singleAt(text: string, at: number): Amount | undefined {
  const found = matchAt(single, text, at);
  if (!found) return undefined;
  return new Amount(at + found[0].length, [found[1]!]);
}

export function isOne({ numbers }: Amount): boolean {
  return numbers.length === 1 && numbers[0] === '1';
}

/** What makes a number a thousand or a million times larger, attached. */
const scales: Record<string, string> = {
  k: 'thousand',
  K: 'thousand',
  M: 'million',
  m: 'million',
  mn: 'million',
  B: 'billion',
  b: 'billion',
  bn: 'billion',
  Bn: 'billion',
  T: 'trillion',
  tn: 'trillion',
};
const attachedScale = /(?:[kKMmBbT]|mn|bn|Bn|tn)(?![\p{L}\p{N}_])/uy;
const writtenScale = /[ -](thousand|million|billion|trillion)(?![\p{L}\p{N}_])/uy;

/** @returns the scale at `at`, as a word, and where it ends */
export function scaleAt(text: string, at: number): { word: string; end: number } | undefined {
  const attached = matchAt(attachedScale, text, at)?.[0];
  if (attached) return { word: scales[attached]!, end: at + attached.length };
  const written = matchAt(writtenScale, text, at);
  return written ? { word: written[1]!, end: at + written[0].length } : undefined;
}
