/**
 * The extensions channels and agent inside the runtime: their machines, and the clock, earcons, summaries
 * and files behind what they ask for.
 */
import { Agent } from '../agent/agent.ts';
import type { AgentEffect, AgentSettings, OpenCutting } from '../agent/types.ts';
import { Channels, type ChannelPrefs } from '../channels/channels.ts';
import { summariesDefaults } from '../../shared/protocol/summaries-setting.ts';
import type { EarconKind, MachineEffect } from '../../shared/speech/chunk.ts';
import { quoteValue } from '../../shared/speech/quote.ts';
import { extensionKeys } from '../../shared/protocol/version.ts';
import type { SettingKey, Settings } from '../../shared/protocol/settings.ts';
import type { Clock } from './clock.ts';
import type { HeardTexts } from './heard-texts.ts';
import type { RuntimeJournal } from './journal-port.ts';
import type { Summarizer } from '../summaries/port.ts';
import type { Stage } from './stage.ts';
import { Timers } from './timers.ts';

/** What sounds the short signs. All calls return at once. */
export interface EarconPort {
  play(kind: EarconKind): void;
  setMuteLevel(level: number): void;
  /** Calls back once none plays or waits, never within this call. @returns what cancels it */
  whenQuiet(callback: () => void): () => void;
}

export interface PrefsPort {
  /** As they were saved, the most recently changed last. */
  saved: Iterable<readonly [string, ChannelPrefs]>;
  save(prefs: readonly (readonly [string, ChannelPrefs])[]): Promise<void>;
}

export interface ExtensionPorts {
  clock: Clock;
  prefs?: PrefsPort;
  earcons?: EarconPort;
  summarizer?: Summarizer;
  /** Cuts an agent's text as it comes, read as the settings say. */
  openCutting?: OpenCutting;
  /** What is told of texts that nobody hears. */
  heard?: HeardTexts | undefined;
}

export type MachineWork = MachineEffect | AgentEffect | { type: 'prefs' };

export interface ExtensionsOptions extends ExtensionPorts {
  stage: Stage;
  settings(): Settings;
  log: RuntimeJournal;
}

export class Extensions {
  readonly #options: ExtensionsOptions;
  readonly #timers: Timers;
  readonly #summaries = new Map<number, AbortController>();
  #agent: Agent | null = null;
  /** As the agent sees them; it asks for each sentence. */
  #agentSettings: AgentSettings;
  #awaitQuiet: (() => void) | null = null;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: ExtensionsOptions) {
    this.#options = options;
    this.#agentSettings = agentSettings(options.settings());
    this.#timers = new Timers(options.clock, (key) => this.#due(key));
  }

  /** Turns an extension on for the whole runtime, for good. */
  enable(name: string): void {
    if (name === 'channels' || name === 'agent') this.#useChannels();
    if (name === 'agent') this.#useAgent();
  }

  /** A summary is out, or something waits for one. */
  isBusy(): boolean {
    return this.#agent?.isBusy ?? false;
  }

  #useAgent(): void {
    const { stage, openCutting } = this.#options;
    const { channels } = stage.machines!;
    if (this.#agent || !openCutting) return;
    this.#agent = new Agent({
      floor: channels,
      settings: () => this.#agentSettings,
      open: openCutting,
    });
    stage.use({ channels, agent: this.#agent });
  }

  #useChannels(): void {
    const { stage, settings, prefs } = this.#options;
    if (stage.machines) return;
    const channels = new Channels({
      reader: {
        current: () => {
          const { current } = stage.reader;
          return (
            current && {
              item: current.item.id,
              chunk: current.chunk,
              chunks: current.item.chunks.length,
            }
          );
        },
        paused: () => stage.isPaused,
      },
      settings: () => {
        const { channel_announce, background_policy, mute_level } = settings();
        return {
          announce: channel_announce === 'on',
          background: background_policy,
          agent: this.#agent !== null,
          muteLevel: mute_level,
        };
      },
      prefs: prefs?.saved ?? [],
    });
    stage.use({ channels, agent: null });
  }

  /** A setting has a new value, which `settings` gives already. */
  settingChanged(key: SettingKey): void {
    const { stage, clock, settings } = this.#options;
    this.#agentSettings = agentSettings(settings());
    if (extensionKeys[key] === undefined) return;
    if (key === 'mute_level') this.#mute(settings().mute_level);
    if (stage.machines) stage.act(({ agent }) => agent?.settingChanged(clock.now()));
  }

  /** Level 1 and 2 end what is read and what waits, whoever spoke it. */
  #mute(level: Settings['mute_level']): void {
    const { earcons, stage } = this.#options;
    if (stage.machines) {
      const then = level > 0 ? ({ type: 'control', action: 'stop' } as const) : undefined;
      stage.act(({ channels, agent }) => {
        if (level > 0) channels.stop(null, 'mute');
        agent?.setMuteLevel(level);
      }, then);
    }
    // Last: an announcement that waits for its chime is gone by now.
    earcons?.setMuteLevel(level);
  }

  /** Carries out what the machines ask for; nothing of it calls back within the call. */
  carryOut(work: MachineWork): void {
    switch (work.type) {
      case 'trace':
        this.#options.log.trace(work.line, work.text);
        if (work.unheard) this.#options.heard?.unheard(work.unheard, work.text ?? '');
        break;
      case 'earcon':
        this.#sound(work.kind);
        break;
      case 'arm':
        this.#timers.arm(work.key, work.at);
        break;
      case 'disarm':
        this.#timers.disarm(work.key);
        break;
      case 'prefs':
        this.#savePrefs();
        break;
      case 'summarize':
        void this.#summarize(work);
        break;
      case 'cancel_summary':
        this.#summaries.get(work.job)?.abort();
        this.#summaries.delete(work.job);
        break;
    }
  }

  async #summarize(work: Extract<AgentEffect, { type: 'summarize' }>): Promise<void> {
    const { summarizer, settings, stage, log } = this.#options;
    const { job, channel, text, timeout, prompt } = work;
    const abort = new AbortController();
    this.#summaries.set(job, abort);
    const { host, guard } = { ...summariesDefaults, ...settings().summaries };
    let summary: string | null = null;
    try {
      if (!summarizer) throw new Error('there is no summarizer');
      summary = await summarizer.summarize(
        {
          text,
          command: work.command,
          model: work.model,
          style: work.style,
          prompt: prompt === '' ? null : prompt,
          timeoutMs: timeout * 1000,
          host,
          guard,
        },
        abort.signal,
      );
    } catch (error) {
      if (abort.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      log.line(`agent turn_end channel=${quoteValue(channel)} summary failed: ${reason}`);
    }
    if (abort.signal.aborted) return;
    this.#summaries.delete(job);
    stage.act(({ agent }) => agent?.summaryDone(job, summary));
  }

  #sound(kind: EarconKind): void {
    const { earcons } = this.#options;
    earcons?.play(kind);
    if (kind !== 'session_change') return;
    const over = (): void => {
      this.#awaitQuiet = null;
      this.#options.stage.act(({ channels }) => channels.chimeEnded());
    };
    this.#awaitQuiet?.();
    if (earcons) this.#awaitQuiet = earcons.whenQuiet(over);
    else queueMicrotask(over);
  }

  #due(key: string): void {
    const now = this.#options.clock.now();
    this.#options.stage.act(({ agent }) => agent?.due(key, now));
  }

  #savePrefs(): void {
    const { prefs, stage } = this.#options;
    const list = stage.machines?.channels.savedPrefs() ?? [];
    if (!prefs) return;
    this.#saving = prefs.save(list);
    // Whoever set them is told; nobody else waits.
    this.#saving.catch(() => {});
  }

  /** Resolves once the preferences that were set are safe on disk. @throws Error of the file system */
  saved(): Promise<void> {
    return this.#saving;
  }

  close(): void {
    this.#tellUnread();
    this.#timers.close();
    this.#awaitQuiet?.();
    for (const abort of this.#summaries.values()) abort.abort();
  }

  /** What waits in the channels ends with the runtime. */
  #tellUnread(): void {
    const { stage, heard } = this.#options;
    const { channels } = stage.machines ?? {};
    for (const channel of channels?.open() ?? []) {
      for (const entry of channels!.entries(channel)) {
        if (entry.heard) continue;
        const { kind, from, label, chunks } = entry;
        const told = { channel, kind, from, label, chunks: chunks.length, reason: 'ended' };
        heard?.unheard(told, chunks.map(({ text }) => text).join(' '));
      }
    }
  }
}

function agentSettings({ summaries, ...all }: Settings): AgentSettings {
  const { prompts = {}, ...fields } = summaries;
  const own = { ...summariesDefaults, ...fields };
  return { ...all, summaries: { ...own, prompt: prompts[own.style] ?? '' } };
}
