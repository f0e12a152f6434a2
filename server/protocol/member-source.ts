/** Finds how a member of a JSON object was written. */
import { members } from '../../shared/protocol/json-members.ts';

/**
 * @param text valid JSON, an object
 * @returns the source of the value that the top-level member `name` has, the last one of that name, as
 *   JSON.parse takes it; undefined when there is none
 */
export function memberSource(text: string, name: string): string | undefined {
  let found: string | undefined;
  for (const [key, source] of members(text)) if (key === name) found = source;
  return found;
}
