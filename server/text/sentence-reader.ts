/**
 * Reads one sentence: from left to right, at each place the first rule that fits, and on after what
 * it read. What was read is not looked at again; what is sealed is said as it was decided before.
 */
import { isEnglish } from './languages.ts';
import { code as codeRules, type Dispatch, prose as proseRules } from './rules/table.ts';
import { type Found, type Rule, type Scene, Shape } from './rules/rule.ts';
import type { Seals } from './seals.ts';
import { Spoken } from './spoken.ts';

const lower = 1;
const upper = 2;
const digit = 3;
const underscore = 4;
const kinds = new Uint8Array(128);
for (let at = 0; at < 26; at += 1) {
  kinds[97 + at] = lower;
  kinds[65 + at] = upper;
}
for (let at = 48; at < 58; at += 1) kinds[at] = digit;
kinds[95] = underscore;
const sealStart = 0xfdd0;
const sealEnd = 0xfdd1;

/** @param sentence with what was read before it sealed */
export function readSentence(sentence: string, seals: Seals): Spoken {
  const spoken = new Spoken();
  const english = isEnglish(sentence);
  readStretch(sentence, { seals, spoken, english, inCode: false });
  return spoken;
}

interface Reading {
  seals: Seals;
  spoken: Spoken;
  /** Whether the rules apply; seals are opened in any case. */
  english: boolean;
  inCode: boolean;
}

function readStretch(text: string, reading: Reading): void {
  const { spoken, english, inCode } = reading;
  const table = inCode ? codeRules : proseRules;
  const scene: Scene = { text, inCode, wordEnd: 0, shape: 0, last: undefined };
  let from = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === sealStart) {
      spoken.add(text.slice(from, at));
      at = openSeal(text, at, reading);
      from = at;
      continue;
    }
    if (!english || code === 32) {
      at += 1;
      continue;
    }
    const isWord = code < 128 ? kinds[code] !== 0 : isLetter(code);
    if (isWord) measure(scene, at);
    const found = isWord ? readWord(scene, at, table) : trySigns(scene, at, code, table);
    if (found) {
      spoken.add(text.slice(from, at));
      spoken.read(found.rule, text.slice(at, found.end), found.spoken);
      // An arrow stands between two of one kind: "2.36 → 2.39".
      if (found.rule !== 'arrow') scene.last = { rule: found.rule, end: found.end };
      at = found.end;
      from = at;
    } else {
      at = isWord ? scene.wordEnd : at + 1;
    }
  }
  spoken.add(text.slice(from));
}

interface Match extends Found {
  rule: string;
}

function readWord(scene: Scene, at: number, table: Dispatch): Match | undefined {
  const { text, wordEnd, shape, inCode } = scene;
  const isPlain = (shape & (Shape.digit | Shape.underscore | Shape.innerUpper)) === 0;
  const named = wordEnd - at <= 24 ? table.words.get(text.slice(at, wordEnd)) : undefined;
  const found = named && tryRules(scene, at, named);
  if (found) return found;
  if (isPlain && !inCode && wordEnd - at > 1 && !isJoined(text, wordEnd)) return undefined;
  const first = text.charCodeAt(at);
  // "5µs" is a number with a unit, "naïveId" a word of another alphabet.
  if (first >= 128 || ((shape & Shape.other) !== 0 && kinds[first] !== digit)) return undefined;
  const rules = table.ascii[first];
  return rules && tryRules(scene, at, rules);
}

/** Whether something that belongs to the word follows it: a dot and a letter, a slash, a bracket. */
function isJoined(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  // The end, a space, and marks that only end a word.
  if (end >= text.length || code === 32 || code === 44 || code === 59 || code > 127) return false;
  if (code === 46 || code === 58 || code === 33 || code === 63 || code === 41 || code === 34)
    return end + 1 < text.length && text.charCodeAt(end + 1) !== 32 && code !== 41 && code !== 34;
  return code !== 39;
}

function trySigns(scene: Scene, at: number, code: number, table: Dispatch): Match | undefined {
  const rules = code < 128 ? table.ascii[code] : table.others.get(code);
  if (!rules) return undefined;
  scene.wordEnd = at;
  scene.shape = 0;
  return tryRules(scene, at, rules);
}

function tryRules(scene: Scene, at: number, rules: readonly Rule[]): Match | undefined {
  for (const rule of rules) {
    const found = rule.read(scene, at);
    if (found) return { rule: rule.name, end: found.end, spoken: found.spoken };
  }
  return undefined;
}

/** Finds the end of the word at `at`, and what it is made of. */
function measure(scene: Scene, at: number): void {
  const { text } = scene;
  let shape = 0;
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code >= 128) {
      if (!isLetter(code)) break;
      shape |= Shape.other;
      continue;
    }
    const kind = kinds[code];
    if (kind === lower) shape |= Shape.lower;
    else if (kind === upper) shape |= end > at ? Shape.upper | Shape.innerUpper : Shape.upper;
    else if (kind === digit) shape |= Shape.digit;
    else if (kind === underscore) shape |= Shape.underscore;
    else break;
  }
  scene.wordEnd = end;
  scene.shape = shape;
}

/** A letter beyond ASCII, or what belongs to one. */
function isLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code === 0xd7 || code === 0xf7) return false;
  return !(
    (code >= 0x2000 && code < 0x2c00) ||
    (code >= 0x3000 && code < 0x3005) ||
    (code >= 0x3008 && code < 0x3021) ||
    (code >= 0xfdd0 && code < 0xfdf0) ||
    (code >= 0xff00 && code < 0xff10)
  );
}

/** Says what is sealed at `at`. @returns where the seal ends */
function openSeal(text: string, at: number, reading: Reading): number {
  let end = at + 1;
  while (end < text.length && text.charCodeAt(end) !== sealEnd) end += 1;
  end = Math.min(end + 1, text.length);
  const sealed = reading.seals.at(text.slice(at + 1, end - 1));
  if (!sealed) return end;
  const { spoken } = reading;
  if (sealed.kind === 'say') spoken.say(sealed.was, sealed.text);
  else if (sealed.kind === 'read') spoken.read(sealed.rule, sealed.was, sealed.text);
  else readStretch(sealed.text, { ...reading, inCode: true });
  return end;
}
