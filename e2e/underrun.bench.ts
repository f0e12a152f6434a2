/**
 * Whether speech has holes: silence inside plays, counted by the mixer, while an engine makes them twice
 * as fast as they sound and another process keeps one core busy. A minute; SONARA_BENCH_MINUTES for more
 * (`npm run bench` ends a bench after five).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RING_RATE } from '../shared/audio/ring-layout.ts';
import { DeviceOutput } from '../server/audio/device-output.ts';
import { createNullOutput } from '../server/audio/null-output.ts';
import { createFakeEngine } from '../server/engines/fake/fake-engine.ts';
import type { Engine } from '../server/engines/port.ts';
import { EngineRegistry } from '../server/engines/registry.ts';
import { BrowserHost } from '../server/page-link/browser-host.ts';
import { createHiddenPage } from '../server/page-link/hidden-page.ts';
import type { PageLink } from '../server/page-link/page-link.ts';
import { realClock } from '../server/runtime/clock.ts';
import { defaultSettings, Runtime } from '../server/runtime/runtime.ts';
import { cutText } from '../server/text/cut.ts';
import { end, start, until } from './rig/child.ts';
import { dist } from './rig/kokoro.ts';
import { startSoundServer } from './rig/sound-server.ts';

const minutes = Number(process.env['SONARA_BENCH_MINUTES'] ?? 1);
/** How much faster than it sounds it is made, and how much of it at once, seconds. */
const PACE = 2;
const PART = 0.25;
const RATE = 24_000;
const SECONDS_PER_CHARACTER = 0.065;

const text =
  'The build has ended, and all of the tests have passed again. Nobody had expected that. After the long night ' +
  'before the release, when three machines failed at once, the fourth one still ran, and it was the oldest. ' +
  'It took an hour to find out why. ';

export async function bench() {
  const sound = await startSoundServer();
  Object.assign(process.env, sound.env);
  const profile = mkdtempSync(join(tmpdir(), 'sonara-bench-'));
  // It ends by itself with the process that started it.
  const busy = start(process.execPath, [
    '-e',
    'const parent = process.ppid; while (process.ppid === parent);',
  ]);
  busy.child.stdout?.resume();
  const heard = new Heard();
  const hidden = createHiddenPage({
    page: join(dist, 'page'),
    host: new BrowserHost({ playwright: join(dist, 'playwright'), profile }),
  });
  const output = new DeviceOutput({
    clock: realClock,
    idleMs: null,
    silent: () => createNullOutput(realClock),
    hiddenPage: { ...hidden, start: async () => heard.listen(await hidden.start()) },
  });
  const engine = pacedEngine();
  const runtime = new Runtime({
    engines: new EngineRegistry([engine]),
    output,
    settings: { save: async () => {} },
    log: { line() {}, readStart() {}, readEnd() {}, readDrop() {}, readerPaused() {}, trace() {} },
    cut: cutText,
    initial: { ...defaultSettings(), engine: engine.id },
  });
  try {
    await runtime.open();
    await until('the page that sounds', () => output.status().audible);
    const seconds = minutes * 60;
    const needed = Math.ceil(seconds / (text.length * SECONDS_PER_CHARACTER));
    runtime.speak({ text: text.repeat(needed) });
    const limit = (seconds * 1.5 + 30) * 1000;
    await until('the end of the speech', () => runtime.activity() === 'idle', limit);
    await until('the report of its last play', () => heard.sounding === 0);
    return [
      {
        name: `underruns in ${minutes} min, one core busy, engine at ${PACE} × real time`,
        value: (heard.underruns * 1000) / RING_RATE,
        unit: 'ms',
        target: 0,
      },
      { name: 'pages that were lost meanwhile', value: heard.pages - 1, unit: '', target: 0 },
      { name: 'longest silence between two sentences', value: heard.longestGap, unit: 'ms' },
    ];
  } finally {
    await runtime.close();
    await end(busy.child, 500);
    await sound.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** What the pages tell of their plays. */
class Heard {
  pages = 0;
  /** Frames. */
  underruns = 0;
  sounding = 0;
  /** From an end to the next start, as told: ms. */
  longestGap = 0;
  #endedAt = Number.NaN;

  listen(link: PageLink): PageLink {
    this.pages += 1;
    this.sounding = 0;
    const before = this.underruns;
    return {
      ...link,
      onMessage: (listener) =>
        link.onMessage((message) => {
          if (message.type === 'started') {
            this.sounding += 1;
            const gap = performance.now() - this.#endedAt;
            if (gap > this.longestGap) this.longestGap = gap;
          }
          if (message.type === 'ended') {
            this.sounding -= 1;
            this.#endedAt = performance.now();
            this.underruns = before + (message.underruns ?? Number.NaN);
          }
          listener(message);
        }),
    };
  }
}

/** A tone as long as the text would be; parts come at the pace, as from a model that is busy. */
function pacedEngine(): Engine {
  return {
    ...createFakeEngine(),
    async *synthesize({ text: said }, signal) {
      let left = Math.round(said.length * SECONDS_PER_CHARACTER * RATE);
      let due = performance.now();
      while (left > 0) {
        const count = Math.min(left, PART * RATE);
        due += ((count / RATE) * 1000) / PACE;
        await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
        signal.throwIfAborted();
        const samples = Float32Array.from(
          { length: count },
          (_, i) => 0.2 * Math.sin((2 * Math.PI * 200 * i) / RATE),
        );
        yield { sampleRate: RATE, samples };
        left -= count;
      }
    },
  };
}
