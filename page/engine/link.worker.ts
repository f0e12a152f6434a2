/** The link worker: owns the WebSocket to node and feeds the rings. */
import { decodeToPage, type FromPage, type ToPage } from '../../shared/audio/link.ts';
import { RING_RATE, Slot } from '../../shared/audio/ring-layout.ts';
import { Clips } from '../mixer/clips.ts';
import { Designs } from '../mixer/designs.ts';
import { Feeder } from '../mixer/feeder.ts';
import { Loudness } from '../mixer/loudness.ts';
import { ringsIn } from '../mixer/ring.ts';
import { ClockWatch } from './clock-watch.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

/**
 * Silence before the first sample after the context was suspended, or was made: the sound server wakes
 * its device meanwhile, and some let the first ms of it through to nowhere.
 */
const PRE_ROLL_MS = 30;

interface Sound {
  feeder: Feeder;
  clips: Clips;
  loudness: Loudness;
}

function open(memory: SharedArrayBuffer, address: string, latency: number): (why: string) => void {
  const rings = ringsIn(memory);
  const ring = rings.speech;
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  const tell = (message: FromPage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const loudness = new Loudness();
  const designs = new Designs();
  const feeder = new Feeder(
    ring,
    {
      started: (play) => tell({ type: 'started', play }),
      ended: (play) => tell({ type: 'ended', play, underruns: ring.load(Slot.UNDERRUNS) }),
    },
    { designs, loudness },
  );
  const clips = new Clips(rings.clips, designs, (clip) => tell({ type: 'clip-ended', clip }));
  const sound: Sound = { feeder, clips, loudness };
  const preRoll = (): void => ring.store(Slot.PRE_ROLL, (PRE_ROLL_MS * RING_RATE) / 1000);
  preRoll();
  feeder.gain(1);
  clips.gain(1);
  const watch = new ClockWatch({
    position: () => (ring.load(Slot.READ) + clips.position()) | 0,
    mustMove: () => feeder.mustMove() || clips.mustMove(),
    run(running) {
      if (running) preRoll();
      self.postMessage({ type: 'run', running } satisfies FromWorker);
    },
    alive: () => tell({ type: 'alive' }),
    stalled: () => tell({ type: 'stalled', reason: 'The sound device takes no sound.' }),
  });
  let again = false;
  const pump = (): void => {
    const [speech, beside] = [feeder.pump(), clips.pump()];
    if ((speech || beside) && !again) {
      again = true;
      setTimeout(() => {
        again = false;
        pump();
      });
    }
    watch.look(feeder.active() || clips.active());
  };

  const listen = (): void => {
    // The value is read before the pump, so that a wake-up during the pump is not missed.
    const seen = ring.load(Slot.WAKE);
    pump();
    const wait = Atomics.waitAsync(ring.header, Slot.WAKE, seen);
    if (wait.async) void wait.value.then(listen);
    else queueMicrotask(listen);
  };

  socket.addEventListener('open', () => {
    tell({ type: 'ready', latency });
    listen();
  });
  socket.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => {
    apply(sound, decodeToPage(event.data));
    pump();
  });
  return (reason) => tell({ type: 'stalled', reason });
}

function apply({ feeder, clips, loudness }: Sound, message: ToPage): void {
  switch (message.type) {
    case 'begin':
      return feeder.begin(message.play, message);
    case 'write':
      return feeder.write(message.play, message.sampleRate, message.samples, message.stretch);
    case 'end':
      return feeder.end(message.play);
    case 'cut':
      return feeder.cut(message.play);
    case 'pause':
      return feeder.pause(message.paused);
    case 'gain':
      feeder.gain(message.gain);
      return clips.gain(message.gain);
    case 'loudness':
      loudness.target = message.target;
      return;
    case 'rate':
      return feeder.liveRate(message.rate ?? 0);
    case 'clip':
      return clips.start(message.clip, message.sampleRate, message.samples, message.gain);
    case 'stop-clip':
      return clips.stop(message.clip);
  }
}

let broken: (reason: string) => void = () => undefined;
self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === 'open') broken = open(message.memory, message.address, message.latency);
  else broken(message.reason);
});
