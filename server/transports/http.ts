/** HTTP on 127.0.0.1: `POST /v1/<type>` and `GET /v1/events` (section "HTTP"). */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import Router from 'koa-router';
import { GRACE, type HttpAnswer, type HttpHandler, MAX_REQUEST } from './port.ts';
import { refuseBytes } from './refuse-bytes.ts';
import { openSse } from './sse.ts';
import { stopListening } from './stop-listening.ts';

export interface HttpTransport {
  readonly port: number;
  /** Takes no more connections; what reaches the open ones within a moment is still answered, then they end. */
  close(): Promise<void>;
}

export interface HttpOptions {
  /** Milliseconds between two pings of an event stream. */
  ping?: number;
}

/** Headers must be in within this time (ms), and a body within ten times as much. */
const HEADERS_TIME = 5000;

export async function listenHttp(
  handler: HttpHandler,
  { ping = 15_000 }: HttpOptions = {},
): Promise<HttpTransport> {
  const app = new Koa();
  const router = new Router();
  const streams = new Set<() => void>();
  /** What is being answered on each connection: requests sent ahead are carried out in their order. */
  const turns = new WeakMap<Socket, Promise<HttpAnswer>>();

  app.use(async (context, next) => {
    context.set('Cache-Control', 'no-store');
    if (!ownHost(context.req)) {
      return reply(context, handler.refuse('E_FORBIDDEN', 'this Host is not served here'));
    }
    if (!handler.authorized(context.get('Authorization'))) {
      return reply(context, handler.refuse('E_AUTH', 'missing or wrong token'));
    }
    await next();
  });

  router.get('/v1/events', (context, next) => {
    // The router lets HEAD in as well, which would hold a stream without events open.
    if (context.method !== 'GET') return next();
    const asked = new URL(context.url, 'http://127.0.0.1').searchParams.get('events');
    const names = asked === null ? null : asked.split(',').filter((name) => name !== '');
    let stream: ReturnType<typeof openSse> | undefined;
    const opened = handler.events(names, (name, json) => stream?.send(name, json) ?? false);
    if ('refused' in opened) return reply(context, opened.refused);
    context.respond = false;
    const end = () => void context.res.end();
    streams.add(end);
    stream = openSse(context.req, context.res, {
      ping,
      opened: () => opened.open(),
      caughtUp: () => opened.caughtUp(),
      closed() {
        streams.delete(end);
        opened.closed();
      },
    });
  });

  router.post('/v1/:type', async (context) => {
    const body = await readBody(context.req);
    // The rest of a body over the limit is not read: the connection ends with the answer.
    if (body === null) context.set('Connection', 'close');
    const type = context.params['type'] ?? '';
    const before = turns.get(context.req.socket);
    const turn = before
      ? before.then(() => handler.request(type, body))
      : handler.request(type, body);
    turns.set(context.req.socket, turn);
    reply(context, await turn);
  });

  app.use(router.routes());
  app.use((context) =>
    reply(
      context,
      context.path.startsWith('/v1/')
        ? handler.refuse('E_BAD_REQUEST', 'use POST /v1/<type>, or GET /v1/events')
        : handler.refuse('E_NOT_FOUND', 'there is nothing here'),
    ),
  );
  // A client that hangs up in the middle of its request is no error of ours.
  app.silent = true;

  const server = createServer(
    {
      headersTimeout: HEADERS_TIME,
      requestTimeout: HEADERS_TIME * 10,
      connectionsCheckingInterval: 500,
      noDelay: true,
      // A request without a Host is answered as one with a foreign Host is.
      requireHostHeader: false,
    },
    app.callback(),
  );
  refuseBytes(server, handler);
  await listen(server);
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      const { closed } = await stopListening(server);
      await sleep(GRACE);
      for (const end of streams) end();
      server.closeIdleConnections();
      await closed;
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, resolve);
  });
}

function reply(context: Koa.Context, answer: HttpAnswer): void {
  context.status = answer.status;
  context.type = 'application/json';
  // A line of its own in a terminal.
  context.body = `${answer.json}\n`;
}

/** Against DNS rebinding: only our own name and port, said once, and not overruled by an absolute URL. */
function ownHost(request: IncomingMessage): boolean {
  const port = request.socket.localPort;
  const hosts = request.rawHeaders.filter(
    (_, at, all) => at % 2 === 1 && all[at - 1]!.toLowerCase() === 'host',
  );
  const host = hosts[0]?.toLowerCase();
  if (hosts.length !== 1 || !request.url?.startsWith('/')) return false;
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

/** @returns the body, or null when it is over the limit */
function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > MAX_REQUEST) {
        request.pause();
        resolve(null);
      } else parts.push(part);
    });
    request.on('end', () => resolve(Buffer.concat(parts)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('the client hung up')));
  });
}
