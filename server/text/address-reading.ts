/** What is said of a URL, a host or an e-mail address: the host and the last part. */
import { isFileName } from './path-syntax.ts';
import { ipWords, portWords } from './rules/ip-addresses.ts';
import { identifierWords } from './say/identifiers.ts';
import { numberWords, oneByOne } from './say/numbers.ts';
import { spell } from './say/spelling.ts';

const parts =
  /^(?:[a-zA-Z][a-zA-Z0-9+.-]{0,20}:\/\/)?(?:[^/@]*@)?([^/?#:]*)(?::(\d{1,5}))?([^?#]*)/;
const mail = /^([^@/:]+)@([^@/:]+)$/;
const remote = /^[\w.-]+@([^:/]+):(.+)$/;
const v4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Top domains of two letters that are said as a word. */
const wordDomains = new Set(['me', 'to', 'so', 'is', 'my', 'be']);
const hash = /^[0-9a-f]{7,}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const longestPart = 100;

/** @param written as `findAddresses` found it */
export function readAddress(written: string): string {
  const address = mail.exec(written);
  if (address) return `${localWords(address[1]!)} at ${hostWords(address[2]!)}`;
  const git = remote.exec(written);
  if (git && !written.includes('://')) return [hostWords(git[1]!), ...lastPart(git[2]!)].join(', ');
  const [, host = '', port, path = ''] = parts.exec(written) ?? [];
  if (v4.test(host) && /^\/\d{1,2}$/.test(path))
    return ipWords(host.split('.'), path.slice(1), port);
  const words = host === '' ? [] : [hostWords(host)];
  if (port !== undefined) words.push(`port ${portWords(port)}`);
  const said = [...words, ...lastPart(path)].join(', ');
  return /[\p{L}\p{N}]/u.test(said) ? said : written;
}

/** "www.example.co.uk" -> example dot co dot U K */
function hostWords(host: string): string {
  if (v4.test(host)) return ipWords(host.split('.'));
  const labels = host
    .replace(/^www\./i, '')
    .split('.')
    .filter(Boolean);
  return labels
    .map((label, index) => labelWords(label, index > 0 && index === labels.length - 1))
    .join(' dot ');
}

function labelWords(label: string, isTop: boolean): string {
  if (isTop && label.length === 2) return wordDomains.has(label) ? label : spell(label);
  return label.split('-').filter(Boolean).map(identifierWords).join(' ');
}

function localWords(local: string): string {
  return local
    .split(/([._+%-])/)
    .map((part) => marks[part] ?? (/^[a-z]+$/.test(part) ? part : identifierWords(part)))
    .filter(Boolean)
    .join(' ');
}

const marks: Record<string, string> = {
  '.': 'dot',
  '+': 'plus',
  '-': 'dash',
  _: 'underscore',
  '%': 'percent',
};

/** The last part that can be said; a bare number with the part before it: "pull 12". */
function lastPart(path: string): string[] {
  const named = path.split('/').filter((part) => /[\p{L}\p{N}]/u.test(part));
  const last = named.at(-1);
  if (last === undefined) return [];
  const before = named.at(-2);
  const [, name = last, line] = /^(.+\.\w+):(\d{1,6})(?::\d+)?$/.exec(last) ?? [];
  const words = partWords(name) + (line === undefined ? '' : `, line ${line}`);
  const isNumber = /^\d+$/.test(last) || hash.test(last);
  return [
    isNumber && before !== undefined && /^[a-z]+$/.test(before) ? `${before} ${words}` : words,
  ];
}

function partWords(part: string): string {
  const plain = decode(part).slice(0, longestPart);
  if (uuid.test(plain)) return `U U I D starting ${spell(plain.slice(0, 4))}`;
  if (/^\d+$/.test(plain)) {
    if (plain.length < 4) return plain;
    return plain.length < 7 ? numberWords(plain) : oneByOne(plain);
  }
  if (isOpaque(plain)) return `starting ${spell(plain.slice(0, 4))}`;
  if (hash.test(plain) && /\d/.test(plain))
    return plain.length > 12 ? `starting ${spell(plain.slice(0, 7))}` : spell(plain);
  if (isFileName(plain) && plain.includes('.')) return plain;
  return plain
    .replace(/\.git$/, '')
    .split(/[^\p{L}\p{M}\p{N}_.]+/u)
    .filter(Boolean)
    .map((word) => word.split('.').filter(Boolean).map(identifierWords).join(' dot '))
    .join(' ');
}

/** Percent signs that stand for no character stay. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part).replace(/[\0-\x1f\ufdd0-\ufdef]/g, ' ');
  } catch {
    return part;
  }
}

/** Made by a machine, as the name of a video is: nobody would say it. */
function isOpaque(part: string): boolean {
  return /^[\w-]{8,}$/.test(part) && /\d/.test(part) && /[A-Z]/.test(part) && /[a-z]/.test(part);
}
