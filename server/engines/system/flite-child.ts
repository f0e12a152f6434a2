/**
 * The process of the embedded voice: FLITE_WASM as its argument, requests and replies over the IPC
 * channel, one after the other. It is a process of its own because compiled code and instances take
 * 80 to 100 MB, which would stay with the runtime; these go when the voice has not been used.
 */
import { readFileSync } from 'node:fs';
import type { FliteReply, FliteRequest } from './flite-messages.ts';
import { loadFlite } from './flite-program.ts';

// Our parent is gone: so are we, whatever way it ended.
process.on('disconnect', () => process.exit(0));

const flite = loadFlite(readFileSync(process.argv[2]!));
// A module that does not load ends the process, which the parent sees; it need not be told twice.
flite.catch((error: unknown) => {
  process.stderr.write(`embedded voice: ${String(error)}\n`);
  process.exit(1);
});

process.on('message', ({ id, ...request }: FliteRequest) => {
  void flite.then(({ run, prepare }) => {
    let reply: FliteReply;
    try {
      reply = { id, ...run(request) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) };
    }
    process.send?.(reply);
    setImmediate(prepare);
  });
});
