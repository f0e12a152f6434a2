/** A change of an engine's readiness, in the words of the log. */
import type { EngineStatus } from '../engines/port.ts';

const words = {
  ready: 'is ready',
  loading: 'is loading its model',
  downloading: 'is downloading its model',
  waiting: 'is waiting to try again',
  unavailable: 'is unavailable',
} as const;

/** Not of its progress, which changes four times a second. */
export function engineReadiness(status: EngineStatus): string {
  const meanwhile = status.fallback ? `; speaking with ${status.fallback} meanwhile` : '';
  const why = status.message ? ` (${status.message})` : '';
  return `engine '${status.engine}' ${words[status.status]}${why}${meanwhile}`;
}
