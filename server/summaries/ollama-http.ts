/** One request to ollama: JSON there, bounded JSON back. */
import { SummaryError } from './port.ts';

/** Bytes of an answer. */
export const longestBody = 64 * 1024;

export interface OllamaAnswer {
  message?: { content?: unknown };
  done_reason?: unknown;
}

export interface OllamaRequest {
  /** As the user set it. */
  host: string;
  path: 'api/generate' | 'api/chat';
  model: string;
  body: Record<string, unknown>;
}

/** @throws SummaryError in words without the body; the signal's reason */
export async function postToOllama(
  { host, path, model, body }: OllamaRequest,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<OllamaAnswer> {
  const url = urlOf(host, path);
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...body }),
      // The text goes where the user said, and nowhere else.
      redirect: 'error',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new SummaryError(
        response.status === 404 ? 'missing' : 'failed',
        response.status === 404
          ? `Ollama has no model ${model}`
          : `Ollama answered with status ${response.status}`,
      );
    }
    return parse(await readBounded(response));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SummaryError) throw error;
    throw new SummaryError('failed', `Ollama is not reached at ${url.host}`);
  }
}

/** An address without a scheme is http. */
function urlOf(host: string, path: string): URL {
  const address = /^https?:\/\//i.test(host) ? host : `http://${host}`;
  if (!URL.canParse(address)) throw new SummaryError('failed', 'the address of Ollama is none');
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}

async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > longestBody)
      throw new SummaryError('failed', `Ollama's answer is over ${longestBody / 1024} KB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): OllamaAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = null;
  }
  if (typeof answer !== 'object' || answer === null)
    throw new SummaryError('failed', "Ollama's answer is not the JSON it should be");
  return answer;
}
