import { languageTerms } from './terms-languages.ts';
import { systemTerms } from './terms-systems.ts';

/**
 * Words of the trade that a voice says wrong, and what it should say. Those in lower case count with
 * a capital as well. Letters said one by one stand apart as capitals.
 */
export const terms: Readonly<Record<string, string>> = { ...systemTerms, ...languageTerms };
