/** What is said of a file path. */
import { commonFolders, homeFolders, homeVariables } from './path-tables.ts';
import { identifierWords } from './say/identifiers.ts';

export type PathLength = 'short' | 'last_two' | 'last_three' | 'full';

export interface Path {
  /** A drive letter, or none. */
  drive?: string;
  /** `~`, or the name of a variable. */
  base?: string;
  /** Whether it begins at a root, a drive, a server or a home. */
  rooted: boolean;
  /** Its folders and its file, `..` among them; at least one can be said unless there is a drive. */
  parts: string[];
}

const speakable = /[\p{L}\p{N}]/u;
const drivePart = /^[a-zA-Z]$/;

export function readPath(path: Path, length: PathLength): string {
  const { drive, base, parts } = path;
  if (length === 'full') {
    return [
      ...(drive ? [`${drive} drive`] : []),
      ...(base ? [base === '~' ? 'home' : base] : []),
      ...parts.flatMap((part) => (part === '..' ? 'dot dot' : speakable.test(part) ? part : [])),
    ].join(', ');
  }
  const named = parts.filter((part) => speakable.test(part));
  if (named.length === 0) return readPath(path, 'full');
  const shown = length === 'short' ? withoutCommon(path, named) : named;
  return shown.slice(length === 'last_two' ? -2 : -3).join(', ');
}

/** The last part always stays, also of `/home/ada`. */
function withoutCommon({ drive, base, rooted }: Path, named: string[]): string[] {
  const lower = named.map((part) => part.toLowerCase());
  const last = named.length - 1;
  let from = 0;
  // The drive as Unix shells on Windows write it: /c/Users, /mnt/c/Users.
  const mounted = lower[0] === 'mnt' && drivePart.test(named[1] ?? '') ? 2 : 1;
  if (rooted && !drive && drivePart.test(named[mounted - 1]!) && mounted < named.length)
    from = mounted;
  if (rooted && homeFolders.has(lower[from]!)) from += 2;
  const isAtHome = rooted || (base !== undefined && homeVariables.has(base.toLowerCase()));
  const begins = ['appdata', 'programdata'].includes(lower[from] ?? '');
  if (isAtHome || begins) while (commonFolders.has(lower[from] ?? '')) from += 1;
  return named.slice(Math.min(from, last));
}

/** Where in a file: a line, of several the first; `to` is the last of them. Or the title of a part of it. */
export type Place =
  { line: string; to?: string | undefined; column?: string | undefined } | { title: string };

export function readPlace(place: Place): string {
  if ('title' in place) return `, ${kebabTitle(place.title)}`;
  const { line, to, column } = place;
  if (to) return `, lines ${line} to ${to}`;
  return `, line ${line}${column ? `, column ${column}` : ''}`;
}

/** "install-steps" -> install steps */
function kebabTitle(title: string): string {
  return title
    .split(/[-_.]+/)
    .filter(Boolean)
    .map(identifierWords)
    .join(' ');
}
