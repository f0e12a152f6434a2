/** `sonara status`: what runs, and what it is reading. */
import {
  connect,
  findHome,
  NotRunning,
  type RuntimeFile,
  type StateEvent,
} from '../../shared/client/index.ts';
import { backendsOf, type BackendView, engineLines } from './engine-view.ts';
import { muteLine, muteLevelOf } from './mute-view.ts';
import { nativeInstalled } from './native-runtime.ts';
import { outputOf, type OutputView } from './output-view.ts';

/** @returns 0 when a runtime runs, else 1 */
export async function status(homeFlag: string | undefined): Promise<number> {
  const home = findHome({ env: process.env, platform: process.platform, flag: homeFlag });
  try {
    const sonara = await connect({ home, autostart: false });
    const first = await sonara.events(['state']).next();
    const output = await outputOf(sonara);
    const backends = await backendsOf(sonara);
    const muteLevel = await muteLevelOf(sonara);
    sonara.close();
    if (first.done) throw new Error('the runtime ended');
    console.log(describe(home, sonara.runtime, first.value, { output, backends, muteLevel }));
    return 0;
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error;
    console.log(`Sonara is not running (home ${home}).`);
    return 1;
  }
}

function describe(
  home: string,
  file: Readonly<RuntimeFile>,
  state: StateEvent,
  {
    output,
    backends,
    muteLevel,
  }: { output: OutputView | null; backends: BackendView | null; muteLevel: number },
): string {
  const { engine_status, now_playing: now } = state;
  const [engine, advice] = engineLines(engine_status, backends, nativeInstalled());
  const heard = output && !output.audible ? `, silent: ${output.message}` : '';
  const reading = now ? `${state.paused ? '(paused) ' : ''}${now.text}` : 'nothing';
  return [
    `Sonara ${file.version} runs (pid ${file.pid}), home ${home}`,
    `listens      TCP ${file.port}, HTTP ${file.http_port} on 127.0.0.1`,
    `engine       ${engine}`,
    ...(advice ? [`             ${advice}`] : []),
    `voice        ${state.voice ?? 'the default'}, ${state.rate} words a minute, volume ${state.volume}${state.muted ? ', muted' : ''}`,
    `output       ${output?.kind ?? 'unknown'}${heard}`,
    ...muteLine(muteLevel),
    `reading      ${reading}${state.queued ? `; ${state.queued} waiting` : ''}`,
  ].join('\n');
}
