/**
 * The lines about what the runtime does (section "Saved settings", logs\sonarad.log). Pure: a line or
 * null when the settings leave it out.
 */
import type { EngineStatus } from '../../shared/protocol/events.ts';
import { redactText } from './credentials.ts';
import { clip, LINE_BYTES } from './line.ts';
import { quoteValue } from '../../shared/speech/quote.ts';

/** An item as the log names it. */
export interface LoggedItem {
  item: number;
  /** Its label, else its channel's id; null for text spoken without either. */
  session: string | null;
}

export interface StartedItem extends LoggedItem {
  chunks: number;
  /** `announce` for a switch announcement; else left out. */
  kind?: string;
}

/** Where the text of an item came from. */
export interface LoggedOrigin extends LoggedItem {
  kind?: string;
  /** The type of the message that brought it. */
  from?: string;
}

export interface ReadItem extends LoggedOrigin {
  /** Chunks that were read, of all. */
  read: number;
  chunks: number;
  /** The cleaned text that went to the voice. */
  text: string;
}

export const readerPaused = 'reader paused';
export const readerResumed = 'reader resumed';

export function sonaradStarted(start: {
  version: string;
  pid: number;
  engine: EngineStatus;
  home: string;
}): string {
  const { version, pid, engine, home } = start;
  return `sonarad ${version} started (pid ${pid}): engine ${engine.engine} ${engine.status}; home ${home}`;
}

export function readStart({ item, session, chunks, kind }: StartedItem): string {
  const suffix = kind === undefined ? '' : ` kind=${kind}`;
  return `read start item=${item} session=${nameOf(session)} chunks=${chunks}${suffix}`;
}

export function readEnd(item: number, outcome: 'finished' | 'skipped' | 'failed'): string {
  return `read end item=${item} ${outcome}`;
}

/** Before each `read end`. Null with `debug_log` false, as it carries text. */
export function readText(read: ReadItem, { debugLog }: { debugLog: boolean }): string | null {
  if (!debugLog) return null;
  // More than fits into a line is not even looked at.
  const text = redactText(clip(read.text, LINE_BYTES));
  return `read text ${originOf(read)} chunks=${read.read}/${read.chunks} text=${JSON.stringify(text)}`;
}

/** A line about a text; the text itself stands in it only with `debug_log` on. */
export function traceLine(
  line: string,
  text: string | undefined,
  { debugLog }: { debugLog: boolean },
): string {
  if (text === undefined || !debugLog) return line;
  return `${line} text=${JSON.stringify(redactText(clip(text, LINE_BYTES)))}`;
}

/** For an item that was dropped before its first chunk. */
export function readDrop(dropped: LoggedOrigin): string {
  return `read drop ${originOf(dropped)} unread`;
}

function originOf({ item, session, kind = 'speak', from = 'speak' }: LoggedOrigin): string {
  return `item=${item} session=${nameOf(session)} kind=${kind} from=${from}`;
}

function nameOf(session: string | null): string {
  return quoteValue(
    session === null || session === '' ? 'direct' : clip(redactText(session.slice(0, 1000)), 200),
  );
}
