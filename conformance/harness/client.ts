/** One face for both transports, so that a case is written once and run over each. */
import { EventStream, post } from './http-client.ts';
import type { RuntimeFile } from './runtime.ts';
import { type Json, TcpClient } from './tcp-client.ts';

export interface Client {
  readonly transport: 'tcp' | 'http';
  request(type: string, fields?: Json): Promise<Json>;
  /**
   * Sends a body as it is: the whole JSON text of the request without its type.
   * @returns the reply's text as it came
   */
  rawRequest(type: string, json: string): Promise<string>;
  /** Every event from here on; the streams are subscribed first. */
  subscribe(streams: string[]): Promise<void>;
  next(fits?: (message: Json) => boolean): Promise<Json>;
  /** Events received so far. */
  events(): Json[];
  close(): void;
}

export const transports = ['tcp', 'http'] as const;

export async function open(transport: 'tcp' | 'http', file: RuntimeFile): Promise<Client> {
  return transport === 'tcp' ? openTcp(file) : openHttp(file);
}

async function openTcp(file: RuntimeFile): Promise<Client> {
  const tcp = await TcpClient.greet(file);
  return {
    transport: 'tcp',
    request: (type, fields) => tcp.request(type, fields),
    async rawRequest(type, json) {
      let text = '';
      const take = (more: string) => (text += more);
      tcp.socket.on('data', take);
      const rest = json.trim().slice(1, -1);
      tcp.raw(`{"type":${JSON.stringify(type)}${rest.trim() ? `,${rest}` : ''}}\n`);
      await tcp.reply();
      tcp.socket.off('data', take);
      return text;
    },
    async subscribe(streams) {
      await tcp.request('subscribe', { events: streams });
    },
    next: (fits) => tcp.event(fits),
    events: () => tcp.received.filter((message) => 'event' in message),
    close: () => tcp.close(),
  };
}

async function openHttp(file: RuntimeFile): Promise<Client> {
  let stream: EventStream | null = null;
  return {
    transport: 'http',
    request: async (type, fields = {}) => (await post(file, `/v1/${type}`, fields)).body,
    rawRequest: async (type, json) => (await post(file, `/v1/${type}`, json)).text,
    async subscribe(streams) {
      stream = (await EventStream.open(file, `?events=${streams.join(',')}`)) as EventStream;
    },
    next: (fits) => stream!.next(fits),
    events: () => stream?.received.map(({ data }) => data) ?? [],
    close: () => stream?.close(),
  };
}
