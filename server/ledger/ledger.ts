/**
 * What was really heard, and what was not: kept over restarts, private and bounded. Whoever speaks is never
 * held up: what is told here is written a moment later, and what cannot be written is kept in memory until
 * it can.
 */
import type { HistoryEntry, HistoryReply } from '../../shared/protocol/events.ts';
import { redactText } from '../log/credentials.ts';
import { clip } from '../log/line.ts';
import { redactString } from '../log/redact.ts';
import { LedgerFile, type LedgerLimits } from './ledger-file.ts';
import { isMark, type Line, parseLines } from './lines.ts';
import type { DroppedText, HeardText, LedgerPort } from './port.ts';
import { type Query, select } from './select.ts';

const documented: LedgerLimits = { lines: 2_000, bytes: 2_000_000 };

/** Of a label: characters looked at, and bytes kept. */
const LABEL = { look: 1_000, keep: 200 };

export interface LedgerOptions {
  home: string;
  /** `debug_log` at the start: whether texts may be kept. */
  on: boolean;
  /** A line that holds no text: at most one for a disk that does not take what is written. */
  log: (line: string) => void;
  now?: () => Date;
  /** Hides what no file may hold, such as the runtime's own token, in a line. */
  hide?: (line: string) => string;
  limits?: LedgerLimits;
}

export class Ledger implements LedgerPort {
  readonly #file: LedgerFile;
  readonly #limits: LedgerLimits;
  readonly #options: LedgerOptions;
  readonly #now: () => Date;
  #isOn: boolean;
  /** Told, and not looked at yet. */
  #told: HistoryEntry[] = [];
  /** Lines that the disk does not have. */
  #unwritten: string[] = [];
  #isFailing = false;
  #isScheduled = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? documented;
    this.#file = new LedgerFile(options.home, this.#limits);
    this.#now = options.now ?? (() => new Date());
    this.#isOn = options.on;
    if (!this.#isOn) this.#remove();
  }

  heard({ reason, again, ...told }: HeardText): void {
    this.#tell({
      time: this.#now().toISOString(),
      ...told,
      ...(reason !== null && { reason }),
      ...(again && { again }),
    });
  }

  dropped(told: DroppedText): void {
    const time = this.#now().toISOString();
    this.#tell({ time, item: null, ...told, read: 0, phase: 'dropped' });
  }

  /** `debug_log` was set. False removes the file, and nothing is recorded any more. */
  setOn(on: boolean): void {
    this.#isOn = on;
    if (on) return;
    this.#told = [];
    this.#remove();
  }

  /**
   * What was recorded until now.
   * @param query a channel as the client named it
   * @param seen what is told now is no longer missed
   */
  async find(query: Query, { seen = false } = {}): Promise<HistoryReply> {
    if (!this.#isOn) return { entries: [], more: 0, off: true };
    let reply: HistoryReply = { entries: [], more: 0 };
    await this.#then(async () => {
      const lines = await this.#lines();
      const channel = query.channel === null ? null : this.#redacted(redactText(query.channel));
      reply = select(lines, { ...query, channel });
      const last = lines.at(-1);
      if (seen && last && !isMark(last)) {
        this.#unwritten.push(JSON.stringify({ seen: this.#now().toISOString() }));
        await this.#write();
      }
    });
    return reply;
  }

  /** Resolves once everything told so far is on disk, or cannot be. */
  saved(): Promise<void> {
    return this.#then(() => this.#write());
  }

  #tell(entry: HistoryEntry): void {
    if (!this.#isOn) return;
    this.#told.push(entry);
    // Twice, so that a flood does not move the list for each of them.
    if (this.#told.length > 2 * this.#limits.lines) this.#told.splice(0, this.#limits.lines);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.saved();
    });
  }

  async #lines(): Promise<Line[]> {
    await this.#write();
    return parseLines([...(await this.#file.read()), ...this.#unwritten]);
  }

  async #write(): Promise<void> {
    const told = this.#told.splice(0).slice(-this.#limits.lines);
    this.#unwritten.push(...told.map((entry) => this.#lineOf(entry)));
    this.#unwritten = this.#unwritten.slice(-this.#limits.lines);
    if (!this.#isOn || this.#unwritten.length === 0) return;
    try {
      await this.#file.append(this.#unwritten);
      this.#unwritten = [];
      this.#isFailing = false;
    } catch (error) {
      this.#failed('not written', error);
    }
  }

  #remove(): void {
    void this.#then(async () => {
      this.#unwritten = [];
      try {
        if (!this.#isOn) await this.#file.remove();
      } catch (error) {
        this.#failed('not removed', error);
      }
    });
  }

  #failed(what: string, error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log(`ledger ${what}: ${reason}`);
  }

  /** One after the other. @param work does not throw */
  #then(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work);
    return this.#work;
  }

  #lineOf(entry: HistoryEntry): string {
    const { channel, label, text } = entry;
    return this.#redacted(
      JSON.stringify({
        ...entry,
        channel: channel === null ? null : redactText(channel),
        label: label === null ? null : clip(redactText(label.slice(0, LABEL.look)), LABEL.keep),
        text: redactString(text),
      }),
    );
  }

  #redacted(line: string): string {
    return this.#options.hide?.(line) ?? line;
  }
}
