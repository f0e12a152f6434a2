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

/** Advice to install what was installed since the runtime began. */
const startAgain = 'The native runtime is installed: start Sonara again to use it.';

/** An engine's id, behind its name where that is another. */
export function engineName(id: string): string {
  return id === 'onecore' ? 'System voices (onecore)' : id;
}

/**
 * Lines for `sonara status`: the first is the engine's own.
 * @param hasNative whether `npm run accelerate` has installed its part by now
 */
export function engineLines(
  status: EngineStatus,
  view: BackendView | null,
  hasNative = false,
): string[] {
  const { engine, fallback } = status;
  const given = view?.advice ?? null;
  const advice = hasNative && given !== null ? startAgain : given;
  const message =
    given === null || advice === null ? status.message : status.message?.replace(given, advice);
  const meanwhile = fallback ? `; meanwhile speaks: ${engineName(fallback)}` : '';
  const why = message ? `, ${message}` : '';
  const lines = [
    `${engineName(engine)}: ${progressInWords(status)}${backendInWords(status, view)}${why}${meanwhile}`,
  ];
  if (engine === 'kokoro' && advice !== null && !message?.includes(advice)) lines.push(advice);
  return lines;
}

function progressInWords({ status, progress }: EngineStatus): string {
  if (!progress || progress.total === 0) return status;
  const percent = Math.floor((100 * progress.done) / progress.total);
  return `${status} its model, ${percent} % of ${Math.round(progress.total / 1e6)} MB`;
}

function backendInWords({ engine, ready }: EngineStatus, view: BackendView | null): string {
  if (engine !== 'kokoro' || !ready || !view?.backend) return '';
  const factor = (view.factor ?? view.measured[view.backend]?.factor ?? 0).toFixed(2);
  const pace = Number(factor) === 0 ? '' : `, real-time factor ${factor}`;
  return ` (${view.backend}${pace})`;
}
