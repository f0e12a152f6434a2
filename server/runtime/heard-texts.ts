/** What the ledger is told: how each item ended and why, and which texts never became one. */
import type { Unheard } from '../../shared/speech/chunk.ts';
import type { LedgerPort } from '../ledger/port.ts';
import type { Effect, ReaderEvent } from '../reader/events.ts';

export interface HeardTextsOptions {
  ledger: LedgerPort;
  /** Why nothing that is read can be heard now, or null. */
  silence(): 'sound muted' | 'no sound' | null;
  labelOf(channel: string): string | null;
}

export class HeardTexts {
  readonly #options: HeardTextsOptions;
  /** The item that is cut next, and why its text is dropped. */
  #cut: { item: number; reason: string } | null = null;
  #isClosing = false;

  constructor(options: HeardTextsOptions) {
    this.#options = options;
  }

  /** @param cause what happened to the reader; null: its item made room for another text */
  item({ item, phase, read }: Extract<Effect, { type: 'item' }>, cause: ReaderEvent | null): void {
    const { id, label, chunks, origin } = item;
    if (phase === 'started' || chunks.length === 0) return;
    const cut = this.#cut?.item === id ? this.#cut.reason : null;
    this.#options.ledger.heard({
      item: id,
      channel: origin?.channel ?? null,
      label,
      kind: origin?.kind ?? 'speak',
      from: origin?.from ?? 'speak',
      text: chunks.map(({ text }) => text).join(' '),
      chunks: chunks.length,
      read: read ?? 0,
      phase: read === null ? 'dropped' : phase,
      reason: phase === 'skipped' ? (cut ?? this.#whyCut(cause, read)) : this.#silence(phase),
      again: origin?.again ?? false,
    });
  }

  unheard({ channel, kind, from, chunks, reason, item, label }: Unheard, text: string): void {
    // How much of it was heard is known when it ends.
    if (item != null) this.#cut = { item, reason };
    else {
      const name = label ?? this.#options.labelOf(channel);
      this.#options.ledger.dropped({ channel, label: name, kind, from, chunks, reason, text });
    }
  }

  /** What ends from now on ends with the runtime. */
  close(): void {
    this.#isClosing = true;
  }

  #silence(phase: 'finished' | 'failed'): string | null {
    return phase === 'finished' ? this.#options.silence() : null;
  }

  #whyCut(cause: ReaderEvent | null, read: number | null): string {
    if (this.#isClosing) return 'ended';
    if (cause?.type === 'control') return cause.action === 'stop' ? 'stop' : 'skip';
    return read === null ? 'replaced' : 'preempted';
  }
}
