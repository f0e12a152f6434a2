/**
 * What a loaded model costs: the processes under node (the page that sounds, and what runs the model),
 * with the large stand-in loaded by each backend and asleep. It has Kokoro's size, not its weights.
 */
import { join } from 'node:path';
import { createDeviceOutput } from '../server/audio/device-output.ts';
import { createNullOutput } from '../server/audio/null-output.ts';
import { realClock } from '../server/runtime/clock.ts';
import { until } from './rig/child.ts';
import { dist, openKokoro, synthesize } from './rig/kokoro.ts';
import { startSoundServer } from './rig/sound-server.ts';
import { memoryUnder } from './rig/tree-memory.ts';

const sentence = 'The build has ended, and all of the tests have passed again.';
/** Until what a run left behind is given back, seconds. */
const REST = 3;

export async function bench() {
  const sound = await startSoundServer();
  Object.assign(process.env, sound.env);
  try {
    const wasm = await measure('wasm');
    const native = await measure('native');
    const name = (what: string) => `large stand-in, ${what}: browser and model, PSS`;
    return [
      { name: name('loaded, wasm'), value: wasm.loaded, unit: 'MB' },
      { name: name('asleep, wasm'), value: wasm.asleep, unit: 'MB', target: 250 },
      { name: name('loaded, native'), value: native.loaded, unit: 'MB' },
      { name: name('asleep, native'), value: native.asleep, unit: 'MB', target: 250 },
    ];
  } finally {
    await sound.close();
  }
}

/** After a sentence; `asleep` when the model was put away. The sound server is not counted. */
async function measure(backend: 'wasm' | 'native'): Promise<{ loaded: number; asleep: number }> {
  const { engine, host, close } = await openKokoro('large', backend);
  const output = createDeviceOutput({
    clock: realClock,
    page: join(dist, 'page'),
    host,
    silent: () => createNullOutput(realClock),
    idleMs: null,
  });
  const memory = () => memoryUnder(process.pid, (command) => !/pulseaudio|parec/.test(command));
  try {
    output.open({ started() {}, ended() {}, lost() {}, notice() {} });
    await until('the page that sounds', () => output.status().audible);
    await synthesize(engine, sentence, () => 60);
    await sleep(REST);
    const loaded = memory();
    engine.setIdle(1);
    await until('the end of the model', () => memory() < loaded / 2, 10_000).catch(() => {});
    await sleep(REST);
    return { loaded, asleep: memory() };
  } finally {
    await output.close();
    await close();
  }
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
