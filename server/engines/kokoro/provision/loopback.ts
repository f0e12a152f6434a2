import { BlockList, isIP } from 'node:net';

/** @returns the host without the brackets that URLs put around IPv6 addresses */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

export function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) === 0) return host === 'localhost';
  return isWithin(host, '127.0.0.0/8') || host === '::1';
}

/** @param subnet CIDR notation; anything else contains no address */
export function isWithin(address: string, subnet: string): boolean {
  const [network = '', prefix = ''] = subnet.split('/');
  const family = isIP(network);
  const bits = Number(prefix);
  if (family === 0 || family !== isIP(address) || !/^\d+$/.test(prefix)) return false;
  if (bits > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, type);
  return list.check(address, type);
}

/** Model files travel over https; plain http is for a server on this machine. */
export function mayCarryModels(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}
