/**
 * The name of a case: the facts it proves, with their ids. Importing it also makes the test file take
 * away what it started and made, as the last thing it does.
 */
import { afterAll } from 'vitest';
import { factOf, type RequirementId } from './requirements.ts';
import { cleanUp } from './harness/clean-up.ts';

afterAll(cleanUp);

/** Ids must be written out where it is called: the manifest test reads them from the source. */
export function proves(...ids: [RequirementId, ...RequirementId[]]): string {
  return ids.map((id) => `${factOf(id)} (${id})`).join('; ');
}
