/** What strings and comments look like, by families of languages. */

export type Family =
  | 'c'
  | 'script'
  | 'blocks'
  | 'rust'
  | 'python'
  | 'ruby'
  | 'shell'
  | 'batch'
  | 'sql'
  | 'markup'
  | 'css'
  | 'json'
  | 'config'
  | 'lisp'
  | 'ml'
  | 'dashes'
  | 'percent'
  | 'basic'
  | 'diff'
  | 'text'
  | 'plain';

export interface Quote {
  open: string;
  close: string;
  /** Whether a backslash keeps the next character from ending it. */
  escapes: boolean;
  /** Whether it may end on a later line. */
  spans: boolean;
}

export interface Syntax {
  /** Each runs to the end of its line. */
  lineComments: readonly string[];
  /** Only where white space, or nothing, stands before it: `$#` and `a#b` are no comments. */
  commentsStandApart: boolean;
  blockComments: readonly (readonly [open: string, close: string])[];
  /** Longest first. */
  quotes: readonly Quote[];
  /** `'` is a string of one character only: lifetimes, primes and quoted names are not. */
  charQuotes: boolean;
  /** It holds sentences: a quote between letters is an apostrophe. */
  hasProse: boolean;
  /** `-` inside a name belongs to it. */
  kebabNames: boolean;
  /** `-` is said "dash", not "minus". */
  hasFlags: boolean;
  /** `<` and `>` are where a command reads from and writes to. */
  redirects: boolean;
  /** `List<String>` has a type in its brackets. */
  generics: boolean;
  /** Words in capitals are keywords. */
  shouts: boolean;
}

const line = (mark: string, escapes = true): Quote => ({
  open: mark,
  close: mark,
  escapes,
  spans: false,
});
const long = (mark: string, escapes = true): Quote => ({ ...line(mark, escapes), spans: true });
const quoted = [line('"'), line("'")];
const c = [['/*', '*/']] as const;

const base: Syntax = {
  lineComments: [],
  commentsStandApart: false,
  blockComments: [],
  quotes: quoted,
  charQuotes: false,
  hasProse: false,
  kebabNames: false,
  hasFlags: false,
  redirects: false,
  generics: false,
  shouts: false,
};

const syntaxes: Record<Family, Syntax> = {
  c: { ...base, generics: true, lineComments: ['//'], blockComments: c },
  script: {
    ...base,
    generics: true,
    lineComments: ['//'],
    blockComments: c,
    quotes: [long('`'), ...quoted],
  },
  blocks: {
    ...base,
    generics: true,
    lineComments: ['//'],
    blockComments: c,
    quotes: [long('"""'), ...quoted],
  },
  rust: {
    ...base,
    generics: true,
    lineComments: ['//'],
    blockComments: c,
    quotes: [long('"'), line("'")],
    charQuotes: true,
  },
  python: { ...base, lineComments: ['#'], quotes: [long('"""'), long("'''"), ...quoted] },
  ruby: {
    ...base,
    lineComments: ['#'],
    commentsStandApart: true,
    blockComments: [['=begin', '=end']],
  },
  shell: {
    ...base,
    lineComments: ['#'],
    commentsStandApart: true,
    quotes: [long('"'), long("'", false)],
    kebabNames: true,
    hasFlags: true,
    redirects: true,
  },
  batch: {
    ...base,
    lineComments: ['::', 'REM ', 'rem '],
    commentsStandApart: true,
    quotes: [line('"', false)],
    hasFlags: true,
    redirects: true,
  },
  sql: {
    ...base,
    lineComments: ['--'],
    blockComments: c,
    quotes: [long("'", false), line('"', false)],
    shouts: true,
  },
  markup: { ...base, blockComments: [['<!--', '-->']], kebabNames: true, quotes: [] },
  css: {
    ...base,
    lineComments: ['//'],
    commentsStandApart: true,
    blockComments: c,
    kebabNames: true,
  },
  json: { ...base, lineComments: ['//'], blockComments: c, quotes: [line('"')] },
  config: {
    ...base,
    lineComments: ['#', ';', '//'],
    commentsStandApart: true,
    quotes: [long('"""'), long("'''"), ...quoted],
    hasProse: true,
    kebabNames: true,
    hasFlags: true,
  },
  lisp: { ...base, lineComments: [';'], quotes: [long('"')], kebabNames: true },
  ml: {
    ...base,
    lineComments: ['//'],
    blockComments: [['(*', '*)']],
    charQuotes: true,
  },
  dashes: {
    ...base,
    lineComments: ['--'],
    blockComments: [
      ['--[[', ']]'],
      ['{-', '-}'],
    ],
    hasProse: true,
  },
  percent: { ...base, lineComments: ['%'], hasProse: true, quotes: [line('"')] },
  basic: { ...base, lineComments: ["'"], quotes: [line('"', false)] },
  diff: { ...base, lineComments: ['//', '#'], commentsStandApart: true, hasProse: true },
  text: { ...base, quotes: [], hasProse: true, hasFlags: true },
  plain: {
    ...base,
    lineComments: ['//', '#'],
    commentsStandApart: true,
    blockComments: c,
    hasProse: true,
    hasFlags: true,
  },
};

export function syntaxOf(family: Family): Syntax {
  return syntaxes[family];
}
