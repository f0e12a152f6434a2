/** Windows: the owner of the server's end in the table of GetExtendedTcpTable. Not verified on Windows. */
import { createRequire } from 'node:module';
import type { Ownership, Owns } from '../../shared/client/port-owner.ts';

/** @returns the bytes of MIB_TCPTABLE_OWNER_PID */
export type ReadTcpTable = (kind: number) => Uint8Array;

const AF_INET = 2;
const TCP_TABLE_OWNER_PID_LISTENER = 3;
const TCP_TABLE_OWNER_PID_CONNECTIONS = 4;
const NO_ERROR = 0;
const ERROR_INSUFFICIENT_BUFFER = 122;
const LOCALHOST = 0x0100007f;
const ROW = 24;

/** Asks for the connection first; one that is not accepted yet may have no owner (0): then the listener. */
export function ownsByTcpTable(read: ReadTcpTable = openTcpTable()): Owns {
  return async (pid, { clientPort, serverPort }) => {
    const connection = parseTcpTable(read(TCP_TABLE_OWNER_PID_CONNECTIONS)).find(
      (row) =>
        row.localAddress === LOCALHOST &&
        row.localPort === serverPort &&
        row.remoteAddress === LOCALHOST &&
        row.remotePort === clientPort,
    );
    if (connection && connection.pid !== 0) return answer(connection.pid === pid);
    const listeners = parseTcpTable(read(TCP_TABLE_OWNER_PID_LISTENER)).filter(
      (row) => row.localPort === serverPort,
    );
    const listener =
      listeners.find((row) => row.localAddress === LOCALHOST) ??
      listeners.find((row) => row.localAddress === 0);
    if (listener?.pid === 0) return 'unknown';
    return answer(listener?.pid === pid);
  };
}

function answer(theirs: boolean): Ownership {
  return theirs ? 'yes' : 'no';
}

export interface TcpRow {
  /** As the 32 bits lie in memory, read little-endian. */
  localAddress: number;
  localPort: number;
  remoteAddress: number;
  remotePort: number;
  pid: number;
}

/** @param bytes a count, then rows {state, address, port, address, port, pid} of 32 bits each */
export function parseTcpTable(bytes: Uint8Array): TcpRow[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  return Array.from({ length: count }, (_, index) => {
    const at = 4 + index * ROW;
    return {
      localAddress: view.getUint32(at + 4, true),
      // Ports are big-endian in the lower half.
      localPort: view.getUint16(at + 8),
      remoteAddress: view.getUint32(at + 12, true),
      remotePort: view.getUint16(at + 16),
      pid: view.getUint32(at + 20, true),
    };
  });
}

type GetExtendedTcpTable = (
  table: Uint8Array | null,
  size: number[],
  sorted: number,
  family: number,
  kind: number,
  reserved: number,
) => number;

function openTcpTable(): ReadTcpTable {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const get = koffi
    .load('iphlpapi.dll')
    .func(
      'uint32_t __stdcall GetExtendedTcpTable(void* table, _Inout_ uint32_t* size, int sorted, uint32_t family, int kind, uint32_t reserved)',
    ) as GetExtendedTcpTable;
  return (kind) => {
    const size = [16 * 1024];
    // Between two calls the table may grow.
    for (let tries = 0; tries < 5; tries++) {
      const table = new Uint8Array(size[0]!);
      const result = get(table, size, 0, AF_INET, kind, 0);
      if (result === NO_ERROR) return table;
      if (result !== ERROR_INSUFFICIENT_BUFFER) break;
    }
    throw new Error('GetExtendedTcpTable failed');
  };
}
