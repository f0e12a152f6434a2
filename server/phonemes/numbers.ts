/** Numbers as words. The rules of the text room leave only plain small ones. */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen';
const units = small.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const irregular: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

const scales = ['', 'thousand', 'million', 'billion'];

/**
 * @param digits 0-9 only; with a leading zero, or more than twelve of them, they are said one by one
 */
export function numberWords(digits: string): string[] {
  if (digits.length > 12 || (digits.length > 1 && digits[0] === '0'))
    return Array.from(digits, (digit) => units[Number(digit)]!);
  const value = Number(digits);
  if (value < 1000) return belowThousand(value);
  const words: string[] = [];
  for (let power = 3; power >= 0; power--) {
    const group = Math.floor(value / 1000 ** power) % 1000;
    if (group > 0) words.push(...belowThousand(group), ...(power > 0 ? [scales[power]!] : []));
  }
  return words;
}

function belowThousand(value: number): string[] {
  const words = value >= 100 ? [units[Math.floor(value / 100)]!, 'hundred'] : [];
  const rest = value % 100;
  if (rest === 0 && value > 0) return words;
  if (rest < 20) return [...words, units[rest]!];
  words.push(tens[Math.floor(rest / 10) - 2]!);
  return rest % 10 === 0 ? words : [...words, units[rest % 10]!];
}

/** "21" -> twenty first */
export function ordinalWords(digits: string): string[] {
  const words = numberWords(digits);
  const last = words.pop()!;
  return [
    ...words,
    irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  ];
}

/** "90s" -> ninety, nineties */
export function pluralWords(digits: string): string[] {
  const words = numberWords(digits);
  const last = words.pop()!;
  return [
    ...words,
    last.endsWith('y') ? `${last.slice(0, -1)}ies` : last === 'six' ? 'sixes' : `${last}s`,
  ];
}
