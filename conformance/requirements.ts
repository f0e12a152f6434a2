/**
 * Every documented fact of the core, of channels and of agent that a client can see from outside, by the
 * section it is from: of the protocol's document from Discovery to Examples, "Extension channels" and "Extension
 * agent", and of the decisions' pages "Platforms", "Core", "Channels" and "Agent"; and what this runtime promises for disks and clocks that misbehave.
 *
 * Left out, since no black box can show it, or since it is not part of this release's core:
 * - what clients do (reading runtime.json, the pid check of the port's holder, waiting for a takeover,
 *   ignoring unknown fields): shared/client/ has its own tests;
 * - the named mutex, ACLs and %LOCALAPPDATA% of Windows, and half-open sockets: they need that system, or a
 *   network that loses packets;
 * - two engines at once (switching resets a voice the new one lacks, a saved engine that cannot start, onecore
 *   speaking for kokoro, readiness that changes, the model's download, the default engine and voice of an
 *   install): `--engine fake` is the only engine of a test run; e2e/ and the engines' own tests show it;
 * - external engines, but for their refusal; E_FORBIDDEN as they answer it; E_ENGINE's other causes;
 * - how text is read (paths and pronunciations applied, code lines): its own issue; here the keys only;
 * - system (hotkeys, other apps' audio, the settings page, fake-system.json, keymap.json, earcons but for the
 *   migration): a later issue; here its refusal while it is off;
 * - of agent: what plugins and hooks do (which label a project has, the transcript); sessions that are silent for six
 *   hours; recaps past twice their timeout;
 * - writers of several processes on one log: there is one writer until the hook comes (server/log/ tests it);
 * - "the countdown starts when runtime.json is written", and settings applied "before the first client":
 *   the moment in between is not visible, its result is (`idle.without-client`, `saved.applies`);
 * - a chunk that started and failed later: the fake engine fails before its first sample.
 */
import {
  agent,
  agentBatches,
  agentFlush,
  decisions,
  mutes,
  questionSets,
  readModes,
  streams,
  turns,
} from './requirements/agent.ts';
import {
  agentLogs,
  agentSettings,
  codeReading,
  earcons,
  summaries,
} from './requirements/agent-sound.ts';
import { aids, fake, platforms, wav } from './requirements/aids.ts';
import {
  announcements,
  batches,
  channelControl,
  channelLimits,
  channelLogs,
  channelMessages,
  channels,
  channelSettings,
  channelState,
  floor,
} from './requirements/channels.ts';
import { discovery, instance } from './requirements/discovery.ts';
import { events, state, subscribe } from './requirements/events.ts';
import { history } from './requirements/history.ts';
import { idle, lifetime, takeover } from './requirements/lifetime.ts';
import { logs } from './requirements/logs.ts';
import { robustness } from './requirements/robustness.ts';
import { errors, hello, requests, versioning } from './requirements/requests.ts';
import { migration, savedSettings } from './requirements/saved.ts';
import { setAndGet, voices } from './requirements/settings.ts';
import { control, speak } from './requirements/speech.ts';
import { http, sse, tcp, transport } from './requirements/transport.ts';

/** The facts of one section; each is `[id, the fact]`. */
export interface Section {
  readonly section: string;
  readonly facts: readonly (readonly [id: string, fact: string])[];
}

export const sections = [
  discovery,
  instance,
  platforms,
  transport,
  tcp,
  http,
  sse,
  requests,
  hello,
  speak,
  control,
  setAndGet,
  voices,
  subscribe,
  state,
  events,
  errors,
  lifetime,
  idle,
  takeover,
  versioning,
  savedSettings,
  migration,
  logs,
  aids,
  fake,
  wav,
  robustness,
  history,
  channels,
  batches,
  floor,
  announcements,
  channelMessages,
  channelControl,
  channelSettings,
  channelState,
  channelLimits,
  channelLogs,
  agent,
  streams,
  turns,
  readModes,
  decisions,
  questionSets,
  mutes,
  agentFlush,
  agentBatches,
  codeReading,
  earcons,
  summaries,
  agentSettings,
  agentLogs,
] as const satisfies readonly Section[];

export type RequirementId = (typeof sections)[number]['facts'][number][0];

const facts: readonly Section[] = sections;

/** @throws Error for an id that is no requirement's */
export function factOf(id: RequirementId): string {
  for (const section of facts) {
    const found = section.facts.find(([name]) => name === id);
    if (found) return found[1];
  }
  throw new Error(`no requirement has the id ${id}`);
}
