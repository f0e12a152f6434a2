/** Which of a few sentences was said: pocketsphinx with a grammar of just these. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output } from './child.ts';
import { encodeWav, resample } from './wav.ts';

const recogniserRate = 16_000;

/**
 * The sentence heard, as it stands in `sentences`, or '' when nothing was recognised. A grammar always
 * matches something, so give sentences besides the expected one. Words must be in the recogniser's
 * English dictionary; case and punctuation do not count.
 */
export async function recognise(
  samples: Float32Array,
  rate: number,
  sentences: string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonara-ears-'));
  try {
    const wav = join(folder, 'heard.wav');
    const grammar = join(folder, 'sentences.jsgf');
    await writeFile(
      wav,
      encodeWav(resample(withSilence(samples, rate), rate, recogniserRate), recogniserRate),
    );
    await writeFile(grammar, toGrammar(sentences));
    const heard = await output('pocketsphinx_continuous', [
      '-infile',
      wav,
      '-jsgf',
      grammar,
      '-logfn',
      join(folder, 'log'),
      '-bestpath',
      'no',
      // The whole recording is one utterance: pauses inside it must not part it.
      '-vad_postspeech',
      '500',
    ]);
    const words = plain(heard.replaceAll('\n', ' '));
    return sentences.find((sentence) => plain(sentence) === words) ?? '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toGrammar(sentences: string[]): string {
  return `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${sentences.map(plain).join(' | ')};\n`;
}

/** Lower-case words only, as the dictionary has them. */
function plain(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^a-z' ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Its detector of speech needs a moment of silence before and after. */
function withSilence(samples: Float32Array, rate: number): Float32Array {
  const edge = Math.round(rate * 0.5);
  const padded = new Float32Array(samples.length + 2 * edge);
  padded.set(samples, edge);
  return padded;
}
