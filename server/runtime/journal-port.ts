/** What the runtime tells its log. The log decides what of it is written (see the setting debug_log). */

/** An item as the log names it. */
interface LoggedItem {
  item: number;
  /** Its label; null for text spoken without one. */
  session: string | null;
}

export interface RuntimeJournal {
  /** A line that must not hold a text that was spoken, or a key. */
  line(text: string): void;
  readStart(item: LoggedItem & { chunks: number; kind?: string }): void;
  readEnd(
    item: LoggedItem & { kind: string; from: string; read: number; chunks: number; text: string },
    outcome: 'finished' | 'skipped' | 'failed',
  ): void;
  /** An item that was dropped before its first chunk. */
  readDrop(item: LoggedItem & { kind: string; from: string }): void;
  readerPaused(paused: boolean): void;
  /** `text` was or would be spoken: it is written as JSON after the line, and only where texts may be. */
  trace(line: string, text?: string): void;
}
