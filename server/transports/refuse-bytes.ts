/** Answers on an HTTP socket to what the parser does not take for a request: nobody else can answer it. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpHandler } from './port.ts';

/** In the protocol's own JSON, and then the connection ends: where a next request begins is not known. */
export function refuseBytes(server: Server, handler: Pick<HttpHandler, 'refuse'>): void {
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = answers.get(socket) ?? new Set();
    answers.set(socket, open.add(response));
    response.on('close', () => open.delete(response));
  });
  /** Whether part of another answer is out: what is written now would be taken for more of it. */
  const isAnswering = (socket: Duplex) =>
    [...(answers.get(socket) ?? [])].some(({ headersSent }) => headersSent);

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !isAnswering(socket)) {
      const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      end(socket, late ? '408 Request Timeout' : '400 Bad Request', wordsFor(error.code));
    } else if (!socket.writableEnded) socket.destroy(error);
  });
  server.on('connect', (_, socket: Duplex) => {
    end(socket, '400 Bad Request', 'CONNECT is not served here');
  });
  server.on('checkExpectation', (_, response: ServerResponse) => {
    const { status, json } = handler.refuse('E_BAD_REQUEST', 'only Expect: 100-continue is known');
    const body = `${json}\n`;
    response.writeHead(status, headersOf(body)).end(body);
  });

  function end(socket: Duplex, status: string, message: string): void {
    const body = `${handler.refuse('E_BAD_REQUEST', message).json}\n`;
    const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  }
}

function headersOf(body: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
}

function wordsFor(code: string | undefined): string {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'the request did not come to its end in time';
    case 'HPE_HEADER_OVERFLOW':
      return 'the head of the request is too large';
    default:
      return 'this is not an HTTP request';
  }
}
