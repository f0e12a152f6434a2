import { describe, expect, test } from 'vitest';
import { formatTable, judge } from './bench-table.mjs';
import { run } from './children.mjs';
import { packagesInstalled, sameTree } from './packages.mjs';
import { checkNode, root } from './prepare.mjs';
import { welcome } from './welcome.mjs';

describe('packages', () => {
  const koa = { version: '3.0.0', integrity: 'sha512-a' };

  test('this checkout has what its lock file says', () => {
    expect(packagesInstalled(root)).toBe(true);
    expect(packagesInstalled('/nowhere')).toBe(false);
  });

  test('a missing, another or a left-over package asks for an installation', () => {
    const wanted = { '': {}, 'node_modules/koa': koa };
    expect(sameTree(wanted, { 'node_modules/koa': koa })).toBe(true);
    expect(sameTree(wanted, {})).toBe(false);
    expect(sameTree(wanted, { 'node_modules/koa': { ...koa, version: '3.0.1' } })).toBe(false);
    expect(sameTree(wanted, { 'node_modules/koa': { ...koa, integrity: 'sha512-b' } })).toBe(false);
    expect(sameTree(wanted, { 'node_modules/koa': koa, 'node_modules/old': koa })).toBe(false);
  });

  test("other platforms' optional packages may lack", () => {
    expect(sameTree({ '': {}, 'node_modules/win': { ...koa, optional: true } }, {})).toBe(true);
  });
});

describe('checkNode', () => {
  test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s will do', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });
  test.each(['20.18.1', '18.20.0'])('%s is too old, in words', (version) => {
    expect(() => checkNode(version)).toThrow(`needs Node.js 20.19 or newer; this is ${version}`);
  });
});

describe('bench table', () => {
  test('judges values, ratios and breaks', () => {
    const rows = judge([
      { name: 'node -e 0', value: 40, unit: 'ms' },
      { name: 'start', value: 200, unit: 'ms', target: 8, ratioTo: 'node -e 0' },
      { name: 'slow start', value: 400, unit: 'ms', target: 8, ratioTo: 'node -e 0' },
      { name: 'first sample', value: 119, unit: 'ms', target: 120 },
      { name: 'lost', value: 1, unit: 'ms', target: 8, ratioTo: 'nobody' },
      { name: 'broken.bench.ts', broken: 'Error: no' },
    ]);
    expect(rows.map((row) => row.verdict)).toEqual(['', 'ok', 'MISSED', 'ok', 'MISSED', 'MISSED']);
    expect(formatTable(rows)[2]).toMatch(/^start +200 ms \(5 x\) +8 x node -e 0 +ok$/);
  });
});

describe('run', () => {
  test('gives code and output, and ends what takes too long', async () => {
    const node = (script, options) => run(process.execPath, ['-e', script], options);
    expect(await node('console.log(1); process.exit(4)')).toMatchObject({ code: 4, output: '1\n' });
    expect((await node('setInterval(() => {}, 1e6)', { timeoutMs: 300 })).timedOut).toBe(true);
    expect((await run('no-such-program', [])).code).toBe(127);
  });
});

describe('welcome', () => {
  const runtime = { pid: 7, version: '1.2.3', port: 5, http_port: 6, token: 'secret' };

  test('names ports, home and the next steps, and never the token', () => {
    const text = welcome(runtime, "/home/o'neil/s", false, 'linux').join('\n');
    for (const part of [
      '127.0.0.1:5',
      '127.0.0.1:6',
      'npx sonara say',
      "'/home/o'\\''neil/s/runtime.json'",
      "--home '/home/o'\\''neil/s'",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('secret');
    expect(welcome(runtime, '/h', true, 'linux').join('\n')).not.toContain('--home');
    expect(welcome(runtime, 'C:\\s', true, 'win32').join('\n')).toContain('Invoke-RestMethod');
  });
});
