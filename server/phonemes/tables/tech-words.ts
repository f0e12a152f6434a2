/** Words that developers hear all day and that the dictionary lacks or says otherwise. */
import { productNames } from './product-names.ts';
import { readTable } from './read-table.ts';
import { softwareTerms } from './software-terms.ts';

/** A word in small letters and its diaphones, or `=` and the words it is read as. */
export const techWords: ReadonlyMap<string, string> = new Map([
  ...readTable(productNames),
  ...readTable(softwareTerms),
]);
