/** Numbers as English words, without hyphens and without "and": "one thousand two hundred thirty four". */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion'];
/** More digits than the scales have names for are said one by one. */
const longestCardinal = scales.length * 3;

const ordinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** @param value 0 to 999 */
function belowThousand(value: number): string {
  const words: string[] = [];
  if (value >= 100) words.push(small[Math.floor(value / 100)]!, 'hundred');
  const rest = value % 100;
  if (rest >= 20) {
    words.push(tens[Math.floor(rest / 10)]!);
    if (rest % 10 > 0) words.push(small[rest % 10]!);
  } else if (rest > 0 || value === 0) {
    words.push(small[rest]!);
  }
  return words.join(' ');
}

/** @param digits 0-9 only, at least one */
export function cardinal(digits: string): string {
  const bare = digits.replace(/^0+(?=\d)/, '');
  if (bare.length > longestCardinal) return oneByOne(bare);
  const words: string[] = [];
  const groups = Math.ceil(bare.length / 3);
  for (let group = groups - 1; group >= 0; group -= 1) {
    const end = bare.length - group * 3;
    const value = Number(bare.slice(Math.max(0, end - 3), end));
    if (value === 0 && groups > 1) continue;
    words.push(belowThousand(value));
    if (group > 0) words.push(scales[group]!);
  }
  return words.join(' ');
}

/** "21" -> twenty first */
export function ordinal(digits: string): string {
  const words = cardinal(digits).split(' ');
  const last = words.pop()!;
  words.push(ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`));
  return words.join(' ');
}

/** "007" -> zero zero seven */
export function oneByOne(digits: string): string {
  return Array.from(digits, (digit) => small[Number(digit)]).join(' ');
}

/**
 * As a number in a text: "1,234.50", "1_000", "-5" and digits that begin with a zero, which are said
 * one by one ("007").
 */
export function numberWords(written: string): string {
  const [whole = '', fraction] = written.replace(/[,_]/g, '').split('.');
  const words =
    whole.length > 1 && whole.startsWith('0') ? oneByOne(whole) : whole && cardinal(whole);
  if (fraction === undefined) return words;
  return `${words ? `${words} ` : ''}point ${oneByOne(fraction)}`;
}

/** A year of four digits: "2026" twenty twenty six, "2005" two thousand five, "1905" nineteen oh five. */
export function yearWords(year: string): string {
  const value = Number(year);
  if (year.length !== 4 || (value >= 2000 && value < 2010) || value % 1000 === 0)
    return cardinal(year);
  return pairs(year);
}

/** Two digits after the first ones as people say sizes and ports: "1080" ten eighty, "105" one oh five. */
export function pairs(digits: string): string {
  const value = Number(digits);
  if (digits.length < 3 || digits.length > 4 || digits.startsWith('0')) return numberWords(digits);
  if (value % 1000 === 0 || value === 100) return cardinal(digits);
  const [head, rest] = [digits.slice(0, -2), digits.slice(-2)];
  if (rest === '00') return `${cardinal(head)} hundred`;
  return `${cardinal(head)} ${rest.startsWith('0') ? `oh ${small[Number(rest)]}` : cardinal(rest)}`;
}

/** "3.12" as a version: three point twelve; a part that begins with a zero one by one: "20.04". */
export function versionWords(dotted: string): string {
  return dotted
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? versionPart(part) : part))
    .join(' point ');
}

function versionPart(digits: string): string {
  if (digits.length > 1 && digits.startsWith('0')) return `oh ${oneByOne(digits.slice(1))}`;
  // Many are named after their year.
  return /^20[12]\d$/.test(digits) ? yearWords(digits) : cardinal(digits);
}
