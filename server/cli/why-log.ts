/** sonarad.log and its rotations, as what happened to texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Base {
  /** ISO, UTC. */
  at: string;
  /** Counts the starts of the runtime: ids are unique within one. */
  run: number;
  /** Null where the line holds none, as with `debug_log` false. */
  text: string | null;
}
/** The label, else the channel, else `direct`. */
interface OfItem extends Base {
  item: number;
  session: string;
}

export type Received = Base & { what: 'in'; type: string; message: Record<string, unknown> };
export type Queued = Base & {
  what: 'queued';
  channel: string;
  entry: number;
  waits: string | null;
};
export type LogEvent =
  | Received
  | Queued
  | (Base & { what: 'refused'; type: string; why: string })
  | (Base & { what: 'stored'; channel: string; entry: number })
  | (Base & { what: 'note'; channel: string; note: string })
  | (Base & { what: 'drop'; channel: string; entry: number; item: number | null; reason: string })
  | (Base & { what: 'begun'; item: number; session: string })
  | (OfItem & { what: 'read'; read: number; chunks: number })
  | (OfItem & { what: 'unread' })
  | (Base & { what: 'ended'; item: number; outcome: string })
  | (Base & { what: 'paused'; paused: boolean })
  | (Base & { what: 'other'; line: string });

/** @returns every line of the folder's log, the oldest first */
export function readLog(folder: string): string[] {
  const number = (name: string) => Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 0);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^sonarad(\.\d+)?\.log$/.test(name));
  } catch {
    return [];
  }
  names.sort((a, b) => number(b) - number(a));
  return names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
}

export function parseLog(lines: readonly string[]): LogEvent[] {
  const events: LogEvent[] = [];
  let run = 0;
  for (const line of lines) {
    const found = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.*)$/.exec(line);
    if (!found) continue;
    const [, at, rest] = found as unknown as [string, string, string];
    if (/^sonarad \S+ started /.test(rest)) run++;
    events.push({ at, run, ...eventOf(rest) } as LogEvent);
  }
  return events;
}

type Parsed = Record<string, unknown> & { what: LogEvent['what']; text: string | null };

function eventOf(line: string): Parsed {
  if (line.startsWith('in ')) return received(line) ?? { what: 'other', line, text: null };
  const { head, text } = parted(line);
  const known = agentLine(head) ?? dropLine(head) ?? itemLine(head);
  return known ? ({ ...known, text } as Parsed) : { what: 'other', line: head, text };
}

const value = String.raw`("(?:[^"\\]|\\.)*"|\S+)`;
const agent = new RegExp(`^agent \\w+ channel=${value} (.*)$`);
const spoken = /^(speak|store) kind=\w+ entry=(\d+)(?:.* waits=(\S+))?/;
const drop = new RegExp(`^drop channel=${value} entry=(\\d+)(?: item=(\\d+))?.*? reason=(.*)$`);
const item = new RegExp(
  `^read (start|text|drop) item=(\\d+) session=${value}(?:.* chunks=(\\d+)/(\\d+))?`,
);

function agentLine(head: string): Omit<Parsed, 'text'> | null {
  const found = agent.exec(head);
  if (!found) return null;
  const channel = plain(found[1]!);
  const said = spoken.exec(found[2]!);
  if (!said) return { what: 'note', channel, note: found[2] };
  const entry = Number(said[2]);
  if (said[1] === 'store') return { what: 'stored', channel, entry };
  return { what: 'queued', channel, entry, waits: said[3] ?? null };
}

function dropLine(head: string): Omit<Parsed, 'text'> | null {
  const found = drop.exec(head);
  if (!found) return null;
  const [, channel, entry, cut, reason] = found;
  const id = cut === undefined ? null : Number(cut);
  return { what: 'drop', channel: plain(channel!), entry: Number(entry), item: id, reason };
}

function itemLine(head: string): Omit<Parsed, 'text'> | null {
  if (/^reader (paused|resumed)$/.test(head)) {
    return { what: 'paused', paused: head === 'reader paused' };
  }
  const end = /^read end item=(\d+) (\w+)$/.exec(head);
  if (end) return { what: 'ended', item: Number(end[1]), outcome: end[2] };
  const found = item.exec(head);
  if (!found) return null;
  const [, kind, id, session, read, chunks] = found;
  const of = { item: Number(id), session: plain(session!) };
  if (kind === 'text') return { what: 'read', ...of, read: Number(read), chunks: Number(chunks) };
  return { what: kind === 'drop' ? 'unread' : 'begun', ...of };
}

function received(line: string): Parsed | null {
  const refused = /^in failed type=(\S+) (E_\w+)(?:: (.*))?$/.exec(line);
  if (refused) {
    const [, type, code, message] = refused;
    return { what: 'refused', type, why: message ? `${message} (${code})` : code, text: null };
  }
  const message = json(line.slice(3));
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
  const fields = message as Record<string, unknown>;
  const texts = ['text', 'delta', 'before_reply', 'reply', 'summary']
    .map((name) => fields[name])
    .filter((each) => typeof each === 'string');
  return {
    what: 'in',
    type: typeof fields['type'] === 'string' ? fields['type'] : '',
    message: fields,
    text: texts.length > 0 ? texts.join(' ') : null,
  };
}

/** A line and the text after ` text=`; a line that was clipped ends in the middle of it. */
function parted(line: string): { head: string; text: string | null } {
  const whole = / text=("(?:[^"\\]|\\.)*")$/.exec(line);
  if (whole) {
    const text = json(whole[1]!);
    return { head: line.slice(0, whole.index), text: typeof text === 'string' ? text : null };
  }
  const at = line.indexOf(' text="');
  if (at < 0) return { head: line, text: null };
  return { head: line.slice(0, at), text: line.slice(at + 7).replace(/\\(.)/g, '$1') };
}

function plain(quoted: string): string {
  const text = quoted.startsWith('"') ? json(quoted) : quoted;
  return typeof text === 'string' ? text : quoted;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
