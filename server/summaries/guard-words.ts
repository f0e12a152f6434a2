/** A text as the words that the guard compares. Linear. */

export interface Word {
  /** Without the marks around it. */
  text: string;
  /** Lower case, with straight apostrophes. */
  lower: string;
  /** The first of a sentence, a line, or after a colon. */
  isFirst: boolean;
  /** A comma, a full stop or the like follows. */
  endsClause: boolean;
  endsSentence: boolean;
}

const token = /[^\s—–…→|]+|\n|[—–…→|]/g;
const before = /^[^\p{L}\p{N}./@_]+|^[./_](?![\p{L}\p{N}_./])/u;
const after = /[^\p{L}\p{N}%]+$/u;
/** No word is longer; a blob is looked at only so far. */
const longest = 200;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let isFirst = true;
  // A space that does not break holds the digits of one number together.
  const joined = text.replace(/(\d)[\u00a0\u202f](?=\d{3}(?!\d))/g, '$1');
  for (const [found] of joined.matchAll(token)) {
    const piece = found.slice(0, longest);
    const text = piece.replace(before, '').replace(after, '');
    const last = words.at(-1);
    if (text === '') {
      if (last && /[\n—–…→|,;:.!?]/.test(piece)) last.endsClause = true;
      if (/[\n.!?:]/.test(piece)) {
        if (last) last.endsSentence = true;
        isFirst = true;
      }
      continue;
    }
    const tail = piece.slice(piece.lastIndexOf(text) + text.length);
    const opens = /^["'“‘«*_(`[]/.test(piece);
    words.push({
      text,
      lower: text.toLowerCase().replaceAll('’', "'"),
      isFirst: isFirst || (opens && isQuote(piece)),
      endsClause: /[,;:.!?)]/.test(tail),
      endsSentence: /[.!?]/.test(tail),
    });
    isFirst = /[.!?:]/.test(tail);
  }
  return words;
}

const isQuote = (piece: string) => /^[*_(`[]*["'“‘«]/.test(piece);

/** What a name is compared by: its letters and digits. */
export function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const part = /\p{Lu}{2,}(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{L}/gu;
/** The words of a name: "getUserName" is get, user, name. */
export function partsOf(text: string): string[] {
  return text.match(part) ?? [];
}

const irregular = new Map(
  (
    'ran:run wrote:write written:write broke:break broken:break built:build found:find made:make ' +
    'kept:keep left:leave sent:send did:do done:do does:do went:go gone:go began:begin begun:begin ' +
    'got:get gotten:get gave:give given:give took:take taken:take saw:see seen:see said:say ' +
    'threw:throw thrown:throw caught:catch chose:choose chosen:choose held:hold lost:lose ' +
    'met:meet read:read rewrote:rewrite rewritten:rewrite rebuilt:rebuild shown:show sought:seek ' +
    'hung:hang hid:hide hidden:hide knew:know known:know came:come became:become drew:draw ' +
    'drawn:draw spoke:speak spoken:speak stuck:stick thought:think understood:understand ' +
    'children:child people:person indices:index indexes:index matrices:matrix'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** What is longer is no word of a language. */
const longestStem = 30;

/** A word without its endings: "tests", "tested" and "testing" are one. */
export function stemOf(word: string): string {
  let stem = word.replace(/'s$|'$/, '');
  stem = irregular.get(stem) ?? stem;
  if (stem.length <= 3 || stem.length > longestStem) return stem;
  stem = stem
    .replace(/ies$|ied$/, 'y')
    .replace(/(?:sses|shes|ches|xes|zes)$/, (end) => end.slice(0, -2));
  if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  const cut = /^(.*[aeiouy].*?)(?:ing|ed|ly|ment|er)$/.exec(stem)?.[1];
  if (cut !== undefined && cut.length >= 3) stem = cut;
  if (/([bdfgmnprt])\1$/.test(stem)) stem = stem.slice(0, -1);
  return stem.length > 3 ? stem.replace(/e$/, '').replace(/y$/, 'i') : stem;
}

/** Words that say little by themselves. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those there here it its he she they we i you me my mine your yours his ' +
    'her our their them us and or but so if then than when while as at by for from in into of on ' +
    'onto out over to up with within about after before during through under between per via be is ' +
    'are was were been being am do does did have has had having will would shall should can could ' +
    'may might must let get got just also too very more most much many some any each every all both ' +
    'other another such own same only even still yet already now again ever really actually quite ' +
    "which who whom whose what where why how because since though although however i'm i've i'll " +
    "i'd it's that's there's we're we've you're they're ok okay yes well one else first currently " +
    'fully exactly necessarily anything something thing things'
  ).split(' '),
);
