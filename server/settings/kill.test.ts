/** kill -9 in the middle of saves leaves the old or the new content. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { openSettings } from './store.ts';

const root = join(import.meta.dirname, '../..');

it('every save that was reported is there after a kill', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sonara-kill-'));
  mkdirSync(join(root, '.cache'), { recursive: true });
  const built = mkdtempSync(join(root, '.cache', 'settings-test-'));
  try {
    const file = join(built, 'store.mjs');
    const bundle = await rolldown({
      input: join(import.meta.dirname, 'store.ts'),
      platform: 'node',
      logLevel: 'silent',
    });
    await bundle.write({ format: 'es', file });
    await bundle.close();
    const source = `
      import { openSettings } from ${JSON.stringify(pathToFileURL(file))};
      const store = openSettings(${JSON.stringify(home)});
      const list = Array.from({ length: 200 }, (_, n) => ({ word: 'w' + n, say: 's'.repeat(150) }));
      for (let n = 0; ; n++) {
        await store.save({ volume: n % 101, pronunciations: list.slice(n % 200) });
        process.stdout.write((n % 101) + '\\n');
      }
    `;
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      const enough = new Promise<void>((resolve) =>
        child.stdout.on('data', (data: Buffer) => {
          output += String(data);
          if (output.length > 20 + round * 17) resolve();
        }),
      );
      const closed = new Promise((resolve) => child.once('close', resolve));
      await enough;
      child.kill('SIGKILL');
      await closed;
      const reported = Number(output.split('\n').at(-2));
      const store = openSettings(home);
      expect(store.problems).toEqual([]);
      expect([reported, (reported + 1) % 101]).toContain(store.saved.volume);
      expect(JSON.parse(readFileSync(store.path, 'utf8'))).toBeTypeOf('object');
    }
  } finally {
    for (const folder of [home, built]) rmSync(folder, { recursive: true, force: true });
  }
});
