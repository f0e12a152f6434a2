/**
 * The documented lines, written as they happen. The runtime and the protocol own ports of this shape, so
 * that they need not know files or `debug_log`.
 */
import * as activity from './activity.ts';
import { REDACTED } from './credentials.ts';
import { inFailedLine, inLine } from './in-line.ts';
import type { LogStream } from './log-folder.ts';
import { RefusalGate } from './refusals.ts';

export interface JournalOptions {
  stream: LogStream;
  /** The setting `debug_log`, asked for each line. */
  debugLog: () => boolean;
  /** Monotonic milliseconds. */
  now?: () => number;
  /** What no line may hold: the runtime's own token, 64 hex digits. */
  secret?: string;
}

export class Journal {
  readonly #stream: LogStream;
  readonly #debugLog: () => boolean;
  readonly #refusals: RefusalGate;

  constructor({ stream, debugLog, now = () => performance.now(), secret }: JournalOptions) {
    this.#stream = secret === undefined ? stream : without(stream, secret);
    this.#debugLog = debugLog;
    this.#refusals = new RefusalGate(now);
  }

  /** Any other line; must not hold a text that was spoken, or a key. */
  line(text: string): void {
    this.#stream.line(text);
  }

  /** For every message of an authenticated connection, before it is carried out. */
  received(message: unknown, { http = false }: { http?: boolean } = {}): void {
    this.#write(inLine(message, { debugLog: this.#debugLog(), http }));
  }

  /** For an authenticated message that was refused. */
  refused(type: unknown, code: string, message: string): void {
    this.#stream.line(inFailedLine(type, code, message, { debugLog: this.#debugLog() }));
  }

  /** For a connection that was refused before its hello; one line per 10 s is written. */
  refusedBeforeHello(code: string): void {
    this.#write(this.#refusals.line(code));
  }

  readStart(item: activity.StartedItem): void {
    this.#stream.line(activity.readStart(item));
  }

  /** `read text` and `read end`. */
  readEnd(read: activity.ReadItem, outcome: 'finished' | 'skipped' | 'failed'): void {
    this.#write(activity.readText(read, { debugLog: this.#debugLog() }));
    this.#stream.line(activity.readEnd(read.item, outcome));
  }

  readDrop(item: activity.LoggedOrigin): void {
    this.#stream.line(activity.readDrop(item));
  }

  readerPaused(paused: boolean): void {
    this.#stream.line(paused ? activity.readerPaused : activity.readerResumed);
  }

  /** A line about a text; `text` is left out with `debug_log` false. */
  trace(line: string, text?: string): void {
    this.#stream.line(activity.traceLine(line, text, { debugLog: this.#debugLog() }));
  }

  #write(line: string | null): void {
    if (line !== null) this.#stream.line(line);
  }
}

/** A stream whose lines do not hold the secret, wherever a client wrote it. */
function without(stream: LogStream, secret: string): LogStream {
  return { line: (text) => stream.line(hide(text, secret)) };
}

/** A secret is also looked for by its start alone: a name may have been cut in the middle of it. */
const START = 16;

function hide(text: string, secret: string): string {
  const start = secret.slice(0, START);
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
    let length = start.length;
    while (length < secret.length && text[at + length] === secret[length]) length++;
    shown += text.slice(from, at) + REDACTED;
    from = at + length;
  }
  return shown + text.slice(from);
}
