/** Which letters of a word stand for which of its sounds, learnt from all words at once. */

/** `spans[i]` is how many phones letter `i` stands for: 0 to 3. */
export type Spans = Uint8Array;

const letters = 27;
const most = 3;
const rounds = 4;

/** What a letter usually stands for: where the learning begins. */
const usual: Record<string, string> = {
  a: 'AE AA AO EY AH EH IH ER',
  b: 'B',
  c: 'K S CH SH',
  d: 'D JH T',
  e: 'EH IY AH IH ER EY Y',
  f: 'F V',
  g: 'G JH ZH NG F',
  h: 'HH',
  i: 'IH AY IY AH ER Y',
  j: 'JH Y HH ZH',
  k: 'K',
  l: 'L',
  m: 'M',
  n: 'N NG',
  o: 'AA OW AO AH UW UH AW OY ER W',
  p: 'P F',
  q: 'K',
  r: 'R ER',
  s: 'S Z SH ZH',
  t: 'T SH CH TH DH D',
  u: 'AH UW UH Y W ER IH AW',
  v: 'V F',
  w: 'W V AW',
  x: 'K S Z G',
  y: 'IY Y AY IH AH',
  z: 'Z S T',
};

/**
 * @param words of a-z and `'`
 * @param phones of each word, as small numbers below `count`
 * @param name of a phone without its stress, to begin with
 * @returns the spans of each word, or null where they cannot be matched
 */
export function align(
  words: string[],
  phones: Uint8Array[],
  count: number,
  name: (phone: number) => string,
): (Spans | null)[] {
  // The cost of a letter for: nothing, one phone, the phone that follows within the same letter.
  let cost = firstCosts(count, name);
  let found: (Spans | null)[] = [];
  for (let round = 0; round < rounds; round++) {
    const seen = new Float64Array(cost.length).fill(0.1);
    found = words.map((word, at) => {
      const spans = best(word, phones[at]!, cost, count);
      if (spans) tally(word, phones[at]!, spans, seen, count);
      return spans;
    });
    cost = costsOf(seen, count);
  }
  return found;
}

/** A row a letter: [silent, one phone each, each as a further phone of the letter]. */
function rowSize(count: number): number {
  return 1 + 2 * count;
}

function firstCosts(count: number, name: (phone: number) => string): Float64Array {
  const size = rowSize(count);
  const cost = new Float64Array(letters * size);
  for (let letter = 0; letter < letters; letter++) {
    const known = (usual[String.fromCharCode(97 + letter)] ?? '').split(' ');
    cost[letter * size] = 3;
    for (let phone = 0; phone < count; phone++) {
      const rank = known.indexOf(name(phone));
      cost[letter * size + 1 + phone] = rank < 0 ? 9 : 1 + rank * 0.3;
      cost[letter * size + 1 + count + phone] = rank < 0 ? 7 : 4;
    }
  }
  return cost;
}

function costsOf(seen: Float64Array, count: number): Float64Array {
  const size = rowSize(count);
  return seen.map((value, at) => {
    const row = Math.floor(at / size) * size;
    let total = 0;
    for (let i = row; i < row + size; i++) total += seen[i]!;
    return -Math.log(value / total);
  });
}

function letterOf(word: string, at: number): number {
  const code = word.charCodeAt(at) - 97;
  return code < 0 || code > 25 ? 26 : code;
}

function tally(
  word: string,
  phones: Uint8Array,
  spans: Spans,
  seen: Float64Array,
  count: number,
): void {
  const size = rowSize(count);
  let at = 0;
  for (let i = 0; i < word.length; i++) {
    const row = letterOf(word, i) * size;
    if (spans[i] === 0) seen[row]! += 1;
    for (let n = 0; n < spans[i]!; n++, at++)
      seen[row + 1 + (n === 0 ? 0 : count) + phones[at]!]! += 1;
  }
}

/** The cheapest way through letters and phones. */
function best(word: string, phones: Uint8Array, cost: Float64Array, count: number): Spans | null {
  const size = rowSize(count);
  const width = phones.length + 1;
  const total = new Float64Array((word.length + 1) * width).fill(Infinity);
  const step = new Uint8Array(total.length);
  total[0] = 0;
  for (let i = 0; i < word.length; i++) {
    const row = letterOf(word, i) * size;
    for (let at = 0; at < width; at++) {
      const before = total[i * width + at]!;
      if (before === Infinity) continue;
      let sum = before;
      for (let n = 0; n <= most && at + n < width; n++) {
        if (n > 0) sum += cost[row + 1 + (n === 1 ? 0 : count) + phones[at + n - 1]!]!;
        const all = n === 0 ? before + cost[row]! : sum;
        const next = (i + 1) * width + at + n;
        if (all < total[next]!) {
          total[next] = all;
          step[next] = n;
        }
      }
    }
  }
  if (total[total.length - 1] === Infinity) return null;
  const spans = new Uint8Array(word.length);
  for (let i = word.length, at = phones.length; i > 0; i--) {
    const n = step[i * width + at]!;
    spans[i - 1] = n;
    at -= n;
  }
  return spans;
}
