/** Whether what the runtime reads can be heard. */
import { type Sonara, SonaraError } from '../../shared/client/index.ts';

export interface OutputView {
  kind: 'device' | 'null' | 'wav';
  audible: boolean;
  starting?: boolean;
  message?: string;
}

/** @returns null where the runtime does not tell: the key is additive to the protocol */
export async function outputOf(sonara: Sonara): Promise<OutputView | null> {
  try {
    return (await sonara.get('output')) as OutputView;
  } catch (error) {
    if (error instanceof SonaraError) return null;
    throw error;
  }
}
