/** Bytes of one request to a JSON object. */
import { ProtocolError } from '../../shared/protocol/errors.ts';

export type JsonObject = Record<string, unknown>;

/** Ids are echoed, so they must be something that can be written again. */
const MAX_ID_DEPTH = 64;

/** @throws ProtocolError E_BAD_REQUEST for bytes that are not UTF-8, not JSON or not an object */
export function parseObject(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    const what = error instanceof TypeError ? 'not valid UTF-8' : 'not valid JSON';
    throw new ProtocolError('E_BAD_REQUEST', `the request is ${what}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('E_BAD_REQUEST', 'the request is not a JSON object');
  }
  return value as JsonObject;
}

/** @throws ProtocolError E_BAD_REQUEST for an id nested too deeply to be echoed */
export function requestId(request: JsonObject): unknown {
  if (!Object.hasOwn(request, 'id')) return undefined;
  if (depth(request['id']) > MAX_ID_DEPTH) {
    throw new ProtocolError('E_BAD_REQUEST', `'id' is nested more than ${MAX_ID_DEPTH} deep`);
  }
  return request['id'];
}

function depth(value: unknown): number {
  let level: unknown[] = [value];
  for (let count = 0; ; count++) {
    level = level.filter((each) => typeof each === 'object' && each !== null);
    if (level.length === 0 || count > MAX_ID_DEPTH) return count;
    level = level.flatMap((each) => Object.values(each as object));
  }
}

/** Leading byte order marks are ignored on HTTP. */
export function withoutMarks(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf)
    start += 3;
  return bytes.subarray(start);
}
