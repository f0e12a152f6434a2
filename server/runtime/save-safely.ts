/** Saving what is in force already, for whoever set it. */
import { ProtocolError } from '../../shared/protocol/errors.ts';

/**
 * @param log told why it could not be saved
 * @throws ProtocolError E_ENGINE when it could not, or what `save` itself threw as one
 */
export async function saveSafely(
  key: string,
  save: () => Promise<void>,
  log: (line: string) => void,
): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log(`${key} not saved: ${reason}`);
    const message = `${key} applies until Sonara ends, but could not be saved: ${reason}`;
    throw new ProtocolError('E_ENGINE', message);
  }
}
