/** A system clock that jumps, as after a sleep or a correction: what waits is not fooled. All at once. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventStream, post } from '../harness/http-client.ts';
import { isScript } from '../harness/runtime.ts';
import { DAY, startShifted } from '../harness/shifted-clock.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const seconds = (since: number) => (performance.now() - since) / 1000;

/** Windows has no signal for it; a program that is no script cannot be lied to about the time. */
const canShift = isScript && process.platform !== 'win32';

describe.skipIf(!canShift)('a clock that jumps', { concurrent: true }, () => {
  for (const jumped of [2 * DAY, -2 * DAY]) {
    const how = jumped > 0 ? 'forward' : 'backward';
    it(`${proves('clock.idle')}: ${how}`, async () => {
      const { runtime, jump } = await startShifted(['--idle-exit', '1.5'], { jump: jumped });
      const client = await TcpClient.greet(runtime.file);
      await jump();
      client.close();
      const began = performance.now();
      await jump();
      expect(await runtime.exited).toBe(0);
      expect(seconds(began)).toBeGreaterThan(1.2);
      expect(seconds(began)).toBeLessThan(5);
    });

    it(`${proves('clock.waits')}: ${how}`, async () => {
      const { runtime, jump } = await startShifted(['--standalone'], { jump: jumped });
      const began = performance.now();
      const client = await TcpClient.open(runtime.file);
      const socket = connect({ host: '127.0.0.1', port: runtime.file.http_port });
      socket.on('error', () => {});
      socket.resume();
      socket.write('POST /v1/get HTTP/1.1\r\nHost: ');
      const headers = once(socket, 'close').then(() => seconds(began));
      const hello = client.closed().then(() => seconds(began));
      await jump();
      for (const took of await Promise.all([headers, hello])) {
        expect(took).toBeGreaterThan(4);
        expect(took).toBeLessThan(9);
      }
      await runtime.stop();
    });

    it(`${proves('clock.ping')}: ${how}`, async () => {
      const { runtime, jump } = await startShifted(['--standalone'], { jump: jumped });
      const began = performance.now();
      const stream = (await EventStream.open(runtime.file, '?events=items')) as EventStream;
      await jump();
      await stream.comment(': ping');
      expect(seconds(began)).toBeGreaterThan(12);
      expect(seconds(began)).toBeLessThan(18);
      stream.close();
      await runtime.stop();
    }, 40_000);

    it(`${proves('clock.refusals')}: ${how}`, async () => {
      const { runtime, jump } = await startShifted(['--standalone'], { jump: jumped });
      for (let n = 0; n < 3; n++) {
        await post(runtime.file, '/v1/voices', {}, { token: null });
        await jump();
      }
      await runtime.stop({ keepHome: true });
      const log = readFileSync(join(runtime.home, 'logs', 'sonarad.log'), 'utf8');
      expect(log.split('\n').filter((line) => line.includes('E_AUTH'))).toHaveLength(1);
    });

    it(`${proves('clock.told', 'log.time', 'file.started-at')}: ${how}`, async () => {
      const { runtime, jump } = await startShifted(['--standalone'], { shift: DAY, jump: jumped });
      const before = Date.now();
      await post(runtime.file, '/v1/speak', { text: '...', label: 'before' });
      await jump();
      await post(runtime.file, '/v1/speak', { text: '...', label: 'after' });
      await runtime.stop({ keepHome: true });
      const log = readFileSync(join(runtime.home, 'logs', 'sonarad.log'), 'utf8').split('\n');
      const timeOf = (label: string) =>
        Date.parse(log.find((line) => line.includes(`"label":"${label}"`))!.slice(0, 24));
      const about = (time: number) => Math.abs(time - before) < 60_000;
      expect(about(Date.parse(String(runtime.file['started_at'])) - DAY)).toBe(true);
      expect(about(timeOf('before') - DAY)).toBe(true);
      expect(about(timeOf('after') - DAY - jumped)).toBe(true);
    });
  }
});
