/**
 * What of a client's message may be in a log file. This is the one way for it to get there (section
 * "Saved settings", logs\sonarad.log, the `in` lines).
 */
import { namesCredential } from './credential-names.ts';
import { REDACTED, redactText } from './credentials.ts';
import { clip, LINE_BYTES } from './line.ts';

/** The longest string in a logged message, in UTF-8 bytes. */
export const STRING_BYTES = 4 * 1024;

/** Looked at of a longer string; more than what is kept, so that no credential is cut in half unseen. */
const LOOK_AT = 8 * 1024;
const DEPTH = 24;
const CUT = '…';

/**
 * A copy for the log: no token, no secret, nothing that looks like a credential, options as their
 * labels, strings over 4 KB clipped. Takes any value; never throws.
 */
export function redact(message: unknown): unknown {
  const walk = new Walk();
  if (!isObject(message)) return walk.value(message, 0);
  const { token: _token, secret: _secret, ...rest } = message;
  if (Array.isArray(rest['options'])) rest['options'] = rest['options'].map(labelOf);
  return walk.value(rest, 0);
}

/** A redacted string of at most 4 KB. */
export function redactString(text: string): string {
  if (text.length <= LOOK_AT) return clip(redactText(text), STRING_BYTES);
  // What the cut parts may be half a credential: it goes with the rest.
  const redacted = redactText(text.slice(0, lastSpace(text)));
  return clip(redacted + CUT, STRING_BYTES);
}

/** Where the last word before LOOK_AT begins; within a word that long, where it is half of it. */
function lastSpace(text: string): number {
  let end = LOOK_AT;
  while (end > LOOK_AT / 2 && !/\s/.test(text[end - 1]!)) end--;
  return end;
}

/** An option without a label keeps its number. */
function labelOf(option: unknown, index: number): unknown {
  if (!isObject(option)) return option;
  const { label } = option;
  return typeof label === 'string' && label.trim() !== '' ? label : String(index + 1);
}

class Walk {
  /** A line holds no more, so nothing more is looked at. */
  #left = LINE_BYTES;

  value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#string(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= DEPTH || this.#left <= 0) return CUT;
    // Its brackets.
    this.#left -= 2;
    return Array.isArray(value) ? this.#list(value, depth) : this.#fields(value, depth);
  }

  #string(text: string): string {
    if (this.#left <= 0) return CUT;
    const redacted = redactString(text);
    this.#left -= redacted.length;
    return redacted;
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const result: unknown[] = [];
    for (const [index, item] of list.entries()) {
      this.#left -= 1;
      if (this.#left <= 0) return [...result, CUT];
      // ["--api-key", "..."] and ["Authorization", "..."]
      const before = index > 0 ? list[index - 1] : undefined;
      const named = typeof before === 'string' && isName(before) && namesCredential(before);
      result.push(named && typeof item === 'string' ? REDACTED : this.value(item, depth + 1));
    }
    return result;
  }

  #fields(fields: object, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const announced = announces(fields);
    for (const [key, value] of Object.entries(fields)) {
      if (key === 'secret') continue;
      this.#left -= key.length + 4;
      if (this.#left <= 0) {
        result[CUT] = CUT;
        break;
      }
      const hide = namesCredential(key) || (announced && key === 'value');
      result[redactString(key)] = hide ? hidden(value) : this.value(value, depth + 1);
    }
    return result;
  }
}

/** {"name": "X-Api-Key", "value": "..."} */
function announces(fields: object): boolean {
  const { key, name } = fields as { key?: unknown; name?: unknown };
  return [key, name].some((each) => typeof each === 'string' && namesCredential(each));
}

function hidden(value: unknown): unknown {
  return value === null || typeof value === 'boolean' || value === '' ? value : REDACTED;
}

/** One word, as a flag or a header is; not a sentence that ends in "token". */
function isName(text: string): boolean {
  return text.length <= 60 && /^-{0,2}[A-Za-z][\w.-]*[:=]?$/.test(text);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
