/** What a runtime costs that has spoken and has nothing to do: memory, and processor time. */
import { commandLine, cpuSeconds, descendants, pssMb, rssMb } from './rig/process-cost.ts';
import { startRuntime } from './rig/runtime.ts';
import { startSoundServer } from './rig/sound-server.ts';

/** Seconds: until the context rests and the collector has cleared up, and how long it is watched then. */
const REST = 12;
const WATCH = 15;

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export async function bench() {
  const sound = await startSoundServer();
  const runtime = await startRuntime({ env: sound.env });
  try {
    const client = await runtime.tcp(['items']);
    for (;;) {
      const { value } = await client.request({ type: 'get', key: 'output' });
      if (value.audible) break;
      await sleep(0.05);
    }
    const spoken = await client.request({ type: 'speak', text: 'This is the last sentence.' });
    await client.itemEnd(spoken.item_id);
    client.close();
    await sleep(REST);
    const node = runtime.file.pid;
    const children = descendants(node);
    const voice = children.filter((pid) => commandLine(pid).includes('flite-child'));
    const browser = children.filter((pid) => !voice.includes(pid));
    const watched = [node, ...children];
    const before = total(watched, cpuSeconds);
    await sleep(WATCH);
    const used = total(watched, cpuSeconds) - before;
    return [
      { name: 'idle: node, RSS', value: rssMb(node), unit: 'MB', target: 110 },
      { name: 'idle: browser tree, PSS', value: total(browser, pssMb), unit: 'MB', target: 250 },
      { name: 'idle: embedded voice, PSS', value: total(voice, pssMb), unit: 'MB' },
      { name: 'idle: all processes', value: (used / WATCH) * 100, unit: '% of a core', target: 1 },
    ];
  } finally {
    await runtime.stop();
    await sound.close();
  }
}

function total(pids: number[], measure: (pid: number) => number): number {
  return pids.reduce((sum, pid) => sum + measure(pid), 0);
}
