/** Linux: asks the PulseAudio or PipeWire sound server, else looks for an ALSA device. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SoundDevice, SoundProbe } from '../sound.ts';
import { PulseClient, type PulseAddress, RefusedError } from './pulse-client.ts';

type Env = Readonly<Record<string, string | undefined>>;

const NO_DEVICE =
  'There is no sound device: start PulseAudio or PipeWire, or plug in a sound card; Sonara tries again when it is to speak.';
const DUMMY =
  'The sound server has no sound card (its only output is a dummy): plug one in or choose an output; Sonara tries again when it is to speak.';

const UNANSWERED =
  'The sound server does not answer: start it again if this goes on; Sonara tries again when it is to speak.';

/** Sinks that the servers make up when there is no card. */
const DUMMY_SINKS = new Set(['auto_null']);

export function createLinuxSound(env: Env, machine = thisMachine()): SoundProbe {
  return {
    async device(): Promise<SoundDevice> {
      for (const { address, server } of pulseServers(env, machine)) {
        const found = await ask(address, env, async (client) => client.sinks());
        if (found === 'unreachable') continue;
        // A browser started now would take a device of its own that nobody hears, and keep it.
        if (found === 'unanswered') return { present: false, reason: UNANSWERED, env: {} };
        const real = found === null || found.some((sink) => !DUMMY_SINKS.has(sink));
        if (!real) return { present: false, reason: DUMMY, env: {} };
        return { present: true, env: { PULSE_SERVER: server } };
      }
      return hasAlsa(machine)
        ? { present: true, env: {} }
        : { present: false, reason: NO_DEVICE, env: {} };
    },

    async heard(application: string): Promise<boolean | null> {
      for (const { address } of pulseServers(env, machine)) {
        const streams = await ask(address, env, async (client) => client.streamApplications());
        if (streams === 'unreachable') continue;
        if (streams === 'unanswered') return false;
        return streams && streams.includes(application);
      }
      // An ALSA device keeps no list of who plays.
      return hasAlsa(machine) ? null : false;
    },
  };
}

function hasAlsa(machine: Machine): boolean {
  return machine.list('/dev/snd').some((name) => /^pcm.*p$/.test(name));
}

/** The answer; null when the server does not let us in, which says nothing of the browser. */
async function ask<T>(
  address: PulseAddress,
  env: Env,
  question: (client: PulseClient) => Promise<T>,
): Promise<T | null | 'unreachable' | 'unanswered'> {
  const client = await PulseClient.connect(address).catch(() => null);
  if (!client) return 'unreachable';
  try {
    await client.hello(cookie(env));
    return await question(client);
  } catch (error) {
    return error instanceof RefusedError ? null : 'unanswered';
  } finally {
    client.close();
  }
}

interface Machine {
  uid: number;
  home: string;
  list(directory: string): string[];
  isSocket(path: string): boolean;
}

/** Where libpulse would look, in its order, and `/run/user/<uid>` for services without a session. */
export function* pulseServers(
  env: Env,
  machine: Machine,
): Generator<{ address: PulseAddress; server: string }> {
  if (env.PULSE_SERVER) {
    for (const word of env.PULSE_SERVER.split(/\s+/)) {
      const address = parseServer(word);
      if (address) yield { address, server: env.PULSE_SERVER };
    }
    return;
  }
  const paths: string[] = [];
  if (env.PULSE_RUNTIME_PATH) paths.push(join(env.PULSE_RUNTIME_PATH, 'native'));
  if (env.XDG_RUNTIME_DIR) paths.push(join(env.XDG_RUNTIME_DIR, 'pulse/native'));
  paths.push(`/run/user/${machine.uid}/pulse/native`);
  for (const base of [join(machine.home, '.config/pulse'), join(machine.home, '.pulse')]) {
    for (const name of machine.list(base)) {
      if (name.endsWith('-runtime')) paths.push(join(base, name, 'native'));
    }
  }
  paths.push('/run/pulse/native');
  for (const path of new Set(paths)) {
    if (machine.isSocket(path)) yield { address: { path }, server: `unix:${path}` };
  }
}

/** One word of PULSE_SERVER: `[{machine}]unix:/path`, `/path`, `[tcp:]host[:port]`. */
export function parseServer(word: string): PulseAddress | null {
  const rest = word.replace(/^\{[^}]*\}/, '');
  if (rest.startsWith('unix:')) return { path: rest.slice(5) };
  if (rest.startsWith('/')) return { path: rest };
  const host = /^(?:tcp[46]?:)?(\[[^\]]+\]|[^:[\]]+)(?::(\d+))?$/.exec(rest);
  if (!host?.[1]) return null;
  return { host: host[1].replace(/[[\]]/g, ''), port: Number(host[2] ?? 4713) };
}

/** The secret of the user's sound server; PipeWire and anonymous servers do not look at it. */
function cookie(env: Env): Buffer {
  const home = env.HOME ?? homedir();
  const files = [env.PULSE_COOKIE, join(home, '.config/pulse/cookie'), join(home, '.pulse-cookie')];
  for (const file of files) {
    try {
      if (file) return readFileSync(file);
    } catch {
      // The next place.
    }
  }
  return Buffer.alloc(0);
}

function thisMachine(): Machine {
  return {
    uid: process.getuid?.() ?? 0,
    home: homedir(),
    list(directory) {
      try {
        return readdirSync(directory);
      } catch {
        return [];
      }
    },
    isSocket: (path) => statSync(path, { throwIfNoEntry: false })?.isSocket() ?? false,
  };
}
