/** From `speak` to the first sample in the worklet, and on to the sound server's monitor. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSoundServer, type SoundServer } from './rig/sound-server.ts';
import { BrowserHost } from '../server/page-link/browser-host.ts';
import { createDeviceOutput } from '../server/audio/device-output.ts';
import { createNullOutput } from '../server/audio/null-output.ts';
import type { Output, OutputEvents } from '../server/audio/port.ts';
import { createFakeEngine } from '../server/engines/fake/fake-engine.ts';
import type { Engine } from '../server/engines/port.ts';
import { EngineRegistry } from '../server/engines/registry.ts';
import { createSystemEngine } from '../server/engines/system/system-engine.ts';
import { cutText } from '../server/text/cut.ts';
import { realClock } from '../server/runtime/clock.ts';
import { defaultSettings, Runtime } from '../server/runtime/runtime.ts';

const sentence = 'The build has ended and all of the tests have passed again.';
const RUNS = 100;
const MONITOR_RUNS = 30;

export async function bench() {
  const sound = await startSoundServer();
  Object.assign(process.env, sound.env);
  const dist = join(process.cwd(), 'dist');
  try {
    const fake = await measure(createFakeEngine(), dist, sound);
    const embedded = await measure(createSystemEngine({ dist }), dist, null);
    return [
      {
        name: 'first sample, fake engine, p50',
        value: at(fake.first, 0.5),
        unit: 'ms',
        target: 20,
      },
      { name: 'first sample, fake engine, p99', value: at(fake.first, 0.99), unit: 'ms' },
      {
        name: 'from there to the monitor, p50',
        value: at(fake.monitor, 0.5),
        unit: 'ms',
        target: 60,
      },
      {
        name: 'first sample, embedded voice, p50',
        value: at(embedded.first, 0.5),
        unit: 'ms',
        target: 120,
      },
      {
        name: 'first sample, embedded voice, p99',
        value: at(embedded.first, 0.99),
        unit: 'ms',
        target: 300,
      },
    ];
  } finally {
    await sound.close();
  }
}

async function measure(engine: Engine, dist: string, sound: SoundServer | null) {
  const profile = mkdtempSync(join(tmpdir(), 'sonara-bench-'));
  let started: () => void = () => {};
  const output = spied(
    createDeviceOutput({
      clock: realClock,
      page: join(dist, 'page'),
      host: new BrowserHost({ playwright: join(dist, 'playwright'), profile }),
      silent: () => createNullOutput(realClock),
      idleMs: null,
    }),
    () => started(),
  );
  const runtime = new Runtime({
    engines: new EngineRegistry([engine]),
    output,
    settings: { save: async () => {} },
    log: {
      line() {},
      readStart() {},
      readEnd() {},
      readDrop() {},
      readerPaused() {},
      trace() {},
    },
    cut: cutText,
    initial: { ...defaultSettings(), engine: engine.id },
  });
  await runtime.open();
  while (!output.status().audible) await sleep(20);

  const once = async () => {
    const began = performance.now();
    const start = new Promise<void>((resolve) => (started = resolve));
    runtime.speak({ text: sentence });
    await start;
    return performance.now() - began;
  };
  const again = async () => {
    runtime.control('stop');
    await sleep(20 + Math.random() * 30);
  };
  const first: number[] = [];
  for (let run = -5; run < RUNS; run++) {
    const took = await once();
    if (run >= 0) first.push(took);
    await again();
  }
  const monitor: number[] = [];
  for (let run = 0; run < (sound ? MONITOR_RUNS : 0); run++) {
    await sleep(250);
    const recording = sound!.record();
    await once();
    const sampled = performance.now();
    while (!recording.soFar().some((sample) => Math.abs(sample) > 0.01)) await sleep(1);
    monitor.push(performance.now() - sampled);
    await again();
    await recording.stop();
  }
  await runtime.close();
  rmSync(profile, { recursive: true, force: true });
  return { first, monitor };
}

/** The output, with `started` told to us too. */
function spied(output: Output, started: () => void): Output {
  const open = output.open.bind(output);
  output.open = (events: OutputEvents) =>
    open({
      ...events,
      started(play) {
        started();
        events.started(play);
      },
    });
  return output;
}

function at(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
