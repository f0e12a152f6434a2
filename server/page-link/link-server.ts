/** Serves the built page to our own browser, on a loopback port of its own, and takes its link. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocketServer, type WebSocket } from 'ws';

/** For a page that sends short JSON only. */
const MAX_MESSAGE_BYTES = 64 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Both are needed for shared memory.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export interface LinkServer {
  /** Where the page is, its one-time ticket in the fragment. */
  readonly address: string;
  /** The page's socket, once; later ones are refused. */
  readonly socket: Promise<WebSocket>;
  close(): void;
}

export interface LinkServerOptions {
  /** The page to open, e.g. `synth.html`; default the index. */
  entry?: string;
  /** Files outside the page: URL path to absolute path. They may be large. */
  files?: Readonly<Record<string, string>>;
  /** The longest message that the page may send, bytes; default 64 KiB. */
  longestMessage?: number;
}

/** @param root absolute directory of the built page */
export async function startLinkServer(
  root: string,
  { entry = '', files = {}, longestMessage = MAX_MESSAGE_BYTES }: LinkServerOptions = {},
): Promise<LinkServer> {
  const ticket = randomBytes(24).toString('hex');
  let used = false;
  let host = '';

  const server = createServer((request, response) => {
    serve({ root, files, host }, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage });
  const socket = new Promise<WebSocket>((resolve) => sockets.once('connection', resolve));
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    if (used || !mayLink(request, host, ticket)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    used = true;
    sockets.handleUpgrade(request, stream, head, (link) => sockets.emit('connection', link));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `http://${host}/${entry}#${ticket}`,
    socket,
    close() {
      for (const link of sockets.clients) link.terminate();
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Of other pages and programs: none has the ticket, and a web page has another origin besides. */
function mayLink(request: IncomingMessage, host: string, ticket: string): boolean {
  if (request.headers.host !== host || request.headers.origin !== `http://${host}`) return false;
  const url = new URL(request.url ?? '/', `http://${host}`);
  const given = Buffer.from(url.searchParams.get('ticket') ?? '');
  const right = Buffer.from(ticket);
  return url.pathname === '/link' && given.length === right.length && timingSafeEqual(given, right);
}

interface Served {
  root: string;
  files: Readonly<Record<string, string>>;
  host: string;
}

async function serve(
  { root, files, host }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number): void => {
    response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain' }).end();
  };
  // A name that only resolves to us (DNS rebinding) comes with its own Host.
  if (request.headers.host !== host) return refuse(421);
  if (request.method !== 'GET') return refuse(405);

  const { pathname } = new URL(request.url ?? '/', `http://${host}`);
  if (Object.hasOwn(files, pathname)) return serveLarge(files[pathname]!, response, refuse);
  const file = fileFor(root, pathname);
  const type = file && TYPES[extname(file)];
  if (!file || !type) return refuse(404);
  let body: Buffer;
  try {
    body = await readFile(file);
  } catch {
    return refuse(404);
  }
  response.writeHead(200, { ...HEADERS, 'Content-Type': type }).end(body);
}

async function serveLarge(
  path: string,
  response: ServerResponse,
  refuse: (status: number) => void,
): Promise<void> {
  const file = await open(path).catch(() => null);
  if (!file) return refuse(404);
  const { size } = await file.stat();
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { ...HEADERS, 'Content-Type': type, 'Content-Length': size });
  // The page may go away in the middle.
  await pipeline(createReadStream('', { fd: file, highWaterMark: 1 << 20 }), response).catch(
    () => undefined,
  );
}

/** The file of a URL path, or null when it would lie outside the page. */
function fileFor(root: string, pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const file = normalize(join(root, path === '/' ? 'index.html' : path));
  return file.startsWith(root + sep) && !file.includes('\0') ? file : null;
}
