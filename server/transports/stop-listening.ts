/** Closes a listening socket so that hardly anybody is cut off who was about to be let in. */
import { Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop that new connections may put the close off for. */
const MOST_TURNS = 500;
const QUICK_MS = 0.05;

/**
 * The system cuts off whoever is connected but not accepted when the socket closes. So it is closed
 * right after a short turn in which nobody came.
 * @returns what resolves once the open connections have ended as well
 */
export async function stopListening(server: Server): Promise<{ closed: Promise<void> }> {
  let accepted = 0;
  server.on('connection', () => void accepted++);
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const before = accepted;
    const began = performance.now();
    await turn();
    // A turn with work in it took long enough for somebody to come behind its back.
    if (accepted === before && performance.now() - began < QUICK_MS) break;
  }
  // An HTTP server's own close would end connections whose request is still on its way.
  const closed = new Promise<void>((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
  return { closed };
}
