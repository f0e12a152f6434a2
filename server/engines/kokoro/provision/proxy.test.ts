import { describe, expect, test } from 'vitest';
import { basicCredentials, type Environment, proxyFor } from './proxy.ts';

const chosen = (url: string, env: Environment) => proxyFor(new URL(url), env)?.host ?? null;

test.each<[string, Environment, string | null]>([
  ['https://a.example/', {}, null],
  ['https://a.example/', { HTTPS_PROXY: 'http://p:1' }, 'p:1'],
  ['https://a.example/', { https_proxy: 'http://p:1' }, 'p:1'],
  ['https://a.example/', { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' }, 'low:1'],
  ['https://a.example/', { https_proxy: '', HTTPS_PROXY: 'http://up:1' }, null],
  ['https://a.example/', { HTTP_PROXY: 'http://p:1' }, null],
  ['http://localhost/', { HTTP_PROXY: 'http://p:1' }, 'p:1'],
  ['http://localhost/', { http_proxy: 'http://p:1' }, 'p:1'],
  ['http://localhost/', { HTTPS_PROXY: 'http://p:1' }, null],
  ['https://a.example/', { ALL_PROXY: 'http://p:1' }, 'p:1'],
  ['http://localhost/', { all_proxy: 'http://p:1' }, 'p:1'],
  ['https://a.example/', { ALL_PROXY: 'http://all:1', HTTPS_PROXY: 'http://own:1' }, 'own:1'],
  ['https://a.example/', { ALL_PROXY: 'http://all:1', HTTPS_PROXY: '' }, null],
  ['https://a.example/', { HTTPS_PROXY: 'p.example:3128' }, 'p.example:3128'],
  ['https://a.example/', { HTTPS_PROXY: ' https://p.example ' }, 'p.example'],
  ['https://a.example/', { HTTPS_PROXY: 'http://name:word@p:1' }, 'p:1'],
])('%s with %o', (url, env, proxy) => {
  expect(chosen(url, env)).toBe(proxy);
});

describe('NO_PROXY', () => {
  const through = (url: string, list: string) =>
    chosen(url, { ALL_PROXY: 'http://p:1', NO_PROXY: list }) !== null;

  test.each([
    ['https://a.example/', '*'],
    ['https://a.example/', 'a.example'],
    ['https://a.example/', 'A.Example'],
    ['https://a.example/', 'b.example, a.example'],
    ['https://a.example/', 'b.example a.example'],
    ['https://a.example/', 'example'],
    ['https://a.example/', '.example'],
    ['https://a.example/', '*.example'],
    ['https://a.example/', 'a.example:443'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://127.0.0.1:8080/', '127.0.0.0/8'],
    ['http://localhost:8080/', 'localhost'],
    ['http://[::1]:8080/', '::1'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://[::1]:8080/', '::/64'],
  ])('%s is direct with %s', (url, list) => {
    expect(through(url, list)).toBe(false);
  });

  test.each([
    ['https://a.example/', ''],
    ['https://a.example/', 'b.example'],
    ['https://a.example/', 'a.exam'],
    ['https://ba.example/', 'a.example'],
    ['https://a.example/', 'a.example:80'],
    ['http://127.0.0.1:8080/', '127.0.0.0/x'],
    ['http://127.0.0.1:8080/', '127.0.0.0/99'],
    ['http://127.0.0.1:8080/', '10.0.0.0/8'],
    ['http://127.0.0.1:8080/', 'localhost'],
    ['http://127.0.0.1:8080/', '::/0'],
  ])('%s is not direct with %s', (url, list) => {
    expect(through(url, list)).toBe(true);
  });

  test('the lower-case name comes first', () => {
    const env = { ALL_PROXY: 'http://p:1', NO_PROXY: '*', no_proxy: 'b.example' };
    expect(chosen('https://a.example/', env)).toBe('p:1');
  });
});

describe('a value that cannot be used', () => {
  test('another kind of proxy is refused', () => {
    expect(() => chosen('https://a.example/', { ALL_PROXY: 'socks5://p:1' })).toThrow(
      'ALL_PROXY names a proxy of another kind than http or https',
    );
  });

  test('a value that is no URL is not quoted', () => {
    expect(() => chosen('https://a.example/', { HTTPS_PROXY: 'http://n:secret@p:x' })).toThrow(
      /^HTTPS_PROXY is not the URL of a proxy$/,
    );
  });

  test('a host that needs no proxy does not mind', () => {
    expect(chosen('https://a.example/', { ALL_PROXY: 'socks5://p:1', NO_PROXY: '*' })).toBeNull();
  });
});

describe('credentials', () => {
  const header = (url: string) => basicCredentials(new URL(url));
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

  test.each([
    ['http://name:word@p/', basic('name:word')],
    ['http://name@p/', basic('name:')],
    ['http://na%40me:w%3Ard@p/', basic('na@me:w:rd')],
    ['http://name:50%@p/', basic('name:50%')],
    ['http://p/', undefined],
  ])('of %s', (url, value) => {
    expect(header(url)).toBe(value);
  });
});
