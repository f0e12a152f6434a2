/** Numbers written as words: "twenty-three", "two and a half thousand" aside. */
import type { NumberMention } from './guard-numbers.ts';
import type { Word } from './guard-words.ts';

const list = (words: string) => words.split(' ');
const small = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
    'sixteen seventeen eighteen nineteen',
);
const tens = list('- - twenty thirty forty fifty sixty seventy eighty ninety');
/** From the third on: the first two are as often other words. */
const smallOrdinals = list(
  '- - - third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
    'fifteenth sixteenth seventeenth eighteenth nineteenth',
);
const tensOrdinals = list(
  '- - twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth',
);

interface Value {
  kind: 'small' | 'tens' | 'hundred' | 'scale';
  value: number;
  isOrdinal?: boolean;
}

const values = new Map<string, Value>([
  ...small.map((word, value): [string, Value] => [word, { kind: 'small', value }]),
  ...tens.map((word, value): [string, Value] => [word, { kind: 'tens', value: value * 10 }]),
  ...smallOrdinals.map((word, value): [string, Value] => [
    word,
    { kind: 'small', value, isOrdinal: true },
  ]),
  ...tensOrdinals.map((word, value): [string, Value] => [
    word,
    { kind: 'tens', value: value * 10, isOrdinal: true },
  ]),
  ['oh', { kind: 'small', value: 0 }],
  ['hundred', { kind: 'hundred', value: 100 }],
  ['thousand', { kind: 'scale', value: 1e3 }],
  ['million', { kind: 'scale', value: 1e6 }],
  ['billion', { kind: 'scale', value: 1e9 }],
  ['trillion', { kind: 'scale', value: 1e12 }],
]);
values.delete('-');

const alone = new Map<string, string[][]>([
  ['half', [['0.5'], ['50']]],
  ['twice', [['2']]],
  ['dozen', [['12']]],
  ...list('dozens hundreds thousands millions billions').map((word): [string, string[][]] => [
    word,
    [[`word:${word}`]],
  ]),
]);

/** @returns the number in words that begins at `at` */
export function readNumberWords(words: readonly Word[], at: number): NumberMention | undefined {
  const word = words[at]!.lower;
  const single = alone.get(word);
  if (single) return { readings: single, next: at + 1 };
  const { run, next } = runAt(words, at);
  if (run.length === 0 || run[0] === 'oh') return undefined;
  if (run.length === 1 && run[0] === 'one') return { readings: [['1']], next, isLoneOne: true };
  return { readings: readingsOf(run), next };
}

/** The number words from `at` to the end of the clause, hyphens opened, "and" and "a" settled. */
function runAt(words: readonly Word[], at: number): { run: string[]; next: number } {
  const run: string[] = [];
  let next = at;
  for (let index = at; index < words.length; index += 1) {
    const { lower, endsClause } = words[index]!;
    const parts = lower.split('-').filter(Boolean);
    const following = words[index + 1]?.lower ?? '';
    if (parts.length > 0 && parts.every((part) => values.has(part))) run.push(...parts);
    else if (lower === 'point' && run.length > 0 && isDigitWord(following)) run.push('point');
    else if (lower === 'and' && isJoint(run.at(-1)) && values.has(following.split('-')[0]!))
      continue;
    else if ((lower === 'a' || lower === 'an') && index === at && isJoint(following))
      run.push('one');
    else break;
    next = index + 1;
    if (endsClause) break;
  }
  return { run, next };
}

const isDigitWord = (word: string) => (values.get(word)?.value ?? 10) < 10;
const isJoint = (word: string | undefined) =>
  ['hundred', 'scale'].includes(values.get(word ?? '')?.kind ?? '');

/** The numbers one after the other; or, of years and digits said one by one, as one. */
function readingsOf(run: readonly string[]): string[][] {
  const point = run.indexOf('point');
  if (point > 0) return [[decimal(run, point)]];
  const numbers = numbersOf(run);
  const readings = [numbers.map(String)];
  const [first, second] = numbers as [number, number?];
  const isPair = numbers.length === 2 && first >= 10 && first < 100 && second! >= 10;
  if (isPair && second! < 100) readings.unshift([String(first * 100 + second!)]);
  const areDigits = numbers.length >= 3 && numbers.every((number) => number < 10);
  if (areDigits) readings.unshift([String(Number(numbers.join('')))]);
  return readings;
}

function decimal(run: readonly string[], point: number): string {
  const rest = run
    .slice(point + 1)
    .map((word) => (word === 'point' ? '.' : values.get(word)!.value));
  const written = `${numbersOf(run.slice(0, point)).join('')}.${rest.join('')}`;
  return written.split('.').length > 2 ? written : String(Number(written));
}

function numbersOf(run: readonly string[]): number[] {
  const numbers: number[] = [];
  let total = 0;
  let current = 0;
  let last: Value | undefined;
  const finish = () => {
    if (last) numbers.push(total + current);
    total = 0;
    current = 0;
    last = undefined;
  };
  for (const word of run) {
    const value = values.get(word)!;
    if (!fits(value, last, current)) finish();
    if (value.kind === 'hundred') current = (current || 1) * 100;
    else if (value.kind === 'scale') {
      total += (current || 1) * value.value;
      current = 0;
    } else current += value.value;
    last = value;
    if (value.isOrdinal) finish();
  }
  finish();
  return numbers;
}

function fits(value: Value, last: Value | undefined, current: number): boolean {
  if (!last) return true;
  if (value.kind === 'hundred') return last.kind !== 'hundred' && current > 0 && current < 100;
  if (value.kind === 'scale') return current > 0;
  if (last.kind === 'hundred' || last.kind === 'scale') return value.value > 0;
  return last.kind === 'tens' && value.kind === 'small' && value.value > 0 && value.value < 10;
}
