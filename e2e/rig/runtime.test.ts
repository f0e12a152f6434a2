import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRuntime } from './runtime.ts';

test('a runtime of our own: both transports, events, and nothing left behind', async () => {
  const runtime = await startRuntime({
    args: ['--engine', 'fake', '--output', 'null'],
    prepare: (home) => writeFile(join(home, 'note'), ''),
  });
  try {
    expect(existsSync(join(runtime.home, 'note'))).toBe(true);
    const client = await runtime.tcp(['items']);
    const { status, body } = await runtime.post('speak', { text: 'One.' });
    expect(status).toBe(200);
    expect(await client.itemEnd(body.item_id)).toMatchObject({ phase: 'finished' });
    const reply = await client.request({ type: 'get', key: 'volume' });
    expect(reply.ok).toBe(true);
  } finally {
    expect(await runtime.stop()).toEqual({ code: 0, signal: null });
  }
  expect(existsSync(runtime.home)).toBe(false);
});
