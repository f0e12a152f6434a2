/** How the client asks whose a port is, where that takes a child process or FFI. Loaded by shared/client. */
import type { Owns, PortOwnerAdapters } from '../../shared/client/port-owner.ts';
import { ownsByLsof } from './port-owner-macos.ts';
import { ownsByTcpTable } from './port-owner-windows.ts';

export const owns: PortOwnerAdapters['owns'] = {
  darwin: ownsByLsof(),
  win32: (...question: Parameters<Owns>) => ownsByTcpTable()(...question),
};
