/**
 * Finds what looks like a credential in a text. Every step takes time in proportion to the text, also
 * for a text made to be slow.
 */
import { namesCredential } from './credential-names.ts';

export const REDACTED = '[redacted]';

/** Shapes that are credentials wherever they stand. */
const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  // JSON web tokens
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*/g,
  // Stripe, ElevenLabs and others; webhook secrets
  /(?<![A-Za-z0-9])(?:[srp]k_(?:live|test)_[A-Za-z0-9]{8,}|sk_[A-Za-z0-9_]{20,}|whsec_[A-Za-z0-9+/=]{16,})/g,
  // GitHub, GitLab, npm, PyPI, Docker
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|gl[a-z]{2,5}-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}|dckr_pat_[A-Za-z0-9_-]{16,})/g,
  // Amazon, Google, Azure's and Slack's
  /(?<![A-Za-z0-9])(?:A(?:KIA|SIA|GPA|IDA|ROA|NPA|NVA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}|xox[a-z]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,})/g,
  // Hugging Face, Groq, xAI, Perplexity, Replicate, DigitalOcean, Vault, SendGrid, Shopify, Databricks, Linear, Notion
  /(?<![A-Za-z0-9])(?:hf_[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|pplx-[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|do[oprt]_v1_[a-f0-9]{20,}|hv[sbr]\.[A-Za-z0-9_-]{20,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|shp[a-z]{2}_[a-fA-F0-9]{20,}|dapi[a-f0-9]{32}|lin_api_[A-Za-z0-9]{20,}|ntn_[A-Za-z0-9]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{20,})/g,
  // Telegram bots
  /(?<![A-Za-z0-9])\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_-]{10,}/g,
  /(?<=discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9/_-]{10,}/g,
];

/** `text` with every credential-looking value replaced; what announces it stays. */
export function redactText(text: string): string {
  let result = text;
  for (const shape of shapes) result = result.replace(shape, REDACTED);
  result = result.replace(dashedKey, (key) => (/\d/.test(key) ? REDACTED : key));
  result = redactUrls(result);
  result = redactAssigned(result);
  result = result.replace(scheme, (whole, word: string, value: string) =>
    looksSecret(value) ? `${word} ${REDACTED}` : whole,
  );
  result = result.replace(flag, (whole, name: string, space: string, value: string) =>
    namesCredential(name) && !isReference(value) ? `--${name}${space}${REDACTED}` : whole,
  );
  result = result.replace(userFlag, (whole, option: string, value: string) =>
    /^\d+:\d+$/.test(value) ? whole : `${option}${REDACTED}`,
  );
  result = result.replace(spoken, (whole, cue: string, value: string) =>
    (/^pass/i.test(cue) ? /\d/.test(value) : looksSecret(value)) ? `${cue}${REDACTED}` : whole,
  );
  return redactRuns(result);
}

/** `sk-...`, also `sk-proj-...` and `sk-ant-...`: never without a digit, unlike a style sheet's class. */
const dashedKey = /(?<![A-Za-z0-9_-])(?:sk|rk|pk)-[A-Za-z0-9_-]{16,}/g;
const scheme = /\b(bearer|basic|digest|token|negotiate)\s+([A-Za-z0-9._~+/=-]{8,})/gi;
const flag =
  /(?<![A-Za-z0-9-])--?([A-Za-z][A-Za-z0-9-]{1,40})(\s{1,3})((?!-)[^\s"'`]+|"[^"\n]*"|'[^'\n]*')/g;
/** curl's. */
const userFlag = /((?<![^\s"'[,(])(?:-u|--user|--proxy-user)[ =]["']?)([^\s:"']{1,100}:[^\s"']+)/g;
const spoken =
  /(\b(?:password|passphrase|passcode|api key|access key|secret key|token)(?: for [a-z]{1,20})? (?:is|was|are|to) ["'`]?)((?=[^\s]{0,100}\d)[^\s"'`,;]{5,})/gi;

/** The user and password of a URL, and secrets in its query. */
function redactUrls(text: string): string {
  return text
    .replace(/(?<=:\/\/)([^\s/?#"'<>@:]{0,200}):([^\s/?#"'<>]{1,2000})@/g, `${REDACTED}@`)
    .replace(/(?<=:\/\/)([^\s/?#"'<>:@]{16,200})@/g, (whole, user: string) =>
      looksSecret(user) ? `${REDACTED}@` : whole,
    )
    .replace(
      /([?&](?:key|sig|signature|auth|code|pass|x-amz-signature|x-amz-credential|x-amz-security-token)=)([^\s&#"'<>]{8,})/gi,
      (whole, name: string, value: string) => (looksSecret(value) ? `${name}${REDACTED}` : whole),
    );
}

const assignment =
  /((?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]{3,}|\b(?:api|access|secret|private|auth) key)(\\{0,3}["'`]?\]?\s{0,3}(:=|=>|={1,3}|:)\s{0,3})/gi;
const quoted = /(\\{0,3}["'`])((?:(?!\1)[^\n\\]|\\(?!["'`])[^\n]|(?!\1)\\[^\n]){0,4000})/y;
const bare = /(?:(?:bearer|basic|digest|token|bot|apikey)\s+)?[^\s"'`,;)}\]<>&|]{1,4000}/iy;
const restOfLine = /[^\n"'`\\]{1,4000}/y;

/** `password=...`, `"api_key": "..."`, `Authorization: Bearer ...`, `export TOKEN='...'`. */
function redactAssigned(text: string): string {
  let result = '';
  let done = 0;
  assignment.lastIndex = 0;
  for (let match = assignment.exec(text); match; match = assignment.exec(text)) {
    const [whole, name, , sign] = match as unknown as [string, string, string, string];
    if (!namesCredential(name)) continue;
    const start = match.index + whole.length;
    const found = valueAt(text, start, name, sign);
    if (!found) continue;
    result += text.slice(done, found.start) + REDACTED;
    done = found.end;
    assignment.lastIndex = Math.max(found.end, assignment.lastIndex);
  }
  return result + text.slice(done);
}

function valueAt(
  text: string,
  start: number,
  name: string,
  sign: string,
): { start: number; end: number } | null {
  const inQuotes = matchAt(quoted, text, start);
  if (inQuotes) {
    const from = start + inQuotes[1]!.length;
    const value = inQuotes[2]!;
    return value === '' || isReference(value) ? null : { start: from, end: from + value.length };
  }
  const header = /(?:authorization|cookie)$/i.test(name) && sign === ':';
  const value = matchAt(header ? restOfLine : bare, text, start)?.[0];
  if (value === undefined || isReference(value)) return null;
  if (header && (/cookie$/i.test(name) ? !value.includes('=') : isProse(value))) return null;
  // A sentence may begin with "Token:"; a value follows alone, or does not look like a word.
  const end = start + value.length;
  const strong = !/^(?:token|secret|secrets|credentials?|bearer)$/i.test(name);
  if (sign === ':' && !strong && /^\d{1,6}$/.test(value)) return null;
  if (sign === ':' && !header && /^[A-Za-z]+[.!?]?$/.test(value)) {
    const followed = /^\s+[a-z]/i.test(text.slice(end, end + 10));
    if (isWord(value) || (followed && !strong)) return null;
  }
  return { start, end: end - (/[.!?]+$/.exec(value)?.[0].length ?? 0) };
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/** Ordinary words after "authorization:". */
function isProse(value: string): boolean {
  return !/\d/.test(value) && !/^\s*(?:bearer|basic|digest|token|bot|apikey)\s/i.test(value);
}

/** What names a value instead of being one: `$VAR`, `process.env.X`, `null`, `<your key>`. */
function isReference(value: string): boolean {
  return (
    value.startsWith(REDACTED.slice(0, -1)) ||
    /^(?:\$|%[A-Z_]+%|<|\*+$|\.{3}|process\.env|os\.environ|env[.:[])/i.test(value) ||
    /^(?:null|none|undefined|true|false|nil|string|str|number|boolean|any|bytes|unknown)\b[.!?|]?$/i.test(
      value,
    )
  );
}

/** Words that follow "password:" in a sentence. */
function isWord(value: string): boolean {
  return /^(?:a|an|the|is|are|must|should|can|cannot|may|not|no|if|when|it|this|that|your|use|uses|see|type|enter|required|optional|missing|invalid|incorrect|wrong|expired|reset|changed|empty|unset|set|ok|none|yes|here|field)[.!?]?$/i.test(
    value,
  );
}

/** Too mixed for a word: letters with digits, or a long mix of cases. */
function looksSecret(value: string): boolean {
  const core = value.replace(/[.,;:!?=]+$/, '');
  if (isUuid(core)) return false;
  if (core.length >= 8 && /\d/.test(core) && /[A-Za-z]/.test(core)) return true;
  return core.length >= 20 && /[a-z]/.test(core) && /[A-Z]/.test(core) && /[a-z][A-Z]/.test(core);
}

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

const run = /[A-Za-z0-9+/_=-]{20,}/g;
const cue =
  /\b(?:api[ _-]?keys?|access[ _-]?keys?|secret(?:[ _-]?key)?|private[ _-]?key|keys?|tokens?|passwords?|passphrase|credentials?|bearer)\b/i;
const notCue = /\b(?:commit|hash|sha-?\d*|md5|checksum|digest|revision|id|path|file)\b/i;

/** Long hexadecimal or base64 after a word such as "key", in the same sentence. */
function redactRuns(text: string): string {
  return text.replace(run, (value: string, offset: number) => {
    if (isUuid(value) || !isRandom(value)) return value;
    const before = /[^.!?\n]*$/.exec(text.slice(Math.max(0, offset - 40), offset))![0];
    return cue.test(before) && !notCue.test(before) ? REDACTED : value;
  });
}

/** Digits among the letters, and no path or dashed name made of words. */
function isRandom(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  if (digits < 3 || !/[A-Za-z]/.test(value)) return false;
  return value.split(/[/_-]/).some((part) => part.length >= 16);
}
