/** The page that synthesizes: nothing but a worker, which has the session and the link to node. */
import workerUrl from './synth.worker.ts?worker&url';

function start(): void {
  // The ticket comes in the fragment, which no request and no process list shows.
  const ticket = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (!crossOriginIsolated) throw new Error('The page is not isolated: no shared memory.');
  const worker = new Worker(workerUrl, { type: 'module' });
  worker.addEventListener('error', (event) => {
    document.title = `failed: ${event.message}`;
  });
  worker.postMessage(`ws://${location.host}/link?ticket=${ticket}`);
}

try {
  start();
} catch (error) {
  // Node reads the title when no link comes up.
  document.title = `failed: ${error instanceof Error ? error.message : String(error)}`;
}
