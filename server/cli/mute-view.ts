/** Whether agents are muted (`mute_level`), for `sonara status`. */
import { type Sonara, SonaraError } from '../../shared/client/index.ts';

/** @returns 0 also where the extension "agent" is off: then nothing is muted by it */
export async function muteLevelOf(sonara: Sonara): Promise<number> {
  try {
    return await sonara.get('mute_level');
  } catch (error) {
    if (error instanceof SonaraError) return 0;
    throw error;
  }
}

/** @returns no line at level 0 */
export function muteLine(level: number): string[] {
  if (level === 0) return [];
  const earcons = level === 2 ? ', earcons are silent too' : '';
  return [`agents       muted (mute_level ${level}): their text is kept, not spoken${earcons}`];
}
