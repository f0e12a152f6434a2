/** Speech that arrives right when the runtime decides to exit: read to its end, or E_BUSY. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { Runtime, sleep } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const IDLE_MS = 150;
const text = 'Was this heard?';

/** An item's id when it was accepted, else why not. `gone`: there was nobody to connect to any more. */
type Outcome = number | 'busy' | 'gone' | `lost: ${string}`;

async function overHttp(runtime: Runtime): Promise<Outcome> {
  try {
    const { status, body } = await post(runtime.file, '/v1/speak', { text });
    if (status === 200) return body['item_id'] as number;
    return status === 409 && body['error'].code === 'E_BUSY' ? 'busy' : `lost: ${status}`;
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ECONNREFUSED' ? 'gone' : `lost: ${code ?? String(error)}`;
  }
}

async function overTcp(runtime: Runtime): Promise<Outcome> {
  let client;
  try {
    client = await TcpClient.open(runtime.file);
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ECONNREFUSED' ? 'gone' : `lost: ${code ?? String(error)}`;
  }
  let greeted = 'before hello';
  try {
    const hello = { type: 'hello', token: runtime.file.token };
    client.raw(`${JSON.stringify(hello)}\n${JSON.stringify({ type: 'speak', text })}\n`);
    const greeting = await client.reply();
    if (greeting['ok'] !== true) {
      const code = greeting['error'].code as string;
      return code === 'E_BUSY' ? 'busy' : `lost: ${code}`;
    }
    greeted = 'after hello';
    const reply = await client.reply();
    if (reply['ok'] === true) return reply['item_id'] as number;
    return reply['error'].code === 'E_BUSY' ? 'busy' : `lost: ${reply['error'].code}`;
  } catch (error) {
    return `lost: ${greeted}, ${String(error)}`;
  } finally {
    client.close();
  }
}

/**
 * Cut off by the system: connected, but not accepted, in the microseconds before the listening socket
 * closed. No program can answer those; they must be next to none.
 */
const cutOff = ['lost: ECONNRESET', 'lost: before hello, Error: the connection ended'];

/** What was accepted was read to its end, by the log; nothing was lost; the exit was a clean one. */
async function judge(runtime: Runtime, outcomes: Outcome[]): Promise<void> {
  expect(await runtime.exited).toBe(0);
  const lost = outcomes.filter((each) => String(each).startsWith('lost'));
  expect(lost.filter((each) => !cutOff.includes(String(each)))).toEqual([]);
  const log = readFileSync(join(runtime.home, 'logs', 'sonarad.log'), 'utf8');
  for (const id of outcomes.filter((each) => typeof each === 'number'))
    expect(log, `item ${id}`).toContain(`read end item=${id} finished\n`);
}

describe('at the idle exit', () => {
  it(
    proves('exit.race', 'exit.race-http', 'exit.race-tcp'),
    async () => {
      const seen: Outcome[] = [];
      for (let round = 0; round < 30; round++) {
        const runtime = await Runtime.start({ args: ['--idle-exit', String(IDLE_MS / 1000)] });
        // Before, at, and after the decision; each request at a moment of its own.
        // Its countdown began a little before its runtime.json was seen here.
        const moment = IDLE_MS - 45 + round * 2;
        const outcomes = await Promise.all(
          [overHttp, overTcp, overHttp, overTcp].map(async (send, n) => {
            await sleep(moment + n * 2);
            return send(runtime);
          }),
        );
        await judge(runtime, outcomes);
        seen.push(...outcomes);
      }
      // Each of them was aimed at the very moment of the close.
      expect(seen.filter((each) => cutOff.includes(String(each))).length).toBeLessThanOrEqual(2);
      // Some came in time: otherwise nothing was shown.
      expect(seen.some((each) => typeof each === 'number')).toBe(true);
    },
    60_000,
  );

  it.skipIf(process.platform === 'win32')(
    proves('exit.race-backlog'),
    async () => {
      const seen: Outcome[] = [];
      for (let round = 0; round < 10; round++) {
        const runtime = await Runtime.start({ args: ['--idle-exit', String(IDLE_MS / 1000)] });
        // Held still, it accepts nothing; the system takes the connections and the bytes meanwhile.
        runtime.child.kill('SIGSTOP');
        const work = [overHttp, overTcp, overHttp].map((send) => send(runtime));
        // Waking it before, about at, and after the moment of the exit.
        await sleep(IDLE_MS - 60 + round * 20);
        runtime.child.kill('SIGCONT');
        const outcomes = await Promise.all(work);
        expect(outcomes).not.toContain('gone');
        expect(outcomes.filter((each) => cutOff.includes(String(each)))).toEqual([]);
        await judge(runtime, outcomes);
        seen.push(...outcomes);
      }
      expect(seen).toContain('busy');
    },
    60_000,
  );
});
