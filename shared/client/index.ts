/**
 * The client other programs use: `connect()` finds the runtime of a home (or starts one), says hello
 * and gives a connection with requests as promises and events as async iterables.
 */
export { connect, type ConnectOptions } from './connect.ts';
export { discover, isAlive } from './discover.ts';
export { ConnectionLost, NotRunning, SonaraError, StartFailed } from './errors.ts';
export { findHome, type HomeInput } from './home.ts';
export { Sonara, type RequestOptions, type SpeakOptions, type SpokenItem } from './sonara.ts';
export type { StreamOptions } from './subscriptions.ts';
export type * from './messages.ts';
export type * from '../protocol/events.ts';
