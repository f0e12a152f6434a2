/** IP addresses, with a port or a prefix, and hardware addresses. */
import { cardinal, pairs } from '../say/numbers.ts';
import { spell } from '../say/spelling.ts';
import { digits, type Found, letters, matchAt, type Rule } from './rule.ts';

const v4 =
  /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?(?::(\d{1,5}))?(?![\p{L}\p{N}_]|[.:]\d)/uy;
const v6 = /(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?:\/(\d{1,3}))?(?![\p{L}\p{N}_:])/uy;
const hardware = /[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}(?![\p{L}\p{N}_:])/uy;

/** "8080" -> eighty eighty; ports below 1000 as a number. */
export function portWords(port: string): string {
  return port.length > 4 ? spell(port) : pairs(port);
}

/** @param parts four numbers below 256 */
export function ipWords(parts: readonly string[], prefix?: string, port?: string): string {
  let words = parts.map((part) => (part.length < 3 ? cardinal(part) : pairs(part))).join(' dot ');
  if (prefix !== undefined) words += ` slash ${cardinal(prefix)}`;
  return port === undefined ? words : `${words}, port ${portWords(port)}`;
}

export const ipAddresses: Rule = {
  name: 'IP address',
  begins: digits,
  read({ text }, at): Found | undefined {
    const found = matchAt(v4, text, at);
    if (!found) return undefined;
    const parts = found.slice(1, 5) as string[];
    if (parts.some((part) => Number(part) > 255) || Number(found[5] ?? 0) > 32) return undefined;
    return { end: at + found[0].length, spoken: ipWords(parts, found[5], found[6]) };
  },
  examples: [
    ['192.168.0.1', 'one ninety two dot one sixty eight dot zero dot one'],
    ['127.0.0.1 is', 'one twenty seven dot zero dot zero dot one is'],
  ],
};

export const ipv6Addresses: Rule = {
  name: 'IPv6 address',
  begins: `${digits}${letters}:`,
  read({ text }, at) {
    const next = text[at]!;
    if (next === ':' && text[at + 1] !== ':') return undefined;
    const mac = matchAt(hardware, text, at);
    if (mac) {
      const spoken = mac[0].split(':').map(spell).join(', ');
      return { end: at + mac[0].length, spoken };
    }
    const found = matchAt(v6, text, at);
    if (!found) return undefined;
    const [written, prefix] = found;
    const address = written.split('/')[0]!;
    const groups = address.split(':');
    const isShort = address.includes('::');
    if (!(isShort ? /\d/.test(address) : groups.length === 8) || address.includes(':::'))
      return undefined;
    if (isShort && next !== ':' && !/^[0-9a-fA-F]{3,4}$/.test(groups[0]!)) return undefined;
    const words = groups.map((group) => spell(group)).join(' colon ');
    return {
      end: at + written.length,
      spoken: ` ${words}${prefix ? ` slash ${cardinal(prefix)}` : ''}`.replace(/ +/g, ' ').trim(),
    };
  },
  examples: [
    ['::1', 'colon colon one'],
    ['fe80::1', 'F E eight zero colon colon one'],
    ['00:1b:44:11:3a:b7', 'zero zero, one B, four four, one one, three A, B seven'],
  ],
};
