/** Sessions of agents, heard: earcons, announcements, and sentences that follow each other. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lacks } from './rig/parts.ts';
import { recognise } from './rig/recognise.ts';
import { type LineClient, type Runtime, startRuntime } from './rig/runtime.ts';
import { onset, rms, silences, trim } from './rig/signal.ts';
import { recordingRate, type SoundServer, startSoundServer } from './rig/sound-server.ts';

let sound: SoundServer;
let runtime: Runtime;
let client: LineClient;

const set = (key: string, value: unknown) => client.request({ type: 'set', key, value });
const stream = (channel: string, delta: string) =>
  client.request({ type: 'stream', channel, delta, final: true });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was said so far, as the state events tell it. */
const said = () => [
  ...new Set(client.events.flatMap(({ now_playing: now }) => (now ? [now.text as string] : []))),
];
const idle = () =>
  client.event((event) => event.event === 'state' && event.now_playing === null && event.seq > 2);

async function recorded(work: () => Promise<unknown>): Promise<Float32Array> {
  const recording = sound.record();
  await work();
  await wait(300);
  return recording.stop();
}

describe.skipIf(lacks('sound-server', 'browser', 'recogniser'))('agents', () => {
  beforeAll(async () => {
    sound = await startSoundServer();
  });
  afterAll(() => sound?.close());
  beforeEach(async () => {
    runtime = await startRuntime({ args: ['--output', 'device'], env: sound.env });
    client = await runtime.tcp([], { extensions: ['agent'] });
    await client.request({ type: 'subscribe', events: ['state', 'items', 'earcons'] });
    for (;;) {
      const { value } = await client.request({ type: 'get', key: 'output' });
      if (value.audible) break;
      await wait(50);
    }
  });
  afterEach(async () => {
    await runtime?.stop();
  });

  it('the sentences of a turn follow each other without a gap', async () => {
    const samples = await recorded(async () => {
      await stream(
        'a',
        'Go forward ten meters now. Turn left and stop there. The house is on the hill.',
      );
      await client.request({ type: 'turn_end', channel: 'a' });
      await client.event((event) => event.event === 'item' && event.phase === 'started');
      await client.itemEnd(3);
    });
    // The signs of the end of the turn are mixed over it.
    expect(silences(trim(samples), recordingRate, 0.3)).toEqual([]);
  });

  it('what an agent says is heard as it is', async () => {
    await set('rate', 180);
    const phrases = ['go forward ten meters', 'turn left and stop', 'open the window please'];
    await set('read_mode', 'immediate');
    const samples = await recorded(async () => {
      await stream('a', 'Turn left and stop.');
      await client.itemEnd(1);
    });
    expect(await recognise(samples, recordingRate, phrases)).toBe('turn left and stop');
  });

  it('an earcon is heard while the reader is paused', async () => {
    await set('read_mode', 'immediate');
    await stream('a', 'This is a sentence that is long enough to be paused in the middle of it.');
    await client.event((event) => event.event === 'item' && event.phase === 'started');
    await client.request({ type: 'control', action: 'pause' });
    await wait(300);
    const samples = await recorded(async () => {
      await client.request({ type: 'earcon', kind: 'choice' });
      await client.event((event) => event.event === 'earcon');
      await wait(500);
    });
    expect(rms(trim(samples))).toBeGreaterThan(0.01);
  });

  it('at mute level 2 neither text nor earcons are heard', async () => {
    await set('mute_level', 2);
    const samples = await recorded(async () => {
      await stream('a', 'Nobody hears this sentence.');
      await client.request({ type: 'turn_end', channel: 'a' });
      await client.request({ type: 'earcon', kind: 'error' });
      await wait(500);
    });
    expect(onset(samples)).toBeNull();
  });

  it('a switch is announced after its chime', async () => {
    await set('read_mode', 'immediate');
    await client.request({ type: 'channel_open', channel: 'b', label: 'Garden' });
    await recorded(async () => {
      await stream('a', 'Turn left and stop.');
      await stream('b', 'Open the window please.');
      await client.event((event) => event.now_playing?.text === 'Open the window please.');
      await idle();
    });
    const chime = client.events.findIndex((event) => event.kind === 'session_change');
    const label = client.events.findIndex((event) => event.now_playing?.text === 'Garden.');
    expect([chime >= 0, chime < label]).toEqual([true, true]);
    expect(said()).toEqual(['Turn left and stop.', 'Garden.', 'Open the window please.']);
  });
});
