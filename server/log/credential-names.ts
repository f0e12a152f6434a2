/** Which names (of a field, a variable, a header, a command-line flag) announce a credential. */

const words = new Set([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'secrets',
  'token',
  'apikey',
  'credential',
  'credentials',
  'authorization',
  'cookie',
  'bearer',
]);

/** Names whose last two words count together: "key" and "pass" alone are ordinary. */
const pairs = new Set([
  'api key',
  'access key',
  'account key',
  'auth key',
  'encryption key',
  'license key',
  'master key',
  'private key',
  'secret key',
  'service key',
  'session key',
  'shared key',
  'signing key',
  'speech key',
  'ssh key',
  'storage key',
  'subscription key',
  'user pass',
  'db pass',
  'smtp pass',
  'mysql pass',
  'root pass',
  'admin pass',
  'set cookie',
  'shared secret',
]);

const runTogether =
  /(?:password|passwd|passphrase|secret|api[-_ ]?key|accesskey|accountkey|secretkey|privatekey|authkey|authtoken|accesstoken|refreshtoken|idtoken|sessiontoken)$/;

/** `OPENAI_API_KEY`, `clientSecret`, `x-api-key`, `--auth-token`; not `key`, `max_tokens`, `key_ref`. */
export function namesCredential(name: string): boolean {
  const parts = name
    .slice(-100)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return false;
  return (
    words.has(last) || pairs.has(parts.slice(-2).join(' ')) || runTogether.test(parts.join(''))
  );
}
