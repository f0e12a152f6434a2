/** Bytes of one request to a JSON object, and its id as it was written. */
import { ProtocolError } from '../../shared/protocol/errors.ts';
import { memberSource } from './member-source.ts';

export type JsonObject = Record<string, unknown>;

/** A request, and the JSON text it was parsed from. */
export interface ParsedRequest {
  body: JsonObject;
  text: string;
}

/** @throws ProtocolError E_BAD_REQUEST for bytes that are not UTF-8, not JSON or not an object */
export function parseRequest(bytes: Uint8Array): ParsedRequest {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    const what = error instanceof TypeError ? 'not valid UTF-8' : 'not valid JSON';
    throw new ProtocolError('E_BAD_REQUEST', `the request is ${what}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('E_BAD_REQUEST', 'the request is not a JSON object');
  }
  return { body: value as JsonObject, text };
}

/**
 * The id as JSON, to be echoed. Numbers come back as they were written: JavaScript's would round what has
 * more than 53 bits.
 * @returns undefined when there is none
 */
export function requestId({ body, text }: ParsedRequest): string | undefined {
  if (!Object.hasOwn(body, 'id')) return undefined;
  const id = body['id'];
  const isPlain = typeof id === 'string' || typeof id === 'boolean' || id === null;
  if (isPlain || isWrittenAs(text, id)) return JSON.stringify(id);
  return memberSource(text, 'id');
}

/** Whether the id is a number of the usual form, so that it need not be looked for. */
function isWrittenAs(text: string, id: unknown): boolean {
  if (typeof id !== 'number') return false;
  for (const start of [`"id":${id}`, `"id": ${id}`]) {
    const at = text.indexOf(start);
    if (at >= 0) return /^[\s,}]/.test(text.charAt(at + start.length));
  }
  return false;
}

/** Leading byte order marks are ignored on HTTP. */
export function withoutMarks(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf)
    start += 3;
  return bytes.subarray(start);
}
