/** Runs a job by the command it names, cleans what comes back and holds it to its source. */
import { homedir } from 'node:os';
import type { StartProgram } from '../platform/process.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  defaultPrompts,
  excerpt,
  gistPrompt,
  longestForAgents,
  promptFor,
} from './default-prompts.ts';
import { guard, type GuardReason } from './guard.ts';
import { launchOf } from './launch.ts';
import { Ollama } from './ollama.ts';
import { openingSentences } from './opening.ts';
import { type GistJob, type Summarizer, SummaryError, type SummaryJob } from './port.ts';
import { runAgent } from './run-agent.ts';
import { Slots } from './slots.ts';
import { tidy } from './tidy.ts';
import { unlessAborted, within } from './within.ts';

/** Characters that are spoken as they are, instead of asking ollama. */
const short = 200;
/** Jobs at once: each is a program of some hundred MB. */
const atOnce = 4;

export interface SummarizerParts {
  startProgram: StartProgram;
  clock: Clock;
  fetch?: typeof fetch;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  home?: string;
  /** Told of a recap that was refused, by the kind of what it had wrong. */
  onRefused?: (reason: GuardReason) => void;
}

export function createSummarizer(parts: SummarizerParts): Summarizer {
  const { startProgram, clock, onRefused } = parts;
  const { env = process.env, platform = process.platform, home = homedir() } = parts;
  const ollama = new Ollama({ send: parts.fetch ?? fetch, clock });
  const slots = new Slots(atOnce);
  const closed = new AbortController();

  async function byAgent(job: SummaryJob & { command: 'claude' | 'codex' }, signal: AbortSignal) {
    const launch = launchOf(job.command, job.model, { env, platform });
    const prompt = isBlank(job.prompt) ? defaultPrompts[job.style] : job.prompt!;
    const input = promptFor(prompt, job.text);
    return runAgent({ ...launch, name: job.command, cwd: home, input }, startProgram, signal);
  }

  async function byOllama(job: SummaryJob, signal: AbortSignal) {
    const text = tidy(job.text);
    if (isShort(text)) return text;
    const prompt = isBlank(job.prompt) ? gistPrompt : job.prompt!;
    return ollama.ask(job, { prompt, text }, signal);
  }

  async function answer(job: SummaryJob, signal: AbortSignal): Promise<string> {
    const { command } = job;
    const written =
      command === 'ollama'
        ? await byOllama(job, signal)
        : await byAgent({ ...job, command }, signal);
    const recap = tidy(written);
    if (recap === '') throw new SummaryError('empty', `${job.command} answered nothing`);
    return recap;
  }

  function held(recap: string, job: SummaryJob): string {
    if (job.guard === false) return recap;
    // All that an agent was given of it; more would only hold the event loop up.
    const checked = guard(recap, excerpt(job.text, longestForAgents));
    if (checked.ok) return recap;
    onRefused?.(checked.reason);
    const opening = openingSentences(tidy(job.text));
    if (opening === '') throw new SummaryError('failed', 'the recap does not keep to its source');
    return opening;
  }

  return {
    async summarize(job, signal) {
      const late = () => {
        const seconds = Math.round(job.timeoutMs / 1000);
        return new SummaryError('timeout', `${job.command} did not answer in ${seconds} s`);
      };
      const both = AbortSignal.any([signal, closed.signal]);
      const limit = { clock, ms: job.timeoutMs, late, signal: both };
      // The time to wait for a place among the others is not the program's.
      const recap = await slots.run(both, () => within(limit, (signal) => answer(job, signal)));
      return held(recap, job);
    },

    async gist({ text, ...target }: GistJob, signal) {
      const tidied = tidy(text);
      if (isShort(tidied)) return tidied;
      const both = AbortSignal.any([signal, closed.signal]);
      try {
        const asked = { prompt: gistPrompt, text: tidied };
        const recap = tidy(await unlessAborted(both, ollama.ask(target, asked, both)));
        if (recap !== '') return recap;
      } catch {
        both.throwIfAborted();
      }
      return openingSentences(tidied);
    },

    warm: (target) => void ollama.load(target),
    unload: (target) => ollama.unload(target),
    close() {
      closed.abort(new SummaryError('closed', 'the runtime is ending'));
      ollama.close();
    },
  };
}

const isBlank = (text: string | null) => text === null || text.trim() === '';

function isShort(text: string): boolean {
  return text.length <= short * 2 && [...text].length <= short;
}
