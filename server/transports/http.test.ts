import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listenHttp } from './http.ts';
import type { HttpAnswer, HttpHandler } from './port.ts';

it('carries out the requests of a connection in their order, one after the other', async () => {
  const begun: string[] = [];
  let finish!: (answer: HttpAnswer) => void;
  const handler: HttpHandler = {
    authorized: () => true,
    refuse: (code) => ({ status: 400, json: `"${code}"` }),
    request(type) {
      begun.push(type);
      if (type !== 'slow') return Promise.resolve({ status: 200, json: `"${type}"` });
      return new Promise((resolve) => (finish = resolve));
    },
    events: () => ({ refused: { status: 400, json: '""' } }),
  };
  const http = await listenHttp(handler);
  const ask = (type: string) =>
    `POST /v1/${type} HTTP/1.1\r\nHost: 127.0.0.1:${http.port}\r\nContent-Length: 2\r\n\r\n{}`;
  const open = () => connect({ host: '127.0.0.1', port: http.port }).setEncoding('utf8');

  const first = open();
  first.write(`${ask('slow')}${ask('next')}`);
  // An answer on another connection: whatever this one could begin has begun.
  const other = open();
  other.write(ask('other'));
  await once(other, 'data');
  expect(begun).toEqual(['slow', 'other']);

  finish({ status: 200, json: '"slow"' });
  let text = '';
  for (; !text.includes('"next"'); text += String(...(await once(first, 'data'))));
  expect(begun).toEqual(['slow', 'other', 'next']);
  expect(text.indexOf('"slow"')).toBeGreaterThan(0);
  expect(text.indexOf('"slow"')).toBeLessThan(text.indexOf('"next"'));
  first.destroy();
  other.destroy();
  await http.close();
});
