/** The composition root of sonarad: what is wired to what, and the order of start and end. */
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { defaultHome, findHome } from '../shared/client/home.ts';
import { capabilities, protocolVersion } from '../shared/protocol/version.ts';
import { createDeviceOutput } from './audio/device-output.ts';
import { createNullOutput } from './audio/null-output.ts';
import type { Output } from './audio/port.ts';
import { createWavOutput } from './audio/wav-output.ts';
import { createFakeEngine } from './engines/fake/fake-engine.ts';
import { EngineRegistry } from './engines/registry.ts';
import { createSystemEngine } from './engines/system/system-engine.ts';
import { sonaradStarted } from './log/activity.ts';
import { Journal } from './log/journal.ts';
import { openLogFolder } from './log/log-folder.ts';
import { fileLock } from './platform/file-lock.ts';
import { acquireInstanceLock } from './platform/instance-lock.ts';
import { Dispatcher } from './protocol/dispatcher.ts';
import { createHttpHandler } from './protocol/http-session.ts';
import { TcpSession } from './protocol/tcp-session.ts';
import { createToken } from './protocol/token.ts';
import { realClock } from './runtime/clock.ts';
import { prepareHome, publish, sweepTemporaries, withdraw } from './runtime/discovery.ts';
import { Lifetime } from './runtime/lifetime.ts';
import { type Options, parseOptions } from './runtime/options.ts';
import { defaultSettings, Runtime } from './runtime/runtime.ts';
import { migrationSource, runMigration } from './settings/run-migration.ts';
import { openSettings } from './settings/store.ts';
import { cutText } from './text/cut.ts';
import { listenHttp } from './transports/http.ts';
import { listenTcp } from './transports/tcp.ts';

const { version } = manifest;
/** The folder of the built files: this one, once bundled. */
const dist = __dirname;

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
  process.on('exit', () => logs.close());
  const stream = logs.stream('sonarad');
  const from = migrationSource({
    flag: options.migrateFrom,
    home,
    defaultHome: defaultHome(process.env, process.platform),
  });
  if (from) await runMigration({ home, from, log: (line) => stream.line(line) });
  const settings = openSettings(home);
  let debugLog = () => settings.saved.debug_log ?? true;
  const log = new Journal({ stream, debugLog: () => debugLog() });
  const clock = realClock;

  const engines = new EngineRegistry(
    options.engine === 'fake' ? [createFakeEngine()] : [createSystemEngine({ dist })],
  );
  const chosen = options.engine ?? settings.saved.engine ?? engines.default;
  const engine = engines.get(chosen) ? chosen : engines.default;

  const runtime = new Runtime({
    engines,
    output: createOutput(options, home),
    settings,
    log,
    cut: cutText,
    initial: { ...defaultSettings(), ...settings.saved, engine },
  });
  debugLog = () => runtime.get('debug_log');
  const lifetime = new Lifetime({
    clock,
    idleExit: options.idleExit,
    standalone: options.standalone,
    reading: () => runtime.activity() === 'reading',
    exit: () => void end(),
  });
  runtime.onActivity(() => lifetime.touch());

  const token = createToken();
  const dispatcher = new Dispatcher({
    runtime,
    lifetime,
    journal: log,
    version,
    capabilities,
    offered: [],
  });
  const shared = { dispatcher, journal: log, runtime, lifetime, token };
  const [tcp, http] = await Promise.all([
    listenTcp((connection) => new TcpSession(connection, { ...shared, clock })),
    listenHttp(createHttpHandler(shared)),
  ]);

  let ending = false;
  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    await within(3000, runtime.close());
    lock!.release();
    withdraw(home);
    // Clients that were still waiting to be accepted are told E_BUSY, not dropped.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await within(1000, Promise.all([tcp.close(), http.close()]));
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => lifetime.end('signal'));
  }
  process.on('unhandledRejection', (error) => log.line(`internal error: ${String(error)}`));

  await runtime.open();
  publish(home, {
    pid: process.pid,
    port: tcp.port,
    http_port: http.port,
    token,
    version,
    protocol: protocolVersion,
    capabilities: [...capabilities],
    extensions: [],
    started_at: `${new Date().toISOString().slice(0, 19)}Z`,
  });
  lifetime.start();
  runtime.warm();
  const status = engines.get(engine)!.status();
  log.line(sonaradStarted({ version, pid: process.pid, engine: status, home }));
  if (chosen !== engine)
    log.line(`engine '${chosen}' is not one of this runtime's; using ${engine}`);
  for (const problem of settings.problems) log.line(problem);
}

function createOutput({ output, realTime }: Options, home: string): Output {
  switch (output.kind) {
    case 'null':
      return createNullOutput(realClock, { realTime });
    case 'wav':
      return createWavOutput(output.folder, realClock, { realTime });
    case 'device':
      return createDeviceOutput({
        clock: realClock,
        page: join(dist, 'page'),
        playwright: join(dist, 'playwright'),
        profile: join(home, 'browser'),
        silent: () => createNullOutput(realClock),
      });
  }
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
