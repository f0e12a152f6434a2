/** Words that are written alike and said differently: the neighbours decide. */
import { withS } from '../morphology.ts';
import { isVerb, isVerbInS, type Context } from './context.ts';
import { pairs } from './pairs.ts';
import { decide, singleWords } from './single-words.ts';

/** @param word in small letters; @returns its diaphones, or undefined when there is nothing to decide */
export function heteronym(word: string, context: Context): string | undefined {
  const rule = singleWords.get(word);
  if (rule) return decide(rule, context);
  const pair = pairs.get(word);
  if (pair) return isVerb(context) ? pair.verb : pair.noun;
  if (!word.endsWith('s')) return undefined;
  const plural =
    pairs.get(word.slice(0, -1)) ??
    (word.endsWith('es') ? pairs.get(word.slice(0, -2)) : undefined);
  return plural && withS(isVerbInS(context) ? plural.verb : plural.noun);
}
