/** What stands beside a word, and what that says about its part of speech. */

export interface Context {
  /** The word `n` places before, in small letters; '' beyond the clause. */
  before(n: number): string;
  /** The word `n` places after; '' beyond the clause. */
  after(n: number): string;
  /** As written. */
  written: string;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const determiners = set(
  'a an the this that these those my your his her its our their some any no each every another such same which what whose all both several many few more most other first last next previous new old whole entire own one two three current latest full final main single',
);
const objects = set(
  'a an the this that these those my your his her its our their some any no each every another all both it them him me us you everything something anything nothing',
);
const modals = set(
  "to will would can could shall should may might must cannot can't won't don't doesn't didn't couldn't wouldn't shouldn't mustn't let's please i'll you'll he'll she'll it'll we'll they'll i'd you'd we'd they'd do does did gonna helps let",
);
const subjects = set('i you we they who people users developers');
const thirdPersons = set('he she it which who that this one everyone nobody somebody');
const adverbs = set(
  'not never always also then just only often usually sometimes already still now automatically really actually simply again even both further first later soon quickly easily',
);
const prepositions = set(
  'of in on for with from by at per as into about without within under over between through during after before against like via than near behind',
);
const beForms = set(
  "is are was were be been being am isn't aren't wasn't weren't it's that's he's she's they're we're you're i'm",
);
const haveForms = set(
  "has have had having hasn't haven't hadn't i've you've we've they've he'd she'd",
);

export const isDeterminer = (word: string) => determiners.has(word);
export const isObject = (word: string) => objects.has(word);
export const isPreposition = (word: string) => prepositions.has(word);
export const isBe = (word: string) => beForms.has(word);
export const isHave = (word: string) => haveForms.has(word);

const isAdverb = (word: string) => adverbs.has(word) || (word.endsWith('ly') && word.length > 5);

/** The nearest word before that is no adverb: "will never [read]" -> will. */
export function headBefore({ before }: Context): string {
  let n = 1;
  while (n < 4 && isAdverb(before(n))) n += 1;
  return before(n);
}

/** "to [read] it", "we [read] it", "[Read] the file", but not "the [read] of it". */
export function isVerb(context: Context): boolean {
  const before = context.before(1);
  if (isDeterminer(before))
    return /^(this|that|these|those)$/.test(before) && isObject(context.after(1));
  const head = headBefore(context);
  if (modals.has(head) || subjects.has(head)) return true;
  if (isPreposition(before) || isBe(head) || isHave(head)) return false;
  // "and save the file", "Record the sound": an object follows at once.
  return isObject(context.after(1));
}

/** The same for a form in -s: "it [records] the sound", "the [records] of it". */
export function isVerbInS(context: Context): boolean {
  const before = context.before(1);
  if (before === 'this' || before === 'one') return isObject(context.after(1));
  if (thirdPersons.has(headBefore(context))) return true;
  if (isDeterminer(before) || isPreposition(before)) return false;
  return isObject(context.after(1));
}
