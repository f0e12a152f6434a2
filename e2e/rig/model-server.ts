/** Serves the stand-in model (not Kokoro's weights) as the release would be, well or badly. */
import { readFile, rm, mkdtemp } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { writeStandIn } from '../../models/stand-in/folder.mjs';

export interface ModelServer {
  /** What a runtime needs in its environment to download from here. */
  readonly env: Record<string, string>;
  /** Every request: the file's name and its Range header. */
  readonly requests: { file: string; range: string | undefined }[];
  /** Answers wait from now on. */
  hold(): void;
  /** Those that wait are answered. */
  release(): void;
  /** The next answer for this file ends half way, with its connection. */
  breakOnce(file: string): void;
  /** The bytes that are served instead of a file's. */
  replace(file: string, bytes: Uint8Array): void;
  close(): Promise<void>;
}

export async function startModelServer(kind = 'small'): Promise<ModelServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sonara-models-'));
  const requests: ModelServer['requests'] = [];
  const replaced = new Map<string, Uint8Array>();
  const breaking = new Set<string>();
  let waiting: (() => void)[] | null = null;

  const server = createServer((request, response) => {
    const file = basename(request.url ?? '');
    requests.push({ file, range: request.headers.range });
    const answer = (): void => void send(file, request.headers.range, response);
    if (waiting) waiting.push(answer);
    else answer();
  });

  async function send(file: string, range: string | undefined, response: ServerResponse) {
    const bytes = replaced.get(file) ?? (await readFile(join(folder, file)).catch(() => null));
    if (!bytes) return response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range ? 206 : 200, {
      'content-length': bytes.length - from,
      ...(range && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    if (!breaking.delete(file)) return response.end(bytes.subarray(from));
    // Not at once: what is read together with the end of the connection is dropped by the reader.
    response.write(bytes.subarray(0, bytes.length >> 1));
    setTimeout(() => response.destroy(), 200);
    return undefined;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeStandIn(kind, folder, { baseUrl });
  return {
    env: {
      SONARA_MODEL_BASE_URL: baseUrl,
      SONARA_MODEL_MANIFEST: join(folder, 'manifest.json'),
    },
    requests,
    hold: () => (waiting ??= []),
    release() {
      const answers = waiting ?? [];
      waiting = null;
      for (const answer of answers) answer();
    },
    breakOnce: (file) => breaking.add(file),
    replace: (file, bytes) => replaced.set(file, bytes),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
