/** A socket ready for an HTTP request to a URL: direct or through a proxy, with TLS where the URL says so. */
import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { onAbort } from './abort.ts';
import { hostOf, portOf } from './loopback.ts';
import { basicCredentials } from './proxy.ts';
import { codeOf, ProvisionError } from './provision-error.ts';

export interface SocketOptions {
  signal: AbortSignal;
  proxy: URL | null;
  /** Certificates to trust instead of the usual ones, PEM. */
  ca?: string;
}

/**
 * The socket belongs to the caller; when opening fails or `signal` aborts it is destroyed.
 * @throws ProvisionError; the signal's reason when aborted
 */
export async function openSocket(url: URL, { signal, proxy, ca }: SocketOptions): Promise<Socket> {
  const first = proxy ?? url;
  let socket = connect({ host: hostOf(first), port: portOf(first) });
  let peer = proxy ? `the proxy ${proxy.host}` : url.host;
  try {
    await happens(socket, 'connect', signal);
    if (proxy?.protocol === 'https:') socket = await secured(socket, proxy, signal, ca);
    if (url.protocol !== 'https:') return socket;
    if (proxy) await tunnel(socket, url, proxy, signal);
    peer = url.host;
    return await secured(socket, url, signal, ca);
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    if (error instanceof ProvisionError) throw error;
    throw new ProvisionError(`${peer} cannot be reached (${codeOf(error)})`, { cause: error });
  }
}

async function secured(
  socket: Socket,
  url: URL,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<Socket> {
  const host = hostOf(url);
  // An address is no server name, but the certificate must be for it all the same.
  const servername = isIP(host) === 0 ? host : '';
  const secure = connectTls({ socket, host, servername, ca, ALPNProtocols: ['http/1.1'] });
  await happens(secure, 'secureConnect', signal);
  return secure;
}

/** Asks the proxy at the other end of `socket` to pass bytes on to the URL's host. */
async function tunnel(socket: Socket, url: URL, proxy: URL, signal: AbortSignal): Promise<void> {
  const authority = `${url.hostname}:${portOf(url)}`;
  const credentials = basicCredentials(proxy);
  const asked = request({
    method: 'CONNECT',
    createConnection: () => socket,
    path: authority,
    headers: {
      host: authority,
      ...(credentials && { 'proxy-authorization': credentials }),
    },
  });
  const release = onAbort(signal, (reason) => asked.destroy(reason));
  const status = await new Promise<number>((resolve, reject) => {
    asked.once('connect', ({ statusCode = 0 }) => resolve(statusCode));
    asked.on('error', reject);
    asked.end();
  }).finally(release);
  if (status >= 200 && status < 300) return;
  throw new ProvisionError(proxyRefusal(proxy, status, credentials !== undefined));
}

/** @param status the proxy's own answer */
export function proxyRefusal(proxy: URL, status: number, known: boolean): string {
  if (status !== 407) return `the proxy ${proxy.host} refused the connection (${status})`;
  return known
    ? `the proxy ${proxy.host} refused the name and password`
    : `the proxy ${proxy.host} asks for a name and password`;
}

async function happens(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  const release = onAbort(signal, (reason) => socket.destroy(reason));
  await new Promise<void>((resolve, reject) => {
    socket.once(event, () => resolve());
    // Stays: an error between this step and the next one has no other listener.
    socket.on('error', reject);
  }).finally(release);
}
