/** Real processes writing one log at the same time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let home: string;
/** The built modules lie inside the checkout, so that they find its packages. */
let built: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sonara-log-processes-'));
  mkdirSync(join(root, '.cache'), { recursive: true });
  built = mkdtempSync(join(root, '.cache', 'log-test-'));
  for (const name of ['log/log-folder', 'platform/file-lock']) {
    const bundle = await rolldown({
      input: join(root, 'server', `${name}.ts`),
      platform: 'node',
      external: ['koffi'],
      logLevel: 'silent',
    });
    await bundle.write({ format: 'es', file: join(built, `${name.split('/')[1]}.mjs`) });
    await bundle.close();
  }
});
afterAll(() => {
  for (const folder of [home, built]) rmSync(folder, { recursive: true, force: true });
});

/** Writes `lines` numbered lines in uneven bursts, then says how many it lost. */
const writer = (id: number, folder: string, lines: number, limits: object) => `
  import { openLogFolder } from ${JSON.stringify(pathToFileURL(join(built, 'log-folder.mjs')))};
  import { fileLock } from ${JSON.stringify(pathToFileURL(join(built, 'file-lock.mjs')))};
  const logs = openLogFolder({ home: ${JSON.stringify(folder)}, lock: fileLock, limits: ${JSON.stringify(limits)} });
  const stream = logs.stream('sonarad');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  for (let n = 0; n < ${lines}; n++) {
    stream.line(\`w${id} n\${n} \${'x'.repeat((n * 7 + ${id}) % 120)} end\`);
    if (n % (1 + (n % 13)) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  logs.close();
  process.stdout.write(String(logs.lost));
  process.exit(0);
`;

function start(source: string): { child: ChildProcess; output: Promise<string> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout!.on('data', (data: Buffer) => (text += String(data)));
  const output = new Promise<string>((resolve) => child.on('close', () => resolve(text)));
  return { child, output };
}

function linesOf(folder: string): string[] {
  const logs = join(folder, 'logs');
  return readdirSync(logs)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => {
      const text = readFileSync(join(logs, name), 'utf8');
      expect(text.endsWith('\n')).toBe(true);
      return text.split('\n').slice(0, -1);
    });
}

const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z w(\d) n(\d+) (x*) end$/;

it('four writers tear, lose and double no line across many rotations', async () => {
  const limits = { rotateAt: 20_000, folder: 10_000_000, waitMs: 10_000 };
  const count = 2000;
  const writers = [0, 1, 2, 3].map((id) => start(writer(id, home, count, limits)));
  for (const { child } of writers) child.stdin!.write('go\n');
  expect(await Promise.all(writers.map(({ output }) => output))).toEqual(['0', '0', '0', '0']);

  const seen = new Set<string>();
  for (const line of linesOf(home)) {
    const match = whole.exec(line);
    expect(match, line).not.toBeNull();
    const [, id, n, filler] = match!;
    expect(filler!.length).toBe((Number(n) * 7 + Number(id)) % 120);
    expect(seen.has(`${id} ${n}`), `doubled: ${line}`).toBe(false);
    seen.add(`${id} ${n}`);
  }
  expect(seen.size).toBe(4 * count);
  expect(readdirSync(join(home, 'logs')).length).toBeGreaterThan(20);
});

it('with the documented 50 ms and a small budget every line is whole and there once', async () => {
  const folder = join(home, 'documented');
  const limits = { rotateAt: 20_000, folder: 300_000 };
  const writers = [0, 1, 2, 3].map((id) => start(writer(id, folder, 2000, limits)));
  for (const { child } of writers) child.stdin!.write('go\n');
  await Promise.all(writers.map(({ output }) => output));
  const lines = linesOf(folder);
  for (const line of lines) expect(line).toMatch(whole);
  expect(new Set(lines).size).toBe(lines.length);
  const bytes = readdirSync(join(folder, 'logs')).map(
    (name) => statSync(join(folder, 'logs', name)).size,
  );
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300_000);
});

it('a writer killed in the middle leaves the lock free and no torn line behind its own', async () => {
  const folder = join(home, 'killed');
  const endless = start(writer(0, folder, 10_000_000, {}));
  endless.child.stdin!.write('go\n');
  const logFile = join(folder, 'logs', 'sonarad.log');
  const size = () => statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  await expect.poll(size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(50_000);
  endless.child.kill('SIGKILL');
  await endless.output;
  const next = start(writer(1, folder, 10, {}));
  next.child.stdin!.write('go\n');
  expect(await next.output).toBe('0');
  expect(linesOf(folder).filter((line) => line.includes(' w1 ')).length).toBe(10);
});
