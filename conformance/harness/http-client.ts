/** An HTTP client over plain sockets of node:http, so that every header and byte is ours. */
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { RuntimeFile } from './runtime.ts';
import type { Json } from './tcp-client.ts';

export interface HttpReply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Json;
  text: string;
}

export interface PostOptions {
  /** null sends no Authorization header. */
  token?: string | null;
  headers?: Record<string, string>;
  method?: string;
}

/** @param body an object is sent as JSON; a string or bytes as they are */
export function post(
  file: RuntimeFile,
  path: string,
  body: unknown = {},
  { token = file.token, headers = {}, method = 'POST' }: PostOptions = {},
): Promise<HttpReply> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: file.http_port,
        path,
        method,
        agent: false,
        headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: text === '' ? {} : (JSON.parse(text) as Json),
            text,
          }),
        );
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(raw ? body : JSON.stringify(body));
  });
}

/** An open event stream. */
export class EventStream {
  readonly received: { name: string; data: Json }[] = [];
  readonly comments: string[] = [];
  ended = false;
  #taken = 0;
  #rest = '';
  #wake: (() => void)[] = [];
  readonly #call: ClientRequest;
  readonly #response: IncomingMessage;

  private constructor(call: ClientRequest, response: IncomingMessage) {
    this.#call = call;
    this.#response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#receive(text));
    response.on('error', () => {});
    response.on('close', () => {
      this.ended = true;
      this.#woken();
    });
  }

  static open(
    file: RuntimeFile,
    query = '',
    token: string | null = file.token,
  ): Promise<EventStream | HttpReply> {
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port: file.http_port,
          path: `/v1/events${query}`,
          agent: false,
          headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        },
        (response) => {
          if (
            response.statusCode === 200 &&
            response.headers['content-type'] === 'text/event-stream'
          ) {
            resolve(new EventStream(call, response));
            return;
          }
          let text = '';
          response.on('data', (part) => (text += String(part)));
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: JSON.parse(text) as Json,
              text,
            }),
          );
        },
      );
      call.on('error', reject);
      call.end();
    });
  }

  #receive(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n');
      const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (name !== undefined && data !== undefined) {
        this.received.push({ name, data: JSON.parse(data) as Json });
      } else this.comments.push(block);
    }
    this.#woken();
  }

  async next(fits: (message: Json) => boolean = () => true): Promise<Json> {
    for (;;) {
      while (this.#taken < this.received.length) {
        const { data } = this.received[this.#taken++]!;
        if (fits(data)) return data;
      }
      if (this.ended) throw new Error('the stream ended');
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Resolves once this comment came. @throws Error when the stream ends before */
  async comment(text: string): Promise<void> {
    while (!this.comments.includes(text)) {
      if (this.ended) throw new Error('the stream ended');
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Reads no more from the socket. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#call.destroy();
  }

  #woken(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
