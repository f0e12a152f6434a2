/** The token that lets a client in. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function createToken(): string {
  return randomBytes(32).toString('hex');
}

/** Compares in constant time, whatever the length of what was sent. */
export function tokenMatches(token: string, sent: unknown): boolean {
  if (typeof sent !== 'string') return false;
  return timingSafeEqual(digest(token), digest(sent));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
