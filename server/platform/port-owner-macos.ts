/** macOS: lsof lists the sockets of one process on one port. */
import { startProgram } from './process.ts';
import type { LoopbackConnection, Ownership, Owns } from '../../shared/client/port-owner.ts';

/** Milliseconds; a file system that hangs can hold lsof up. */
const LIMIT = 2000;

/** @param program lsof; apps are started with a PATH that may lack its folder */
export function ownsByLsof(program = '/usr/sbin/lsof'): Owns {
  return async (pid, connection) => {
    const signal = AbortSignal.timeout(LIMIT);
    const args = ['-nPw', '-a', '-p', String(pid), `-iTCP:${connection.serverPort}`, '-FnT'];
    const lsof = startProgram(program, args, { signal });
    let output = '';
    lsof.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    try {
      const { signal: killed } = await lsof.ended;
      return killed ? 'unknown' : readLsof(output, connection);
    } catch {
      return 'unknown';
    }
  };
}

/**
 * @param output of `lsof -FnT` for one process: `n<local>[-><remote>]`, then `TST=<state>`
 * @returns yes when the process holds the server's end, or listens for it
 */
export function readLsof(
  output: string,
  { clientPort, serverPort }: LoopbackConnection,
): Ownership {
  const server = `127.0.0.1:${serverPort}`;
  const ends = [`${server}->127.0.0.1:${clientPort}`];
  const listens = [server, `*:${serverPort}`];
  let name = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('n')) name = line.slice(1);
    if (ends.includes(name) || (line === 'TST=LISTEN' && listens.includes(name))) return 'yes';
  }
  return 'no';
}
