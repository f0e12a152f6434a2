/** `sonara status`: what runs, and what it is reading. */
import { connect, discover, findHome, NotRunning } from '../../shared/client/index.ts';
import type { StateEvent } from '../../shared/protocol/events.ts';

/** @returns 0 when a runtime runs, else 1 */
export async function status(homeFlag: string | undefined): Promise<number> {
  const home = findHome({ env: process.env, platform: process.platform, flag: homeFlag });
  try {
    const connection = await connect({ home });
    const file = discover(home);
    const events = connection.events();
    await connection.request('subscribe', { events: ['state'] });
    const first = await events.next();
    const { value: output } = await connection.request('get', { key: 'output' });
    connection.close();
    if (first.done) throw new Error('the runtime ended');
    console.log(describe(home, file, first.value as StateEvent, output as OutputView));
    return 0;
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error;
    console.log(`Sonara is not running (home ${home}).`);
    return 1;
  }
}

interface OutputView {
  kind: string;
  audible: boolean;
  message?: string;
}

function describe(
  home: string,
  file: ReturnType<typeof discover>,
  state: StateEvent,
  output: OutputView,
): string {
  const { engine_status: engine, now_playing: now } = state;
  const lines = [
    `Sonara ${file?.version ?? ''} runs (pid ${file?.pid}), home ${home}`,
    `listens      TCP ${file?.port}, HTTP ${file?.http_port} on 127.0.0.1`,
    `engine       ${engine.engine}: ${engine.status}${engine.message ? `, ${engine.message}` : ''}`,
    `voice        ${state.voice ?? 'the default'}, ${state.rate} words a minute, volume ${state.volume}${state.muted ? ', muted' : ''}`,
    `output       ${output.kind}${output.audible ? '' : `, silent: ${output.message ?? ''}`}`,
    `reading      ${now ? `${state.paused ? '(paused) ' : ''}${now.text}` : 'nothing'}${state.queued ? `; ${state.queued} waiting` : ''}`,
  ];
  return lines.join('\n');
}
