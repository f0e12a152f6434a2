/**
 * Keys, passwords and tokens in a text: nobody wants to hear them, nor that others do. What is said
 * names them only, so they are in no log of what was read either.
 */
import type { Reading } from './reading-rule.ts';
import { spell } from './say/spelling.ts';

const secret = 'a secret';
/** Without one of these there is no credential by its shape, and none by its name. */
const longRun = /[A-Za-z0-9_+/.-]{16}|-----BEGIN/;
const naming = /pass(?:w|phrase|code)|secret|token|key|bearer|authorization/i;

const pem =
  '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)';
/** Credentials by their shape, wherever they stand. */
const shapes = [
  'eyJ[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)*',
  '[srp]k[-_](?=[\\w-]*\\d)[\\w-]{16,}',
  '[srp]k_(?:live|test)_[A-Za-z0-9]{8,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  'gh[pousr]_[A-Za-z0-9]{16,}',
  'github_pat_\\w{16,}',
  'gl[a-z]{2,5}-[\\w-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[\\w-]{30,}',
  'dckr_pat_[\\w-]{16,}',
  'A(?:KIA|SIA|GPA|IDA|ROA|NPA|NVA)[A-Z0-9]{16}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{20,}',
  'GOCSPX-[\\w-]{20,}',
  'xox[a-z]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  'hf_[A-Za-z0-9]{20,}',
  'gsk_[A-Za-z0-9]{20,}',
  'xai-[A-Za-z0-9]{20,}',
  'pplx-[A-Za-z0-9]{20,}',
  'r8_[A-Za-z0-9]{20,}',
  'do[oprt]_v1_[a-f0-9]{20,}',
  'hv[sbr]\\.[\\w-]{20,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'shp[a-z]{2}_[a-fA-F0-9]{20,}',
  'dapi[a-f0-9]{32}',
  'lin_api_[A-Za-z0-9]{20,}',
  'ntn_[A-Za-z0-9]{20,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{20,}',
  '\\d{8,10}:[\\w-]{35}(?![\\w-])',
];
/** A name that announces one, a sign and the value; or "the password is" and a value with a digit. */
const name =
  '(?:pass(?:word|wd|phrase|code)|secret|token|(?:api|access|account|auth|secret|private|session|signing|encryption)[ _-]?key|bearer|authorization)';
const assigned = `(?<=${name}(?: (?:for|of|to) (?:(?:the|my|our|your) )?[a-z]{1,20})?["'\`]?\\]?\\s?(?::=|=>|={1,3}|:)\\s?["'\`]?(?:(?:bearer|basic|token)\\s)?)[^\\s"'\`,;)}\\]<>&|$%*\\ufdd0-\\ufdef]{4,}`;
const told = `(?<=${name}(?: (?:for|of|to) (?:(?:the|my|our|your) )?[a-z]{1,20})? (?:is|was|to|=) ["'\`]?)(?=[^\\s]{0,100}\\d)[^\\s"'\`,;\\ufdd0-\\ufdef]{5,}`;
const announced = '(?<=--[a-z-]{0,40}(?:password|token|secret|api-key) )[^\\s"\'`-][^\\s"\'`]{3,}';
const carried = '(?<=\\bbearer )[\\w.~+/=-]{8,}';
const credential = new RegExp([pem, `(?<![A-Za-z0-9])(?:${shapes.join('|')})`].join('|'), 'g');
const named = new RegExp([assigned, told, announced, carried].join('|'), 'gi');
const run = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const cue = /\b(?:keys?|tokens?|secrets?|passwords?|credentials?|bearer)\b[^.!?]{0,30}$/i;
/** What names a value instead of being one. */
const reference =
  /^(?:process\.env|os\.environ|env[.:[]|\.{3}|(?:null|none|undefined|true|false|nil|string|str|number|boolean|any|unknown)\b)/i;
const word = /^[A-Za-z]+[.!?]?$/;
/** Names that begin a sentence as well: "Token: expired". */
const weak = /(?:token|secret|bearer|authorization):\s?$/i;
/** Words that say something of a password. */
const common = new Set(
  (
    'must should cannot when this that your uses type enter required optional missing invalid incorrect wrong expired reset changed empty ' +
    'unset none here field found given needed'
  ).split(' '),
);

/** @returns every credential in order, and apart from each other */
export function* findCredentials(text: string): Generator<Reading> {
  const [isLong, isNamed] = [longRun.test(text), naming.test(text)];
  if (!isLong && !isNamed) return;
  const found = [
    ...(isLong ? shaped(text) : []),
    ...(isNamed ? announcedOnes(text) : []),
    ...(isLong ? runs(text) : []),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  let from = 0;
  for (const reading of found) {
    if (reading.start < from) continue;
    yield reading;
    from = reading.end;
  }
}

function* shaped(text: string): Generator<Reading> {
  for (const { 0: found, index } of text.matchAll(credential)) {
    const spoken = found.startsWith('-----') ? 'a private key' : secret;
    yield { start: index, end: index + found.length, spoken };
  }
}

function* announcedOnes(text: string): Generator<Reading> {
  for (const { 0: found, index } of text.matchAll(named)) {
    const before = text.slice(Math.max(0, index - 24), index);
    const isProse =
      /:\s?$/.test(before) && word.test(found) && (weak.test(before) || isCommon(found));
    if (isProse || reference.test(found)) continue;
    const end = index + found.replace(/[.!?…]+$/, '').length;
    yield { start: index, end, spoken: secret };
  }
}

/** Long and random: after "key" or the like a secret, else a code of which the beginning will do. */
function* runs(text: string): Generator<Reading> {
  for (const { 0: found, index } of text.matchAll(run)) {
    if (!isRandom(found)) continue;
    const isSecret = cue.test(text.slice(Math.max(0, index - 40), index));
    const apart = text[index - 1] === ':' ? ' ' : '';
    const spoken = isSecret ? secret : `${apart}a code starting ${spell(found.slice(0, 4))}`;
    yield { start: index, end: index + found.length, spoken };
  }
}

/** Both cases and digits in one part; a hash or the name of a thing is not. */
function isRandom(text: string): boolean {
  return text
    .split(/[/_-]/)
    .some(
      (part) =>
        part.length >= 16 && /\d.*\d.*\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part),
    );
}

function isCommon(value: string): boolean {
  return common.has(value.toLowerCase().replace(/[.!?]+$/, ''));
}
