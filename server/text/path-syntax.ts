/** What is clearly a path, and its parts. */
import type { Path } from './path-reading.ts';
import {
  bareFiles,
  extensions,
  mediaTypes,
  projectFolders,
  rootFolders,
  slashPhrases,
  sureFolders,
  windowsFolders,
} from './path-tables.ts';

const letter = /\p{L}/u;
const speakable = /[\p{L}\p{N}]/u;
/** What a name may be made of where only its look makes it a path. */
const nameLike = /^[\p{L}\p{N}\p{M}_.@+$()[\]{}*~%&!' #-]+$/u;
const windowsDrive = /^([A-Za-z]):[\\/]/;
const server = /^\\{2,}[\p{L}\p{N}][\p{L}\p{N}._$-]+\\+[\p{L}\p{N}]/u;
const dots = /^\.{1,2}[\\/]/;
const base = /^(~)[\\/]|^~[\p{L}_][\p{L}\p{N}_-]*\/|^%(\w+)%[\\/]|^\$\{?([A-Za-z_]\w*)\}?[\\/]/u;
const regularExpression = /^\/.+\/[dgimsuvy]{1,4}$/;

/** Whether it is the name of a file, by its extension or as a name known without one. */
export function isFileName(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? bareFiles.has(name) : extensions.has(name.slice(dot + 1).toLowerCase());
}

/** @param text a token without the marks around it @returns undefined for what is no path */
export function parsePath(text: string, inCode: boolean): Path | undefined {
  if (!/[\\/]/.test(text)) return undefined;
  const drive = windowsDrive.exec(text)?.[1];
  if (drive) return { drive, rooted: true, parts: split(text.slice(3), /[\\/]+/) };
  if (server.test(text)) return named({ rooted: true, parts: split(text, /[\\/]+/) });
  const variable = base.exec(text);
  if (variable) {
    const [found, tilde, percent, dollar] = variable;
    const name = tilde ?? percent ?? dollar;
    // `~ada/x` is Ada's home: her name is a part.
    const after = name === undefined ? text.slice(1) : text.slice(found.length);
    const parts = split(after, percent ? /[\\/]+/ : separatorOf(after));
    return named({ base: name ?? '~', rooted: false, parts });
  }
  if (text.includes('/')) return parsePosix(text, inCode);
  return parseBackslashed(text);
}

function parsePosix(text: string, inCode: boolean): Path | undefined {
  const parts = split(text, separatorOf(text));
  const path = named({ rooted: text.startsWith('/'), parts });
  // A glob that begins with its stars is no path.
  if (parts[0]?.startsWith('*') && /^\*+$/.test(parts[0])) return undefined;
  if (!path || !letter.test(text) || !parts.every((part) => nameLike.test(part))) return undefined;
  if (dots.test(text)) return path;
  if (path.rooted) {
    if (text.startsWith('//') || (inCode && regularExpression.test(text))) return undefined;
    return parts.length > 1 || rootFolders.has(parts[0]!) || isDottedFile(parts[0]!)
      ? path
      : undefined;
  }
  return isRelative(text, parts, inCode) ? path : undefined;
}

function isRelative(text: string, parts: string[], inCode: boolean): boolean {
  const first = parts[0]!;
  if (/^[-@#$+&!']/.test(text)) return false;
  const isFolder = /[/]$/.test(text);
  if (parts.length === 1)
    return isFolder && /^[\p{L}_.][\p{L}\p{N}_.-]+$/u.test(first) && letter.test(first);
  if (isFileName(parts.at(-1)!)) return true;
  if (/^\.[\p{L}_]/u.test(first) || sureFolders.has(first)) return true;
  if (projectFolders.has(first) && (parts.length > 2 || isFolder || inCode)) return true;
  if (isFolder) return parts.every((part) => letter.test(part) && part.length > 1);
  if (!inCode || slashPhrases.has(text.toLowerCase())) return false;
  if (mediaTypes.has(first) && parts.length === 2) return false;
  return parts.every((part) => part.length > 1 && speakable.test(part));
}

function parseBackslashed(text: string): Path | undefined {
  const parts = split(text, /\\+/);
  // A regular expression: ".*\.log".
  if (/[*+\])]\\\./.test(text)) return undefined;
  if (!parts.every((part) => nameLike.test(part))) return undefined;
  const path = named({ rooted: false, parts });
  if (dots.test(text)) return path;
  if (text.startsWith('\\') || parts.length < 2) return undefined;
  const isKnown =
    windowsFolders.has(parts[0]!.toLowerCase()) ||
    /^\.\p{L}/u.test(parts[0]!) ||
    isFileName(parts.at(-1)!);
  return isKnown ? path : undefined;
}

/** Without a part that can be said there is nothing to read. */
function named(path: Path): Path | undefined {
  return path.parts.some((part) => speakable.test(part)) ? path : undefined;
}

function isDottedFile(name: string): boolean {
  return name.includes('.') && isFileName(name);
}

/** With slashes in it a backslash is an escape, but for a path that mixes both. */
function separatorOf(text: string): RegExp {
  return text.includes('/') ? /\/+/ : /[\\/]+/;
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .filter((part) => part !== '' && part !== '.')
    .map((part) =>
      part
        .replace(/\\(?=[^\p{L}\p{N}])/gu, '')
        .replaceAll('\\', ' ')
        .trim(),
    )
    .filter((part) => part !== '');
}
