/** What to do about a voice that the engine in force lacks. */
import { SonaraError } from '../../shared/client/index.ts';

/** `a+b`, `a(0.7)`: somebody meant a blend. The parenthesis of a voice's name holds no number. */
const blendLike = /\+|\(\s*[\d.]+\s*\)/;

/**
 * @param error of a `speak`
 * @param voice what it was given
 * @returns the error, with the way out where it is about the voice
 */
export function withWayOut(error: unknown, voice: string | undefined): unknown {
  if (voice === undefined || !(error instanceof SonaraError) || error.code !== 'E_NOT_FOUND') {
    return error;
  }
  const blend = blendLike.test(voice)
    ? ' A blend is 2 to 8 different voices joined by +, with a number above 0 in brackets behind each, or' +
      ' behind none: "af_heart(0.7)+af_bella(0.3)".'
    : '';
  return new Error(
    `${error.message}.${blend} "sonara voices" lists those it has, "sonara voices --all" those of other engines too.`,
  );
}
