/** Why an agent failed, in fixed words: what it wrote may hold the text, and is never passed on. */

const complaints: readonly [RegExp, string][] = [
  [
    /not logged in|\/login|\blog ?in\b|api key|unauthori[sz]ed|\b401\b|oauth/i,
    'it is not logged in',
  ],
  [
    /rate.?limit|usage limit|quota|credit balance|\b429\b|overloaded|\b529\b/i,
    'its usage limit is reached',
  ],
  [
    /model[^\n]{0,80}(?:not found|not exist|not supported|invalid|unknown)|(?:invalid|unknown) model/i,
    'it does not know the model',
  ],
  [
    /unknown (?:option|argument|feature)|unexpected argument|unrecognized/i,
    'it is of a version that does not know our options',
  ],
  [
    /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|network|connection|lookup address/i,
    'it does not reach its service',
  ],
];
/** The end is where the reason stands; before it may stand the prompt. */
const looked = 600;

/** @returns undefined when nothing that is known is in it */
export function complaintIn(stdout: string, stderr: string): string | undefined {
  const end = `${stdout.slice(-looked)}\n${stderr.slice(-looked)}`;
  return complaints.find(([pattern]) => pattern.test(end))?.[1];
}
