/**
 * Messages between node and the hidden page. Samples travel as one binary frame, all else as JSON
 * text. Both ends are little-endian, as every platform of Chromium is.
 */

export type ToPage =
  | { type: 'begin'; play: number }
  | { type: 'write'; play: number; sampleRate: number; samples: Float32Array }
  | { type: 'end'; play: number }
  /** Drops this play and every one begun after it. */
  | { type: 'cut'; play: number }
  | { type: 'pause'; paused: boolean }
  /** Linear, 0 to 1, mute included. */
  | { type: 'gain'; gain: number };

export type FromPage =
  /** The context exists, the worklet is loaded. `latency` is the context's output latency, seconds. */
  | { type: 'ready'; latency: number }
  | { type: 'started'; play: number }
  | { type: 'ended'; play: number }
  /** Sent once a second while something is to be sounded. */
  | { type: 'alive' }
  /** The audio clock stands still although something should sound, or the context failed. */
  | { type: 'stalled'; reason: string }
  /** The page cannot work at all. */
  | { type: 'failed'; reason: string };

/** Play id (float64), sample rate (float64), then the samples: aligned for a Float32Array view. */
const WRITE_HEADER_BYTES = 16;

/** The frame to send: text, or bytes for samples. */
export function encodeToPage(message: ToPage): string | Uint8Array<ArrayBuffer> {
  if (message.type !== 'write') return JSON.stringify(message);
  const bytes = new Uint8Array(WRITE_HEADER_BYTES + message.samples.byteLength);
  const header = new DataView(bytes.buffer);
  header.setFloat64(0, message.play, true);
  header.setFloat64(8, message.sampleRate, true);
  new Float32Array(bytes.buffer, WRITE_HEADER_BYTES).set(message.samples);
  return bytes;
}

/** Node is trusted by its page, so the shape of what it sends is not checked again. */
export function decodeToPage(data: string | ArrayBuffer): ToPage {
  if (typeof data === 'string') return JSON.parse(data) as ToPage;
  const header = new DataView(data);
  return {
    type: 'write',
    play: header.getFloat64(0, true),
    sampleRate: header.getFloat64(8, true),
    samples: new Float32Array(data, WRITE_HEADER_BYTES),
  };
}

/** Null for anything that is not a message of the page. */
export function parseFromPage(text: string): FromPage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, play, latency, reason } = value as Record<string, unknown>;
  switch (type) {
    case 'started':
    case 'ended':
      return typeof play === 'number' ? { type, play } : null;
    case 'alive':
      return { type };
    case 'ready':
      return typeof latency === 'number' ? { type, latency } : null;
    case 'stalled':
    case 'failed':
      return typeof reason === 'string' ? { type, reason } : null;
    default:
      return null;
  }
}
