/** The hidden page: one audio context, one worklet that mixes, one worker that talks to node. */
import workerUrl from './link.worker.ts?worker&url';
import workletUrl from '../mixer/mixer.worklet.ts?worker&url';
import { RING_RATE, mixerBytes } from '../../shared/audio/ring-layout.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

async function start(): Promise<void> {
  // The ticket comes in the fragment, which no request and no process list shows.
  const ticket = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (!crossOriginIsolated) throw new Error('The page is not isolated: no shared memory.');

  const memory = new SharedArrayBuffer(mixerBytes());

  const context = new AudioContext({ sampleRate: RING_RATE, latencyHint: 'interactive' });
  await context.audioWorklet.addModule(workletUrl);
  const mixer = new AudioWorkletNode(context, 'sonara-mixer', {
    numberOfInputs: 0,
    outputChannelCount: [1],
    processorOptions: { memory },
  });
  mixer.connect(context.destination);

  const worker = new Worker(workerUrl, { type: 'module' });
  const tell = (message: ToWorker): void => worker.postMessage(message);
  const broken = (reason: string): void => tell({ type: 'broken', reason });

  context.addEventListener('error', () => broken('The sound device failed.'));
  mixer.addEventListener('processorerror', () => broken('The mixer failed.'));
  context.addEventListener('statechange', () => {
    if (context.state === 'closed') broken('The audio context was closed.');
  });
  worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
    (event.data.running ? context.resume() : context.suspend()).catch((error: unknown) => {
      broken(`The audio context does not obey: ${String(error)}`);
    });
  });
  const latency = context.baseLatency + context.outputLatency;
  const address = `ws://${location.host}/link?ticket=${ticket}`;
  tell({ type: 'open', memory, address, latency });
}

start().catch((error: unknown) => {
  // Node reads the title when no link comes up.
  document.title = `failed: ${error instanceof Error ? error.message : String(error)}`;
});
