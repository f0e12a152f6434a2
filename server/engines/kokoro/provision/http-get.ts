/** GET over HTTP/1.1 with the proxy of the environment, redirects, and time limits on an injected clock. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../runtime/clock.ts';
import { onAbort } from './abort.ts';
import { within } from './deadline.ts';
import { mayCarryModels } from './loopback.ts';
import { openSocket, proxyRefusal } from './open-socket.ts';
import { basicCredentials, type Environment, proxyFor } from './proxy.ts';
import { codeOf, ProvisionError } from './provision-error.ts';

const CONNECT_MS = 15_000;
const HEADERS_MS = 30_000;
/** The longest wait for the next byte of a body. */
const STALL_MS = 30_000;
const REDIRECTS = 5;

export interface HttpAnswer {
  /** Who answered at the end of all redirects, for messages. */
  host: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** To be read once, or discarded. @throws ProvisionError when it breaks off or stalls */
  body: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** @throws ProvisionError when no answer comes; the signal's reason when aborted, also from the body */
export type HttpGet = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<HttpAnswer>;

export interface HttpOptions {
  clock: Clock;
  env: Environment;
  /** Certificates to trust instead of the usual ones, PEM. */
  ca?: string;
}

export function createHttpGet(options: HttpOptions): HttpGet {
  return async (start, headers, signal) => {
    let url = start;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      // The name and password of a mirror are for that mirror alone.
      const credentials = url.origin === start.origin ? basicCredentials(start) : undefined;
      const authorization = credentials && { authorization: credentials };
      const answer = await ask(url, { ...headers, ...authorization }, signal, options);
      const location = isRedirect(answer.status) && answer.headers.location;
      if (!location) return answer;
      answer.discard();
      url = redirected(url, location);
    }
    throw new ProvisionError(`${start.host} redirects more than ${REDIRECTS} times`);
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  // A server elsewhere must not send us to plain http on this machine.
  const downgrade = from.protocol === 'https:' && to?.protocol === 'http:';
  if (to && mayCarryModels(to) && !downgrade) return to;
  throw new ProvisionError(`${from.host} redirects to an address that is not https`);
}

async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { clock, env, ca }: HttpOptions,
): Promise<HttpAnswer> {
  const proxy = proxyFor(url, env);
  const late = `${proxy ? `the proxy ${proxy.host}` : url.host} did not take the connection in 15 s`;
  const socket = await within({ clock, ms: CONNECT_MS, late, signal }, (signal) =>
    openSocket(url, { signal, proxy, ca }),
  );
  const silent = `${url.host} did not answer in 30 s`;
  const response = await within({ clock, ms: HEADERS_MS, late: silent, signal }, (signal) =>
    respond(url, headers, { socket, proxy, signal }),
  );
  const status = response.statusCode ?? 0;
  if (proxy && status === 407) {
    response.destroy();
    throw new ProvisionError(proxyRefusal(proxy, status, basicCredentials(proxy) !== undefined));
  }
  return {
    host: url.host,
    status,
    headers: response.headers,
    body: bodyOf(response, { clock, host: url.host, signal }),
    discard: () => response.destroy(),
  };
}

async function respond(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { socket, proxy, signal }: { socket: Socket; proxy: URL | null; signal: AbortSignal },
): Promise<IncomingMessage> {
  const path = `${url.pathname}${url.search}`;
  // A proxy forwards plain http itself, given the whole address; of https it sees only the tunnel.
  const forwarding = url.protocol === 'http:' ? proxy : null;
  const credentials = forwarding && basicCredentials(forwarding);
  const sent = request({
    createConnection: () => socket,
    path: forwarding ? `http://${url.host}${path}` : path,
    headers: {
      host: url.host,
      'user-agent': 'sonara',
      'accept-encoding': 'identity',
      ...headers,
      ...(credentials && { 'proxy-authorization': credentials }),
    },
  });
  const release = onAbort(signal, (reason) => sent.destroy(reason));
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end();
    });
  } catch (error) {
    signal.throwIfAborted();
    const message = `${url.host} closed the connection without an answer (${codeOf(error)})`;
    throw new ProvisionError(message, { cause: error });
  } finally {
    release();
  }
}

async function* bodyOf(
  response: IncomingMessage,
  { clock, host, signal }: { clock: Clock; host: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const release = onAbort(signal, (reason) => response.destroy(reason));
  const stall = () =>
    response.destroy(new ProvisionError(`${host} sent nothing for ${STALL_MS / 1000} s`));
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const disarm = clock.at(clock.now() + STALL_MS, stall);
      const next = await chunks.next().finally(disarm);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProvisionError) throw error;
    throw new ProvisionError(`the connection to ${host} broke off (${codeOf(error)})`, {
      cause: error,
    });
  } finally {
    release();
    response.destroy();
  }
}
