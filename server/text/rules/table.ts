/** The rules in their order, and which of them may begin with a character or a word. */
import {
  abbreviations,
  abbreviationsBeforeNumbers,
  initialLetters,
  saints,
  weekdayNames,
} from './abbreviations.ts';
import { calls, typeArguments } from './brackets.ts';
import { capitals, numberedCapitals } from './capitals.ts';
import { codeNumbers, codeSigns } from './code-symbols.ts';
import { codeKebab, codeLetters } from './code-words.ts';
import { flags } from './commands.ts';
import { isoDates, namedDates, numericDates, yearMonths } from './dates.ts';
import { durations, isoDurations } from './durations.ts';
import { dotNames, globs } from './extensions.ts';
import { counts, ratios, vulgarFractions } from './fractions.ts';
import { codePoints, hashes, uuids } from './hashes.ts';
import {
  assignments,
  decorators,
  digitsWithLetters,
  dottedNames,
  fileNames,
  identifiers,
  packageVersions,
} from './identifiers.ts';
import { ipAddresses, ipv6Addresses } from './ip-addresses.ts';
import { keyChords, keySignChords } from './key-chords.ts';
import { diffMarks, gitReferences, logLevels } from './logs.ts';
import { moneyAfter, moneyBefore } from './money.ts';
import { httpStatuses, httpVersions, issueNumbers, ports } from './numbered-things.ts';
import { buildRemarks, filePermissions, frameOffsets, lintedPlaces } from './program-lines.ts';
import { bareFractions, numbers, ordinals, radixNumbers, scientificNumbers } from './numbers.ts';
import { arrowSigns, operators } from './operators.ts';
import { phones } from './phones.ts';
import { classRanges, letterRanges, ranges } from './ranges.ts';
import { romanNumerals } from './roman-numerals.ts';
import type { Rule } from './rule.ts';
import { multiples, multiplesAfter, scaledNumbers, sizes } from './scales.ts';
import { signs } from './signs.ts';
import { slashCommands, slashedWords } from './slashes.ts';
import { techTerms } from './terms.ts';
import { times } from './times.ts';
import { unitsAfterNumbers } from './units.ts';
import { taggedVersions, versions } from './versions.ts';
import { years } from './years.ts';

/** In the order of the document; of two rules that could begin at one place the first one reads. */
export const rules: readonly Rule[] = [
  classRanges,
  codeNumbers,
  lintedPlaces,
  buildRemarks,
  filePermissions,
  frameOffsets,
  isoDates,
  numericDates,
  namedDates,
  yearMonths,
  ipAddresses,
  ipv6Addresses,
  taggedVersions,
  versions,
  uuids,
  phones,
  codePoints,
  radixNumbers,
  hashes,
  moneyBefore,
  moneyAfter,
  years,
  ports,
  httpStatuses,
  httpVersions,
  durations,
  unitsAfterNumbers,
  times,
  sizes,
  multiples,
  multiplesAfter,
  scaledNumbers,
  counts,
  vulgarFractions,
  ratios,
  ranges,
  ordinals,
  scientificNumbers,
  fileNames,
  numbers,
  digitsWithLetters,
  bareFractions,
  issueNumbers,
  abbreviationsBeforeNumbers,
  abbreviations,
  saints,
  weekdayNames,
  isoDurations,
  initialLetters,
  romanNumerals,
  logLevels,
  keyChords,
  keySignChords,
  gitReferences,
  letterRanges,
  packageVersions,
  assignments,
  slashedWords,
  codeKebab,
  techTerms,
  dottedNames,
  numberedCapitals,
  capitals,
  identifiers,
  codeLetters,
  decorators,
  dotNames,
  globs,
  signs,
  flags,
  slashCommands,
  typeArguments,
  arrowSigns,
  diffMarks,
  calls,
  operators,
  codeSigns,
];

export interface Dispatch {
  /** By character code below 128. */
  ascii: readonly (readonly Rule[] | undefined)[];
  others: ReadonlyMap<number, readonly Rule[]>;
  words: ReadonlyMap<string, readonly Rule[]>;
}

export const prose = dispatch('prose');
export const code = dispatch('code');

function dispatch(where: 'prose' | 'code'): Dispatch {
  const ascii: Rule[][] = [];
  const others = new Map<number, Rule[]>();
  const words = new Map<string, Rule[]>();
  for (const rule of rules.filter((rule) => (rule.where ?? where) === where)) {
    for (const char of new Set(rule.begins ?? '')) {
      const at = char.charCodeAt(0);
      if (at < 128) (ascii[at] ??= []).push(rule);
      else others.set(at, [...(others.get(at) ?? []), rule]);
    }
    for (const word of rule.words ?? []) words.set(word, [...(words.get(word) ?? []), rule]);
  }
  return { ascii, others, words };
}
