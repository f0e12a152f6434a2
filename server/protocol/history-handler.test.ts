import { describe, expect, it } from 'vitest';
import type { HistoryReply } from '../../shared/protocol/events.ts';
import { type History, historyHandlers } from './history-handler.ts';
import type { JsonObject } from './parse.ts';

const reply: HistoryReply = { entries: [], more: 0 };

function asked(body: JsonObject) {
  const calls: Parameters<History['find']>[] = [];
  const find: History['find'] = async (...call) => (calls.push(call), reply);
  const { history } = historyHandlers({ find }, () => 10_000_000);
  return { answer: history!(body, { transport: 'http', subscribe: null }), calls };
}
const query = async (body: JsonObject) => {
  const { answer, calls } = asked(body);
  await answer;
  return calls[0];
};
const refused = (body: JsonObject) =>
  Promise.resolve()
    .then(() => asked(body).answer)
    .catch((error: { code: string; message: string }) => `${error.code} ${error.message}`);

describe('history', () => {
  it('answers what is kept', async () => {
    expect(await asked({}).answer).toEqual({ ok: true, ...reply });
  });

  it('asks for the newest 50 unless told otherwise', async () => {
    const usual = { channel: null, since: null, limit: 50, missed: false };
    expect(await query({})).toEqual([usual, { seen: false }]);
    expect(await query({ channel: null, since: null, limit: null })).toEqual([
      usual,
      { seen: false },
    ]);
  });

  it('takes a number of seconds ago, and a time', async () => {
    expect((await query({ since: 60 }))![0].since).toBe(9_940_000);
    expect((await query({ since: '1970-01-01T00:00:05Z' }))![0].since).toBe(5_000);
    expect((await query({ since: '1970-01-01T01:00:05+01:00' }))![0].since).toBe(5_000);
  });

  it('marks what is told as seen', async () => {
    const call = await query({ missed: true, seen: true, limit: 500 });
    expect(call).toEqual([
      { channel: null, since: null, limit: 500, missed: true },
      { seen: true },
    ]);
  });

  it.each<[JsonObject, RegExp]>([
    [{ limit: 0 }, /'limit' must be a whole number from 1 to 500/],
    [{ limit: 501 }, /'limit'/],
    [{ limit: 1.5 }, /'limit'/],
    [{ since: 'yesterday' }, /'since' must be a time/],
    [{ since: '2026-10-03T10:59:14' }, /'since' must be a time/],
    [{ since: -1 }, /'since' must be a time/],
    [{ since: true }, /'since' must be a time/],
    [{ channel: 5 }, /'channel'/],
    [{ missed: 'yes' }, /'missed' must be true or false/],
    [{ seen: true }, /'seen' goes with missed/],
    [{ seen: true, missed: true, channel: 'c' }, /'seen' goes with missed/],
    [{ seen: true, missed: true, since: 5 }, /'seen' goes with missed/],
  ])('%j is refused', async (body, says) => {
    expect(await refused(body)).toMatch(/^E_BAD_REQUEST /);
    expect(await refused(body)).toMatch(says);
  });
});
