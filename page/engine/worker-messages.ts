/** What the page and its link worker say to each other. */

export type ToWorker =
  /** The first message: the ring, and the address of the WebSocket with its ticket. */
  | { type: 'open'; memory: SharedArrayBuffer; address: string; latency: number }
  /** The audio context failed or stopped by itself. */
  | { type: 'broken'; reason: string };

/** Whether the audio clock is needed. */
export type FromWorker = { type: 'run'; running: boolean };
