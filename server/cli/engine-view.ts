/** The engine's state in words, and what runs Kokoro's model. */
import { type Sonara, SonaraError, type StateEvent } from '../../shared/client/index.ts';

type EngineStatus = StateEvent['engine_status'];

export interface BackendView {
  backend: string | null;
  factor: number | null;
  measured: Record<string, { factor?: number; failed?: string }>;
  advice: string | null;
}

/** @returns null where there is no Kokoro, or the runtime does not tell: the key is additive */
export async function backendsOf(sonara: Sonara): Promise<BackendView | null> {
  try {
    const { kokoro } = (await sonara.get('backends')) as { kokoro: BackendView | null };
    return kokoro;
  } catch (error) {
    if (error instanceof SonaraError) return null;
    throw error;
  }
}

/** Lines for `sonara status`: the first is the engine's own. */
export function engineLines(status: EngineStatus, view: BackendView | null): string[] {
  const { engine, fallback, message } = status;
  const meanwhile = fallback ? `; ${fallback} speaks meanwhile` : '';
  const why = message ? `, ${message}` : '';
  const lines = [
    `${engine}: ${progressInWords(status)}${backendInWords(status, view)}${why}${meanwhile}`,
  ];
  if (engine === 'kokoro' && view?.advice && !message?.includes(view.advice)) {
    lines.push(view.advice);
  }
  return lines;
}

function progressInWords({ status, progress }: EngineStatus): string {
  if (!progress || progress.total === 0) return status;
  const percent = Math.floor((100 * progress.done) / progress.total);
  return `${status} its model, ${percent} % of ${Math.round(progress.total / 1e6)} MB`;
}

function backendInWords({ engine, ready }: EngineStatus, view: BackendView | null): string {
  if (engine !== 'kokoro' || !ready || !view?.backend) return '';
  const factor = view.factor ?? view.measured[view.backend]?.factor;
  const pace =
    factor === undefined || factor === null ? '' : `, real-time factor ${factor.toFixed(2)}`;
  return ` (${view.backend}${pace})`;
}
