/** Whether this machine can be heard, as a port of the platform. */
import { createLinuxSound } from './linux/sound.ts';

export interface SoundDevice {
  present: boolean;
  /** Why not, and what to do, in a sentence. */
  reason?: string;
  /** What a program needs in its environment to reach the device. */
  env: Readonly<Record<string, string>>;
}

export interface SoundProbe {
  /** Never rejects; takes at most a second. */
  device(): Promise<SoundDevice>;
  /**
   * Whether the sound server has a stream of a program of this name now; null when it cannot be
   * known. Never rejects.
   */
  heard(application: string): Promise<boolean | null>;
}

export function createSoundProbe(platform: NodeJS.Platform = process.platform): SoundProbe {
  if (platform === 'linux') return createLinuxSound(process.env);
  // Windows and macOS keep an output for every session; a missing one shows as a stalled clock.
  return { device: async () => ({ present: true, env: {} }), heard: async () => null };
}
