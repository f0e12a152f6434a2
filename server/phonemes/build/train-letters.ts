/** Trains the trees that say unknown words, from words whose letters are matched with their sounds. */
import { featureCount, LetterWalk, type Trees } from '../letter-to-sound.ts';
import { packTree } from './pack-trees.ts';
import { growTree, type Tree } from './train-tree.ts';

export interface Lesson {
  /** a-z only. */
  word: string;
  /** Diaphones of each letter. */
  sounds: string[];
}

/** What is rarer is an exception or an error of the dictionary. */
const leastSeen = 10;
/** Nats a question must save: trees of about 230 kB. A tenth of the words held out, 1 more costs 1% of them. */
const gain = 2;

export function trainLetters(lessons: Lesson[]): Trees {
  const classes = commonClasses(lessons);
  const idOf = new Map(classes.map((sounds, id) => [sounds, id]));
  const roots = new Uint32Array(26);
  const bytes: number[] = [];
  const samples = collect(lessons, idOf);
  samples.forEach((examples, letter) => {
    roots[letter] = bytes.length;
    for (const byte of packTree(grow(examples))) bytes.push(byte);
  });
  return { bytes: Uint8Array.from(bytes), roots, classes };
}

function commonClasses(lessons: Lesson[]): string[] {
  const seen = new Map<string, number>();
  for (const { sounds } of lessons)
    for (const sound of sounds) seen.set(sound, (seen.get(sound) ?? 0) + 1);
  const common = [...seen].filter(([, count]) => count >= leastSeen).map(([sound]) => sound);
  return common.length > 0 ? common.sort() : [''];
}

/** What the tree of one letter learns from. */
interface Examples {
  features: Uint8Array;
  answers: Uint16Array;
  count: number;
}

function collect(lessons: Lesson[], idOf: Map<string, number>): Examples[] {
  const sizes = new Uint32Array(26);
  for (const { word } of lessons)
    for (let at = 0; at < word.length; at++) sizes[word.charCodeAt(at) - 97]! += 1;
  const samples = Array.from(sizes, (size) => ({
    features: new Uint8Array(size * featureCount),
    answers: new Uint16Array(size),
    count: 0,
  }));
  for (const { word, sounds } of lessons) {
    const walk = new LetterWalk(word);
    for (let at = word.length - 1; at >= 0; at--) {
      const id = idOf.get(sounds[at]!);
      if (id !== undefined) {
        const letter = samples[word.charCodeAt(at) - 97]!;
        walk.look(at, letter.features, letter.count * featureCount);
        letter.answers[letter.count++] = id;
      }
      walk.say(sounds[at]!);
    }
  }
  return samples;
}

/** Trains with the letter's own classes, numbered without gaps, and names them again. */
function grow({ features, answers: all, count }: Examples): Tree {
  if (count === 0) return { leaf: 0 };
  const answers = all.subarray(0, count);
  const own = [...new Set(answers)].sort((a, b) => a - b);
  const index = new Map(own.map((id, at) => [id, at]));
  const tree = growTree(
    {
      features,
      width: featureCount,
      classes: Uint16Array.from(answers, (id) => index.get(id)!),
      classCount: own.length,
    },
    { gain },
  );
  const rename = (node: Tree): Tree =>
    'leaf' in node
      ? { leaf: own[node.leaf]! }
      : { ...node, yes: rename(node.yes), no: rename(node.no) };
  return rename(tree);
}
