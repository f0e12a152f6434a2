/** Units and percent, only after a number: "1.5 GB", "10–20 ms", "a 250-ms delay", "3 MB/s". */
import { attachedOnly, units } from '../tables/units.ts';
import { type Amount, amountAt, isOne, singleAt } from './amounts.ts';
import { places } from '../tables/names.ts';
import { isAdjective, isSentenceEnd, wordAfter, wordBefore } from './neighbours.ts';
import { perAt } from './per.ts';
import { digits, type Found, matchAt, type Rule } from './rule.ts';

const written = /([  -]?)(km\/h|[A-Za-zµμΩ°℃℉%‰]{1,4}[²³23]?)(?![\p{L}\p{N}_²³])/uy;
const ofAfter = / \/ ?(?=\d)/y;
const slashAfter = /\/(?=\d{1,9}(?:\.\d{1,6})? ?([A-Za-zµμ]{1,4})(?![\p{L}\p{N}_]))/uy;
const rangeAfter = /[-–](?=\d{1,9}(?:\.\d+)?[A-Za-zµμΩ°%])/y;
/** Abbreviations that are written with a dot. */
const dotted = new Set(
  'min mins sec secs hr hrs yr yrs mo mos wk wks ft in lb lbs oz gal'.split(' '),
);
const modelSizes = new Set(
  'model models param params parameters parameter variant weights tokens'.split(' '),
);
const minuteCues = new Set(
  'in after for every within last past took takes timeout ttl wait about next under over'.split(
    ' ',
  ),
);

export const unitsAfterNumbers: Rule = {
  name: 'unit',
  begins: digits,
  read({ text }, at): Found | undefined {
    return readUnit(text, amountAt(text, at), at) ?? readUnit(text, singleAt(text, at), at);
  },
  examples: [
    ['1.5 GB', 'one point five gigabytes'],
    ['512KiB', 'five hundred twelve kibibytes'],
    ['250 ms', 'two hundred fifty milliseconds'],
    ['10–20 ms', 'ten to twenty milliseconds'],
    ['3 MB/s', 'three megabytes per second'],
    ['a 16-px gap', 'a sixteen pixel gap'],
    ['50%', 'fifty percent'],
    ['20°C', 'twenty degrees Celsius'],
    ['5 min. later', 'five minutes later'],
  ],
};

function readUnit(text: string, amount: Amount | undefined, at: number): Found | undefined {
  const found = amount && matchAt(written, text, amount.end);
  if (!found) return undefined;
  const [{ length }, apart, name] = found;
  const unit = units.get(name!);
  let end = amount.end + length;
  const next = wordAfter(text, end);
  const isWord = apart !== '' && attachedOnly.has(name!) && !(name === 'l' && next === 'of');
  if (!unit || (isWord && !perAt(text, end))) return undefined;
  // "7B parameters" are billions, "5 in all" is no length.
  if (name === 'B' && apart === '' && !isBytes(text, amount, at, next)) return undefined;
  if (name === 'm' && apart === '' && minuteCues.has(wordBefore(text, at))) return undefined;
  if (apart === '-' && !/^[ ,.)]/.test(text.slice(end, end + 1) || ' ')) return undefined;
  const per = perAt(text, end);
  if (per) end = per.end;
  else if (text[end] === '.' && dotted.has(name!) && !isSentenceEnd(text, end + 1)) end += 1;
  const isSingle = isOne(amount) || apart === '-' || (!per && isAdjective(text, at, end));
  let words = `${amount.words} ${isSingle ? unit.one : unit.many}`;
  if (name === 'dB' && text.startsWith('(A)', end)) {
    end += 3;
    words += ' A';
  }
  // "512 MB / 2 GB" is so much of so much.
  if (!per && matchAt(ofAfter, text, end)) return { end: end + 2, spoken: `${words} of ` };
  const parted = !per && matchAt(slashAfter, text, end);
  if (parted) return { end: end + 1, spoken: `${words} ${parted[1] === name ? 'of' : 'slash'} ` };
  // "5ms-10ms" is a range as well.
  if (!per && matchAt(rangeAfter, text, end)) return { end: end + 1, spoken: `${words} to ` };
  return { end, spoken: per ? `${words} ${per.words}` : words };
}

/** "7B parameters" and "1.1B rows" are billions, "room 4B" is none of both. */
function isBytes(text: string, { numbers }: Amount, at: number, next: string): boolean {
  if (modelSizes.has(next) || counted.has(next) || isModelName(text, at)) return false;
  return !numbers[0]!.includes('.') && !places.has(wordBefore(text, at));
}

const counted = new Set(
  'rows users events requests records downloads people views messages tokens documents lines items calls hits pages dollars'.split(
    ' ',
  ),
);

/** "Llama 70B", "qwen2.5-7B": the name of a model stands before one of the sizes they have. */
function isModelName(text: string, at: number): boolean {
  if (text[at - 1] === '-') return true;
  const before = text.slice(Math.max(0, at - 24), at);
  return capitalised.test(before) && matchAt(modelSize, text, at) !== null;
}

const capitalised = /[A-Z][A-Za-z]+(?:[ -][\d.]+)? $/;
const modelSize = /(?:[1-9](?:\.\d)?|1[1-4]|2[07]|3[0-4]|65|7[02]|1[78]\d|405|671)B/y;
