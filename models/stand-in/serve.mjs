// A loopback server for the files of one folder, with what a resumed download asks for. For tests and development.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

/**
 * Serves the files that lie directly in a folder, by GET and HEAD, with single byte ranges.
 * @param {string} folder
 * @param {number} [port] default one that is free
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` is without a slash at its end; `close`
 *   also ends what is being sent
 */
export async function serveFolder(folder, port = 0) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const actual = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} folder
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, request, response) {
  const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const size = /^[\w-][\w.-]*$/.test(name) ? await fileSize(join(folder, name)) : null;
  if (size === null) return void response.writeHead(404).end();

  const range = parseRange(request.headers.range, size);
  if (range === 'outside')
    return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  response.writeHead(range ? 206 : 200, {
    'accept-ranges': 'bytes',
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === 'HEAD' || size === 0) return void response.end();
  const file = createReadStream(join(folder, name), { start, end });
  file.on('error', () => response.destroy());
  response.on('close', () => file.destroy());
  file.pipe(response);
}

/**
 * @param {string} path
 * @returns {Promise<number | null>} null: no such file
 */
async function fileSize(path) {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}

/**
 * @param {string | undefined} header `bytes=0-99`, `bytes=100-` or `bytes=-100`; anything else is ignored, as RFC
 *   9110 wants it
 * @param {number} size
 * @returns {{ start: number, end: number } | 'outside' | null} both ends are part of it; null is the whole file
 */
function parseRange(header, size) {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const last = size - 1;
  if (found[1] === '') {
    const count = Number(found[2]);
    return count === 0 || size === 0 ? 'outside' : { start: Math.max(0, size - count), end: last };
  }
  const start = Number(found[1]);
  const end = found[2] === '' ? last : Math.min(Number(found[2]), last);
  if (found[2] !== '' && Number(found[2]) < start) return null;
  return start > last ? 'outside' : { start, end };
}
