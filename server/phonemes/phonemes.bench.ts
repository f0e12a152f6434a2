/** How fast text becomes phonemes, and how right words are that nobody wrote down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { buildLexicon, readDictionary } from './build/build-lexicon.ts';
import { createPhonemizer } from './index.ts';
import { Lexicon } from './lexicon.ts';
import { withOnePrimary } from './letter-to-sound.ts';
import { renderAmerican } from './render-american.ts';
import { Words } from './words.ts';

const warmUps = 5;
const runs = 10;

export async function bench() {
  return [...speed(), ...accuracy()];
}

function speed() {
  // Benches run from the root, after a build.
  const file = readFileSync(join(process.cwd(), 'dist/lexicon.bin'));
  const began = performance.now();
  const { phonemize } = createPhonemizer(file);
  const load = performance.now() - began;
  const cold = perWord(prose(), (sentence) => phonemize(sentence, 'us').words.length);
  const rows = [
    { name: 'phonemes, lexicon, load', value: load, unit: 'ms', target: 30 },
    { name: 'phonemes, lexicon, size', value: file.length / 1e6, unit: 'MB', target: 5 },
    { name: 'phonemes, prose, cold', value: cold, unit: 'µs a word' },
  ];
  for (const accent of ['us', 'gb'] as const) {
    const once = () => perWord(prose(), (sentence) => phonemize(sentence, accent).words.length);
    for (let run = 0; run < warmUps; run++) once();
    const each = Array.from({ length: runs }, once).sort((a, b) => a - b)[runs / 2]!;
    rows.push(
      // 200,000 words a second.
      { name: `phonemes, prose, ${accent}`, value: each, unit: 'µs a word', target: 5 },
      { name: `phonemes, prose, ${accent}, speed`, value: 1e6 / each, unit: 'words/s' },
    );
  }
  for (const [name, text] of [
    ['one word', 'ab'.repeat(50_000)],
    ['hyphens', 'a-'.repeat(50_000)],
    ['slashes', '/ˈ'.repeat(50_000)],
  ] as const) {
    const start = performance.now();
    phonemize(text, 'us');
    const ms = performance.now() - start;
    rows.push({ name: `phonemes, 100 KB of ${name}`, value: ms, unit: 'ms', target: 1000 });
  }
  return rows;
}

/** The sentences of the project's own documents. */
function prose(): string[] {
  const files = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/client.md'];
  return files
    .map((file) => readFileSync(join(process.cwd(), file), 'utf8'))
    .join('\n')
    .split(/(?<=[.!?])\s+/);
}

function perWord(sentences: string[], count: (sentence: string) => number): number {
  const began = performance.now();
  let words = 0;
  for (const sentence of sentences) words += count(sentence);
  return ((performance.now() - began) * 1000) / words;
}

/** Says a tenth of the dictionary with what was learnt from the other nine. */
function accuracy() {
  const held = (word: string) => hash(word) % 10 === 0;
  const rest = Object.entries(dictionary).filter(([word]) => !held(word));
  const lexicon = new Lexicon(buildLexicon(Object.fromEntries(rest)));
  const words = new Words(lexicon, 'us');
  const score = { words: 0, wrong: 0, unstressed: 0, phones: 0, edits: 0 };
  for (const { word, sounds } of readDictionary(dictionary)) {
    if (!held(word) || word.includes("'")) continue;
    const right = mainStress(renderAmerican(withOnePrimary(sounds.join(''))));
    const said = mainStress(renderAmerican(words.say(word)));
    const edits = distance(bare(said), bare(right));
    score.words += 1;
    score.wrong += said === right ? 0 : 1;
    score.unstressed += edits === 0 ? 0 : 1;
    score.phones += bare(right).length;
    score.edits += edits;
  }
  const percent = (part: number, whole: number) => (100 * part) / whole;
  return [
    { name: 'unknown words, held out', value: score.words, unit: '' },
    {
      name: 'unknown words, phoneme errors',
      value: percent(score.edits, score.phones),
      unit: '%',
      target: 10,
    },
    {
      name: 'unknown words, wrong without stress',
      value: percent(score.unstressed, score.words),
      unit: '%',
    },
    {
      name: 'unknown words, wrong with stress',
      value: percent(score.wrong, score.words),
      unit: '%',
      target: 45,
    },
  ];
}

/** FNV-1a: which tenth a word is in must never change. */
function hash(word: string): number {
  let value = 2166136261;
  for (let at = 0; at < word.length; at++)
    value = Math.imul(value ^ word.charCodeAt(at), 16777619) >>> 0;
  return value;
}

/** The dictionary itself is of two minds about secondary stress. */
const mainStress = (phonemes: string) => phonemes.replaceAll('ˌ', '');
const bare = (phonemes: string) => phonemes.replace(/[ˈˌ]/g, '');

/** Levenshtein's, in symbols. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[b.length]!;
}
