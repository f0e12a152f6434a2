/** The link worker: owns the WebSocket to node and feeds the ring. */
import { decodeToPage, type FromPage, type ToPage } from '../../shared/audio/link.ts';
import { Slot } from '../../shared/audio/ring-layout.ts';
import { Feeder } from '../mixer/feeder.ts';
import { Ring } from '../mixer/ring.ts';
import { ClockWatch } from './clock-watch.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

function open(memory: SharedArrayBuffer, address: string, latency: number): (why: string) => void {
  const ring = new Ring(memory);
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  const tell = (message: FromPage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const feeder = new Feeder(ring, {
    started: (play) => tell({ type: 'started', play }),
    ended: (play) => tell({ type: 'ended', play }),
  });
  const watch = new ClockWatch({
    position: () => ring.load(Slot.READ),
    mustMove: () => feeder.mustMove(),
    run: (running) => self.postMessage({ type: 'run', running } satisfies FromWorker),
    alive: () => tell({ type: 'alive' }),
    stalled: () => tell({ type: 'stalled', reason: 'The sound device takes no sound.' }),
  });
  const pump = (): void => {
    feeder.pump();
    watch.look(feeder.active());
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
    apply(feeder, decodeToPage(event.data));
    pump();
  });
  return (reason) => tell({ type: 'stalled', reason });
}

function apply(feeder: Feeder, message: ToPage): void {
  switch (message.type) {
    case 'begin':
      return feeder.begin(message.play);
    case 'write':
      return feeder.write(message.play, message.sampleRate, message.samples);
    case 'end':
      return feeder.end(message.play);
    case 'cut':
      return feeder.cut(message.play);
    case 'pause':
      return feeder.pause(message.paused);
    case 'gain':
      return feeder.gain(message.gain);
  }
}

let broken: (reason: string) => void = () => undefined;
self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === 'open') broken = open(message.memory, message.address, message.latency);
  else broken(message.reason);
});
