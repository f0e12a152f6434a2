/** What turns a turn's text into a spoken recap: one job at a time, no schedule of its own. */
import type { SummaryCommand, SummaryStyle } from '../../shared/protocol/summaries-setting.ts';

export interface SummaryJob {
  /** The turn's text, as the agent wrote it. */
  text: string;
  command: SummaryCommand;
  model: string;
  style: SummaryStyle;
  /** The user's instruction for the style; null or blank is the built-in one. */
  prompt: string | null;
  /** From the start of the work to the answer, ms; not while it waits for a place among other jobs. */
  timeoutMs: number;
  /** Where `ollama` answers; absent or null: http://localhost:11434. */
  host?: string | null;
  /** Whether the answer must keep to the text (see `guard`); absent: it must. */
  guard?: boolean;
}

export interface Summarizer {
  /**
   * @returns the recap, cleaned, never empty; the text's opening sentences where the guard refused it
   * @throws SummaryError in words that never hold the text; the signal's reason when aborted
   */
  summarize(job: SummaryJob, signal: AbortSignal): Promise<string>;
  /** The same by ollama, with its own time limits and without a guard; what fails is its opening sentences. */
  gist(job: GistJob, signal: AbortSignal): Promise<string>;
  /** Loads ollama's model without waiting; one load at a time, whoever asks. */
  warm(target: OllamaTarget): void;
  /** Has ollama put its model away, without waiting. */
  unload(target: OllamaTarget): void;
  /** Ends every job, with its programs. */
  close(): void;
}

export interface OllamaTarget {
  host?: string | null;
  /** Absent or a name of another command's: gemma3:4b. */
  model?: string;
}

export interface GistJob extends OllamaTarget {
  text: string;
}

export type SummaryFailure = 'missing' | 'failed' | 'timeout' | 'empty' | 'closed';

/** A failure a user can be told about; `message` never holds the text that was to be summarized. */
export class SummaryError extends Error {
  override name = 'SummaryError';
  constructor(
    readonly kind: SummaryFailure,
    message: string,
  ) {
    super(message);
  }
}
