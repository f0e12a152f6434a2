/** Which parts of the system the tests may count on; `npm test` says which are not there. */
export type Part = 'browser' | 'sound-server' | 'recogniser' | 'sox' | 'espeak-ng' | 'native';

/**
 * For `describe.skipIf(lacks(...))`: whether a part is not on this machine; says so in one line.
 * Nothing is left out when SONARA_TEST_LACKS is empty or not set.
 */
export function lacks(...needed: Part[]): boolean {
  const missing = (process.env.SONARA_TEST_LACKS ?? '').split(/[\s,]+/);
  const which = needed.filter((part) => missing.includes(part));
  if (which.length > 0) process.stderr.write(`left out: this machine has no ${which.join(', ')}\n`);
  return which.length > 0;
}
