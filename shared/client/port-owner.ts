/**
 * Whose process the other end of a loopback connection is. Asked before hello, which carries the token:
 * once a runtime has crashed, anybody on this PC may listen on its port.
 */
import { createRequire } from 'node:module';
import { findBeside } from './beside.ts';
import { ownsLinux } from './port-owner-linux.ts';

/** One TCP connection over 127.0.0.1, seen from the client. */
export interface LoopbackConnection {
  clientPort: number;
  serverPort: number;
}

/**
 * `unknown`: this system does not tell (no /proc, no lsof, no koffi). The caller then goes on as if it
 * were `yes`: a check that cannot be made must not make Sonara unusable, and the pid was alive. A process
 * that we may not look into is somebody else's, and `no`.
 */
export type Ownership = 'yes' | 'no' | 'unknown';

export type Owns = (pid: number, connection: LoopbackConnection) => Promise<Ownership>;

/** What `port-owner.cjs` has, which is built from server/platform: there are child processes and FFI. */
export interface PortOwnerAdapters {
  owns: Partial<Record<NodeJS.Platform, Owns>>;
}

/** @param platform whose way to ask. Never rejects. */
export function createOwns(platform: NodeJS.Platform): Owns {
  if (platform === 'linux') return ownsLinux();
  return async (pid, connection) => {
    try {
      const owns = loadAdapters()?.owns[platform];
      return owns ? await owns(pid, connection) : 'unknown';
    } catch {
      return 'unknown';
    }
  };
}

function loadAdapters(): PortOwnerAdapters | null {
  const file = findBeside('port-owner.cjs');
  return file === null ? null : (createRequire(import.meta.url)(file) as PortOwnerAdapters);
}
