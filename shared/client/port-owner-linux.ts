/** Linux: the inode of the server's socket in /proc/net/tcp, then whether the process has it open. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopbackConnection, Ownership, Owns } from './port-owner.ts';

const ESTABLISHED = '01';
const LISTEN = '0A';
const LOCALHOST = '0100007F';
/** A socket that listens there gets the connection where none listens on 127.0.0.1 itself. */
const ANY = '00000000';

interface Row {
  local: string;
  remote: string;
  state: string;
  inode: string;
}

/** @param proc the folder where the process file system is mounted */
export function ownsLinux(proc = '/proc'): Owns {
  return async (pid, connection) => {
    for (let look = 0; ; look++) {
      const answer = await ask(proc, pid, connection);
      // While a connection is being accepted its socket is in the table before it is in the process.
      if (answer !== 'no' || look === 2) return answer;
      await sleep(5);
    }
  };
}

async function ask(proc: string, pid: number, connection: LoopbackConnection): Promise<Ownership> {
  let table: string;
  try {
    table = await readFile(`${proc}/net/tcp`, 'latin1');
  } catch {
    return 'unknown';
  }
  const inode = serverInode(table, connection) ?? (await wildcardInode(proc, connection));
  if (inode === null) return 'no';
  try {
    return (await hasSocket(`${proc}/${pid}/fd`, inode)) ? 'yes' : 'no';
  } catch {
    // It has just ended, or belongs to another user.
    return 'no';
  }
}

/**
 * The server's end of the connection; before it is accepted that has no inode yet, and the listening
 * socket is the one. @returns null when there is neither
 */
function serverInode(table: string, { clientPort, serverPort }: LoopbackConnection): string | null {
  const server = `${LOCALHOST}:${hexPort(serverPort)}`;
  const client = `${LOCALHOST}:${hexPort(clientPort)}`;
  const rows = parse(table, serverPort);
  const accepted = rows.find(
    ({ local, remote, state }) => local === server && remote === client && state === ESTABLISHED,
  );
  if (accepted && accepted.inode !== '0') return accepted.inode;
  const listens = (at: string) => rows.find(({ local, state }) => local === at && state === LISTEN);
  const listener = listens(server) ?? listens(`${ANY}:${hexPort(serverPort)}`);
  return listener?.inode ?? null;
}

/** A socket for both families has its rows in the other table. */
async function wildcardInode(
  proc: string,
  { serverPort }: LoopbackConnection,
): Promise<string | null> {
  const table = await readFile(`${proc}/net/tcp6`, 'latin1').catch(() => '');
  const any = `${'0'.repeat(32)}:${hexPort(serverPort)}`;
  const row = parse(table, serverPort).find((each) => each.local === any && each.state === LISTEN);
  return row?.inode ?? null;
}

/** The rows of one local port: tables of a busy machine are long. */
function parse(table: string, port: number): Row[] {
  const mark = `:${hexPort(port)} `;
  return table
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => {
      const fields = line.trim().split(/\s+/);
      const [, local = '', remote = '', state = ''] = fields;
      return { local, remote, state, inode: fields[9] ?? '0' };
    });
}

async function hasSocket(folder: string, inode: string): Promise<boolean> {
  const wanted = `socket:[${inode}]`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')),
  );
  return links.includes(wanted);
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
