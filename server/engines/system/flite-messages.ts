/** What goes between the engine and the process that runs the embedded voice. */

export interface FliteRequest {
  id: number;
  /** flite's name of the voice, e.g. `slt`. */
  voice: string;
  /** 1 is the voice's natural speed, 2 takes twice as long. */
  stretch: number;
  /** ASCII only (see flite-text.ts). */
  text: string;
}

export type FliteReply =
  | { id: number; sampleRate: number; pcm: Int16Array }
  /** The program could not speak it; the process is still good. */
  | { id: number; error: string };
