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

/** Lines of one turn of the event loop. */
const AT_ONCE = 24;
/** Past so many, as they are texts in memory, each new one has two of them written. */
const MOST_WAITING = 5000;
/** Of a turn of the event loop for lines that waited. */
const SLICE_MS = 0.7;

export class Journal {
  readonly #stream: LogStream;
  readonly #debugLog: () => boolean;
  readonly #refusals: RefusalGate;
  /** Lines of this turn of the event loop that were written at once, and those that wait. */
  #written = 0;
  #waiting: (() => void)[] = [];
  /** Of `#waiting`, how many are written. */
  #done = 0;
  #isArmed = false;

  constructor({ stream, debugLog, now = () => performance.now(), secret }: JournalOptions) {
    this.#stream = secret === undefined ? stream : without(stream, secret);
    this.#debugLog = debugLog;
    this.#refusals = new RefusalGate(now);
  }

  /** Any other line; must not hold a text that was spoken, or a key. */
  line(text: string): void {
    this.#soon(() => this.#stream.line(text));
  }

  /** Writes what waits; for the end of the process. */
  flush(): void {
    this.#writeWhile(() => true);
  }

  /** For every message of an authenticated connection, before it is carried out. */
  received(message: unknown, { http = false }: { http?: boolean } = {}): void {
    this.#write((how) => inLine(message, { ...how, http }));
  }

  /** For an authenticated message that was refused. */
  refused(type: unknown, code: string, message: string): void {
    this.#write((how) => inFailedLine(type, code, message, how));
  }

  /** For a connection that was refused before its hello; one line per 10 s is written. */
  refusedBeforeHello(code: string): void {
    const line = this.#refusals.line(code);
    this.#write(() => line);
  }

  readStart(item: activity.StartedItem): void {
    this.#write(() => activity.readStart(item));
  }

  /** `read text` and `read end`. */
  readEnd(read: activity.ReadItem, outcome: 'finished' | 'skipped' | 'failed'): void {
    this.#write((how) => activity.readText(read, how));
    this.#write(() => activity.readEnd(read.item, outcome));
  }

  readDrop(item: activity.LoggedOrigin): void {
    this.#write(() => activity.readDrop(item));
  }

  readerPaused(paused: boolean): void {
    this.#write(() => (paused ? activity.readerPaused : activity.readerResumed));
  }

  /** A line about a text; `text` is left out with `debug_log` false. */
  trace(line: string, text?: string): void {
    this.#write((how) => activity.traceLine(line, text, how));
  }

  #write(make: (how: { debugLog: boolean }) => string | null): void {
    const how = { debugLog: this.#debugLog() };
    this.#soon(() => {
      const line = make(how);
      if (line !== null) this.#stream.line(line);
    });
  }

  /**
   * In order. The first lines of a turn of the event loop are written at once; of a flood, as when a flush
   * drops hundreds of texts, the rest follows in the next turns, so that no request waits for it.
   */
  #soon(write: () => void): void {
    const waiting = this.#waiting.length - this.#done;
    if (waiting === 0 && this.#written < AT_ONCE) {
      this.#written++;
      write();
    } else this.#waiting.push(write);
    if (waiting > MOST_WAITING) {
      let count = 2;
      this.#writeWhile(() => count-- > 0);
    }
    this.#arm();
  }

  #writeWhile(goesOn: () => boolean): void {
    while (this.#done < this.#waiting.length && goesOn()) this.#waiting[this.#done++]!();
    // What is written is let go of in large pieces: a list is slow to shorten at its front.
    if (this.#done < this.#waiting.length && this.#done < MOST_WAITING) return;
    this.#waiting = this.#waiting.slice(this.#done);
    this.#done = 0;
  }

  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    setImmediate(() => {
      this.#isArmed = false;
      this.#written = 0;
      const until = performance.now() + SLICE_MS;
      this.#writeWhile(() => performance.now() < until);
      if (this.#waiting.length > 0) this.#arm();
    });
  }
}

/** A stream whose lines do not hold the secret, wherever a client wrote it. */
function without(stream: LogStream, secret: string): LogStream {
  return { line: (text) => stream.line(hide(text, secret)) };
}

/** A secret is also looked for by its start alone: a name may have been cut in the middle of it. */
const START = 16;

/** A line without the secret. @param secret 16 characters or more */
export function hide(text: string, secret: string): string {
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
