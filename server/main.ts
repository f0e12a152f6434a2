/** The composition root of sonarad: what is wired to what, and the order of start and end. */
import './runtime/start-folder.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { defaultHome, findHome } from '../shared/client/home.ts';
import { capabilities, protocolVersion } from '../shared/protocol/version.ts';
import { createDeviceOutput } from './audio/device-output.ts';
import { createNullOutput } from './audio/null-output.ts';
import type { Output } from './audio/port.ts';
import { createWavOutput } from './audio/wav-output.ts';
import { EarconFiles } from './earcons/earcon-files.ts';
import { Earcons } from './earcons/earcons.ts';
import { createFakeEngine } from './engines/fake/fake-engine.ts';
import { EngineRegistry } from './engines/registry.ts';
import type { BackendWish } from './engines/kokoro/backend-choice.ts';
import { createKokoro } from './engines/kokoro/create-kokoro.ts';
import { createSystemEngine } from './engines/system/system-engine.ts';
import { sonaradStarted } from './log/activity.ts';
import { Ledger } from './ledger/ledger.ts';
import { hide, Journal } from './log/journal.ts';
import { openLogFolder } from './log/log-folder.ts';
import { fileLock } from './platform/file-lock.ts';
import { BrowserHost } from './page-link/browser-host.ts';
import { acquireInstanceLock } from './platform/instance-lock.ts';
import { startProgram } from './platform/process.ts';
import { createPhonemizer } from './phonemes/index.ts';
import { tokenize } from './phonemes/vocabulary.ts';
import { Dispatcher } from './protocol/dispatcher.ts';
import { createHttpHandler } from './protocol/http-session.ts';
import { TcpSession } from './protocol/tcp-session.ts';
import { createToken } from './protocol/token.ts';
import { realClock } from './runtime/clock.ts';
import { keepPublished, prepareHome, sweepTemporaries, withdraw } from './runtime/discovery.ts';
import { Lifetime } from './runtime/lifetime.ts';
import { type Options, parseOptions } from './runtime/options.ts';
import { defaultSettings, Runtime } from './runtime/runtime.ts';
import { migrationSource, runMigration } from './settings/run-migration.ts';
import { openSessionPrefs } from './settings/session-prefs.ts';
import { openSettings } from './settings/store.ts';
import { defaultPrompts } from './summaries/default-prompts.ts';
import { createSummarizer } from './summaries/summarizer.ts';
import { cutText } from './text/cut.ts';
import { SpeechStream } from './text/speech-stream.ts';
import { listenHttp } from './transports/http.ts';
import { listenTcp } from './transports/tcp.ts';

const { version } = manifest;
/** The extensions this runtime offers. */
const offered = ['channels', 'agent'];
/** The folder of the built files: this one, once bundled. */
const dist = __dirname;
/** The voice while nobody has set one (section "Saved settings"). */
const usualVoice = 'af_sarah';

async function run(options: Options): Promise<void> {
  const home = findHome({ env: process.env, platform: process.platform, flag: options.home });
  prepareHome(home);
  const lock = acquireInstanceLock(home);
  if (!lock) {
    process.stderr.write(`sonarad: another instance is already running for ${home}\n`);
    process.exit(3);
  }
  sweepTemporaries(home);
  const logs = openLogFolder({ home, lock: fileLock });
  const stream = logs.stream('sonarad');
  const from = migrationSource({
    flag: options.migrateFrom,
    home,
    defaultHome: defaultHome(process.env, process.platform),
  });
  if (from) await runMigration({ home, from, log: (line) => stream.line(line) });
  const settings = openSettings(home);
  let debugLog = () => settings.saved.debug_log ?? true;
  const token = createToken();
  const log = new Journal({ stream, debugLog: () => debugLog(), secret: token });
  process.on('exit', () => {
    log.flush();
    logs.close();
  });
  const clock = realClock;

  const host = new BrowserHost({
    playwright: join(dist, 'playwright'),
    profile: join(home, 'browser'),
  });
  let tell = (line: string): void => log.line(line);
  const kokoro = options.engine === 'fake' ? null : openKokoro();
  const engines = new EngineRegistry(kokoro ? kokoro.engines : [createFakeEngine()]);
  function openKokoro() {
    const initial = { ...defaultSettings(), ...settings.saved };
    const system = createSystemEngine({ dist });
    const engine = createKokoro({
      home,
      dist,
      host,
      fallback: system,
      clock,
      env: process.env,
      version,
      wish: initial.kokoro_backend,
      idleMs: idleMs(initial.model_idle),
      stretches: initial.live_rate === 'on',
      async pronouncer() {
        const phonemizer = createPhonemizer(await readFile(join(dist, 'lexicon.bin')));
        return { phonemize: (text, accent) => phonemizer.phonemize(text, accent), tokenize };
      },
      log: (line) => tell(line),
    });
    // Without a browser or a native runtime it cannot speak here: then it is not the default.
    const { status } = engine.status();
    return { engine, engines: status === 'unavailable' ? [system, engine] : [engine, system] };
  }
  const chosen = options.engine ?? settings.saved.engine ?? engines.default;
  const engine = engines.get(chosen) ? chosen : engines.default;

  const initial = { ...defaultSettings(), ...settings.saved, engine };
  const device =
    options.output.kind === 'device'
      ? createDeviceOutput({
          clock: realClock,
          page: join(dist, 'page'),
          host,
          silent: () => createNullOutput(realClock),
          idleMs: idleMs(initial.browser_idle),
        })
      : null;
  const output = device ?? createSilentOutput(options);
  const clips = new EarconFiles({
    folder: join(home, 'earcons'),
    bundled: join(dist, 'earcons'),
    clock,
    log: (line) => log.line(line),
  });
  const earcons = new Earcons({
    output,
    files: clips,
    clock,
    log: (line) => log.line(line),
    played: (kind) => runtime.earconPlayed(kind),
  });
  const prefs = openSessionPrefs(home);
  const summarizer = createSummarizer({
    startProgram,
    clock,
    onRefused: (reason) => log.line(`summary: refused by the guard: ${reason}`),
  });
  const ledger = new Ledger({
    home,
    on: settings.saved.debug_log ?? true,
    log: (line) => log.line(line),
    hide: (line) => hide(line, token),
  });
  const runtime = new Runtime({
    engines,
    output,
    clock,
    extensions: { earcons, prefs, summarizer },
    openText: (own) => new SpeechStream(own),
    settings,
    log,
    ledger,
    cut: cutText,
    initial,
    ...(settings.saved.voice === undefined && { usualVoice }),
    applied(key, value) {
      if (key === 'kokoro_backend') kokoro?.engine.setBackend(value as BackendWish);
      if (key === 'live_rate') kokoro?.engine.setStretches(value === 'on');
      if (key === 'model_idle') kokoro?.engine.setIdle(idleMs(value as number | null));
      if (key === 'debug_log') ledger.setOn(value as boolean);
      if (key === 'browser_idle') device?.setIdle(idleMs(value as number | null));
    },
  });
  tell = (line) => runtime.log(line);
  debugLog = () => runtime.get('debug_log');
  const lifetime = new Lifetime({
    clock,
    idleExit: options.idleExit,
    standalone: options.standalone,
    reading: () => runtime.activity() === 'reading' || runtime.busy(),
    exit: () => void end(),
  });
  runtime.onActivity(() => lifetime.touch());

  const dispatcher = new Dispatcher({
    runtime,
    lifetime,
    journal: log,
    version,
    capabilities,
    offered,
    defaultPrompts,
    history: ledger,
    readOnly: {
      output: () => runtime.outputStatus(),
      earcons: () => earcons.describe(),
      backends: () => ({ kokoro: kokoro ? kokoro.engine.report() : null }),
    },
  });
  const shared = { dispatcher, journal: log, runtime, lifetime, token };
  const [tcp, http] = await Promise.all([
    listenTcp((connection) => new TcpSession(connection, { ...shared, clock })),
    listenHttp(createHttpHandler(shared)),
  ]);

  let ending = false;
  let unwatch = (): void => {};
  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    earcons.close();
    summarizer.close();
    await within(3000, runtime.close());
    // A successor's settings must not be overwritten by what is still to be saved here.
    await within(3000, Promise.all([settings.close(), prefs.close(), ledger.saved()]));
    lock!.release();
    unwatch();
    withdraw(home);
    // Clients that were still waiting to be accepted are told E_BUSY, not dropped.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await within(1000, Promise.all([tcp.close(), http.close()]));
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => lifetime.end('signal'));
  }
  if (options.tied) {
    // Its end is the one sign on every system that whoever holds the other end is gone, however it ended.
    process.stdin.on('error', () => {}).on('close', () => lifetime.end('signal'));
    process.stdin.resume();
  }
  process.on('unhandledRejection', (error) => log.line(`internal error: ${String(error)}`));

  void clips.open();
  earcons.setMuteLevel(initial.mute_level);
  await runtime.open();
  // Ended before it was up: it must not be found any more.
  if (ending) return;
  const file = {
    pid: process.pid,
    port: tcp.port,
    http_port: http.port,
    token,
    version,
    protocol: protocolVersion,
    capabilities: [...capabilities],
    extensions: [...offered],
    started_at: `${new Date().toISOString().slice(0, 19)}Z`,
  };
  unwatch = keepPublished(home, file, (line) => log.line(line));
  lifetime.start();
  runtime.warm();
  const status = engines.get(engine)!.status();
  log.line(sonaradStarted({ version, pid: process.pid, engine: status, home }));
  if (chosen !== engine)
    log.line(`engine '${chosen}' is not one of this runtime's; using ${engine}`);
  for (const problem of [...settings.problems, ...prefs.problems]) log.line(problem);
}

function createSilentOutput({ output, realTime }: Options): Output {
  return output.kind === 'wav'
    ? createWavOutput(output.folder, realClock, { realTime })
    : createNullOutput(realClock, { realTime });
}

function idleMs(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 60_000;
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

const parsed = parseOptions(process.argv.slice(2), version);
switch (parsed.do) {
  case 'print':
    process.stdout.write(parsed.text);
    break;
  case 'fail':
    process.stderr.write(`sonarad: ${parsed.message}\n`);
    process.exitCode = 2;
    break;
  case 'run':
    run(parsed.options).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`sonarad: ${message}\n`);
      process.exit(1);
    });
}
