/** Speaks one chunk with the model, run by run, in the order of its words. */
import { trimSilence, keptMs } from '../system/silence.ts';
import type { AudioPart } from '../port.ts';
import { type Ran, type Run, RunError, SAMPLE_RATE } from './inference.ts';
import type { Pace, PaceMeter } from './pace.ts';
import { type Cut, type Cuttable, cutAt, flows, partSeconds } from './plan.ts';

/** What is to be spoken, as the model knows it. */
export interface Spoken extends Cuttable {
  /** 1 is the model's own. */
  speed: number;
  /** How much faster than it is made it is sounded; 1 when absent. */
  stretch?: number;
}

export interface SpeechParts {
  run(run: Run, signal: AbortSignal): Promise<Ran>;
  /** The style for a number of tokens. */
  style(tokens: number, signal: AbortSignal): Promise<Float32Array>;
  tokenize(phonemes: string): number[];
  meter: PaceMeter;
  /** Sound that is still to be heard before what comes now, what was given out included, s. */
  ahead(): number;
}

/** One run could not be made: what was left unsaid begins at `from`, an index into the phonemes. */
export class CutShortError extends Error {
  override name = 'CutShortError';
  readonly from: number;

  constructor(from: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.from = from;
  }
}

/** At a clause mark inside a chunk the voice's own pause is kept, up to this. */
const clausePauseMs = 150;

/**
 * Parts in the order of the words. Sound is held back until the rest can follow without a gap.
 * @throws CutShortError, which says how far it came; the signal's reason when aborted
 */
export async function* speakWithModel(
  spoken: Spoken,
  parts: SpeechParts,
  signal: AbortSignal,
): AsyncGenerator<AudioPart> {
  const { text, speed, stretch = 1 } = spoken;
  const { meter } = parts;
  // All times here are of sound as it is heard.
  const heard = speed * stretch;
  const left = (from: number) => meter.seconds(text.length - from, heard);
  const pace = (): Pace => {
    const { factor, fixed } = meter.pace();
    return { factor: factor * stretch, fixed };
  };
  const sounding = () => Math.max(0, parts.ahead() || 0);
  let held: AudioPart[] = [];
  let heldSeconds = 0;
  let begun = false;

  for (let from = 0; from < text.length;) {
    const stock = { sounding: sounding(), held: heldSeconds };
    const wanted = partSeconds(pace(), stock, left(from));
    const late = stock.sounding === 0;
    const symbols = meter.tokens(wanted, heard) + (late ? 1 : 0);
    const cut = cutAt(spoken, from, symbols, late);
    let made: AudioPart | null;
    try {
      made = await makePart(spoken, { from, ...cut }, parts, signal);
    } catch (error) {
      signal.throwIfAborted();
      // What is held is good: it is said before the rest is said in another way.
      yield* held;
      throw new CutShortError(from, error);
    }
    if (made) {
      held.push(made);
      heldSeconds += made.samples.length / SAMPLE_RATE / stretch;
    }
    from = cut.to;
    const there = sounding();
    // Where it sounds already, more of it can only help.
    if (!(begun && there > 0) && !flows(pace(), there + heldSeconds, left(from))) continue;
    begun ||= held.length > 0;
    yield* held;
    held = [];
    heldSeconds = 0;
  }
  yield* held;
}

/** @returns null for marks without sound */
async function makePart(
  { text, speed, stretch = 1 }: Spoken,
  { from, to, pause }: Cut & { from: number },
  parts: SpeechParts,
  signal: AbortSignal,
): Promise<AudioPart | null> {
  const symbols = text.slice(from, to).trim();
  const tokens = parts.tokenize(symbols);
  if (tokens.length === 0) return null;
  const style = await parts.style(tokens.length, signal);
  const run = { tokens: Int32Array.of(0, ...tokens, 0), style, speed };
  const { samples: all, ms } = await parts.run(run, signal);
  const samples = trimSilence(all, SAMPLE_RATE, { tailMs: pause ? clausePauseMs : keptMs });
  parts.meter.add({
    tokens: tokens.length,
    speed,
    compute: ms / 1000,
    audio: all.length / SAMPLE_RATE,
    sound: samples.length / SAMPLE_RATE,
  });
  if (samples.length > 0) {
    return { sampleRate: SAMPLE_RATE, samples, ...(stretch !== 1 && { stretch }) };
  }
  if (hasSounds(symbols)) throw new RunError('the model made nothing but silence');
  return null;
}

/** Whether there is more than marks in these symbols. */
export function hasSounds(phonemes: string): boolean {
  return /\p{L}/u.test(phonemes);
}
