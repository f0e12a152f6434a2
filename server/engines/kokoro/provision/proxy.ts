/** The proxy that the usual environment variables name for a URL. */
import { hostOf, isWithin, portOf } from './loopback.ts';
import { ProvisionError } from './provision-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * HTTPS_PROXY or HTTP_PROXY by the URL's scheme, else ALL_PROXY, unless NO_PROXY names the host. The
 * lower-case name comes first; a variable that is set to nothing means no proxy.
 * @throws ProvisionError when the value is no URL of an http or https proxy
 */
export function proxyFor(url: URL, env: Environment): URL | null {
  const byScheme = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const name = [byScheme, 'ALL_PROXY'].find((each) => variable(env, each) !== undefined);
  const value = name && variable(env, name)?.trim();
  if (!name || !value || isExempt(url, variable(env, 'NO_PROXY') ?? '')) return null;
  return proxyUrl(name, value);
}

/** The header value for the proxy's name and password, or undefined when its URL has none. */
export function basicCredentials(url: URL): string | undefined {
  if (!url.username && !url.password) return undefined;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function variable(env: Environment, name: string): string | undefined {
  return env[name.toLowerCase()] ?? env[name];
}

// The value may hold a password: no message quotes it.
function proxyUrl(name: string, value: string): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ProvisionError(`${name} is not the URL of a proxy`);
  }
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new ProvisionError(`${name} names a proxy of another kind than http or https`);
}

/** Entries: `*`, a host, `.host` or `*.host` (subdomains as well), an address, a subnet; each may end in `:port`. */
function isExempt(url: URL, list: string): boolean {
  const host = hostOf(url);
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const { name, port } = entryParts(entry);
      if (port !== null && port !== portOf(url)) return false;
      return name === '*' || name === host || host.endsWith(`.${name}`) || isWithin(host, name);
    });
}

function entryParts(entry: string): { name: string; port: number | null } {
  const bracketed = /^\[(.*)\](?::(\d+))?$/.exec(entry);
  const plain = /^([^:]*)(?::(\d+))?$/.exec(entry);
  const [, name = entry, port] = bracketed ?? plain ?? [];
  return { name: name.replace(/^\*?\./, ''), port: port === undefined ? null : Number(port) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
