/**
 * Messages between node and the hidden page. Samples travel as one binary frame, all else as JSON
 * text. Both ends are little-endian, as every platform of Chromium is.
 */

export type ToPage =
  /**
   * `rate`: the words a minute it was made at, when it follows the rate in force. `source`: whose voice it
   * is; plays of one source are about as loud as each other.
   */
  | { type: 'begin'; play: number; rate?: number | undefined; source?: string | undefined }
  /** `stretch`: above 1, to be sounded that much faster than it was made. */
  | { type: 'write'; play: number; sampleRate: number; stretch: number; samples: Float32Array }
  | { type: 'end'; play: number }
  /** Drops this play and every one begun after it. */
  | { type: 'cut'; play: number }
  | { type: 'pause'; paused: boolean }
  /** Linear, 0 to 1, mute included; of clips too. */
  | { type: 'gain'; gain: number }
  /** What plays that begin from now on are brought to, LUFS; null leaves them as they are. */
  | { type: 'loudness'; target: number | null }
  /** Words a minute every play with a `rate` is to be heard at, from now on; null: at its own. */
  | { type: 'rate'; rate: number | null }
  /** Mixed with speech at once. `gain`: linear. */
  | { type: 'clip'; clip: number; sampleRate: number; gain: number; samples: Float32Array }
  | { type: 'stop-clip'; clip: number };

export type FromPage =
  /** The context exists, the worklet is loaded. `latency` is the context's output latency, seconds. */
  | { type: 'ready'; latency: number }
  | { type: 'started'; play: number }
  /** `underruns`: frames of silence inside plays since the page came up, for want of samples. */
  | { type: 'ended'; play: number; underruns?: number }
  /** A clip was sounded to its end, or made room for another. */
  | { type: 'clip-ended'; clip: number }
  /** Sent once a second while something is to be sounded. */
  | { type: 'alive' }
  /** The audio clock stands still although something should sound, or the context failed. */
  | { type: 'stalled'; reason: string }
  /** The page cannot work at all. */
  | { type: 'failed'; reason: string };

/**
 * Four float64, so that what follows is aligned: 0 for `write` or 1 for `clip`, the play's or the clip's id,
 * the sample rate, and `stretch` or `gain`. Then the samples.
 */
const SAMPLES_HEADER_BYTES = 32;
const KIND = { write: 0, clip: 1 } as const;

/** The frame to send: text, or bytes for samples. */
export function encodeToPage(message: ToPage): string | Uint8Array<ArrayBuffer> {
  if (message.type !== 'write' && message.type !== 'clip') return JSON.stringify(message);
  const { type, sampleRate, samples } = message;
  const bytes = new Uint8Array(SAMPLES_HEADER_BYTES + samples.byteLength);
  const header = new DataView(bytes.buffer);
  header.setFloat64(0, KIND[type], true);
  header.setFloat64(8, type === 'write' ? message.play : message.clip, true);
  header.setFloat64(16, sampleRate, true);
  header.setFloat64(24, type === 'write' ? message.stretch : message.gain, true);
  new Float32Array(bytes.buffer, SAMPLES_HEADER_BYTES).set(samples);
  return bytes;
}

/** Node is trusted by its page, so the shape of what it sends is not checked again. */
export function decodeToPage(data: string | ArrayBuffer): ToPage {
  if (typeof data === 'string') return JSON.parse(data) as ToPage;
  const header = new DataView(data);
  const id = header.getFloat64(8, true);
  const sampleRate = header.getFloat64(16, true);
  const factor = header.getFloat64(24, true);
  const samples = new Float32Array(data, SAMPLES_HEADER_BYTES);
  return header.getFloat64(0, true) === KIND.clip
    ? { type: 'clip', clip: id, sampleRate, gain: factor, samples }
    : { type: 'write', play: id, sampleRate, stretch: factor, samples };
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
  const { type, play, underruns, clip, latency, reason } = value as Record<string, unknown>;
  switch (type) {
    case 'started':
      return typeof play === 'number' ? { type, play } : null;
    case 'ended': {
      if (typeof play !== 'number') return null;
      return typeof underruns === 'number' ? { type, play, underruns } : { type, play };
    }
    case 'clip-ended':
      return typeof clip === 'number' ? { type, clip } : null;
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
