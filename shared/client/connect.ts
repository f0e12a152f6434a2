/** `connect()`: what it takes, and how a lost connection is made anew. */
import { defaultLimits, establish, type EstablishOptions, letSuccessorStart } from './establish.ts';
import { SonaraError } from './errors.ts';
import { findHome } from './home.ts';
import { createOwns } from './port-owner.ts';
import { type Reconnect, Sonara } from './sonara.ts';
import { bundledRuntime } from './start.ts';
import { sleep } from './wait.ts';

export interface ConnectOptions {
  /** Default: SONARA_HOME, else the user's data folder. */
  home?: string | undefined;
  /** Capabilities or extensions this client cannot work without. */
  require?: readonly string[];
  /** Extensions it would like; see `welcome.unavailable` for those it did not get. */
  extensions?: readonly string[];
  /** Who connects; informational. */
  client?: { name: string; version: string };
  /** The runtime goes on after its last client left. */
  keepAlive?: boolean;
  /**
   * How to start a runtime when none runs: a program, or one with its arguments, such as `'sonarad'`;
   * true: the one that came with this client (the default); false: never.
   */
  autostart?: boolean | string | readonly string[];
  /** Whether a running one that lacks something required is replaced when it is idle. Default: true. */
  takeover?: boolean;
  /** Connects anew when the connection is lost. Default: false. */
  reconnect?: boolean;
  /** Ends connecting with its reason. Once connected it has no effect. */
  signal?: AbortSignal;
}

/** Milliseconds between attempts to reconnect: the first, and the most when each starts a runtime, or only looks. */
const BACKOFF = { first: 100, starting: 10_000, looking: 1000 };
/** Milliseconds that whoever took over has to start its runtime. */
const SUCCESSION = 3000;

/**
 * @returns a connection that has said hello
 * @throws NotRunning, StartFailed, ConnectionLost, SonaraError (refused), or the signal's reason
 */
export async function connect(options: ConnectOptions = {}): Promise<Sonara> {
  const { home, signal, autostart = true, reconnect = false } = options;
  const establishing: EstablishOptions = {
    home: findHome({ env: process.env, platform: process.platform, flag: home }),
    require: options.require ?? [],
    extensions: options.extensions ?? [],
    client: options.client ?? { name: 'sonara/client', version: '1' },
    keepAlive: options.keepAlive ?? false,
    command: commandOf(autostart),
    takeover: options.takeover ?? true,
    owns: createOwns(process.platform),
    limits: defaultLimits,
  };
  const first = await establish({ ...establishing, signal });
  return new Sonara(first, reconnect ? createReconnect(establishing) : null);
}

function commandOf(autostart: boolean | string | readonly string[]): readonly string[] | null {
  if (typeof autostart === 'boolean') return autostart ? bundledRuntime() : null;
  return typeof autostart === 'string' ? [autostart] : autostart;
}

function createReconnect(establishing: EstablishOptions): Reconnect {
  const most = establishing.command ? BACKOFF.starting : BACKOFF.looking;
  return async (signal) => {
    if (establishing.command) await letSuccessorStart(establishing.home, SUCCESSION, signal);
    for (let pause = BACKOFF.first; ; pause = Math.min(pause * 2, most)) {
      try {
        // Whoever took over has a reason: two clients must not chase each other's runtimes.
        return await establish({ ...establishing, takeover: false, signal });
      } catch (error) {
        if (signal.aborted || error instanceof SonaraError) throw error;
      }
      await sleep(pause, signal);
    }
  };
}
