import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forkModule, startProgram } from './process.ts';

const node = process.execPath;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-process-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream) text += String(piece);
  return text;
}

/** Resolves once no process has this id; a zombie that init has yet to take counts as gone. */
async function gone(pid: number): Promise<void> {
  const { readFileSync } = await import('node:fs');
  for (;;) {
    try {
      process.kill(pid, 0);
      if (process.platform === 'linux') {
        const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!;
        if (state.startsWith('Z')) return;
      }
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a program', () => {
  test('gets its input, gives its output and its end', async () => {
    const script =
      'process.stdin.pipe(process.stdout); process.stderr.write("hm"); process.exitCode = 3';
    const program = startProgram(node, ['-e', script]);
    program.stdin.end('hello');
    expect(await read(program.stdout)).toBe('hello');
    expect(await program.ended).toEqual({ code: 3, signal: null, stderr: 'hm' });
    program.kill();
  });

  test('that is not there rejects', async () => {
    const program = startProgram(join(folder, 'nothing'), []);
    program.stdin.end('x');
    await expect(program.ended).rejects.toThrow('ENOENT');
    program.kill();
  });

  test('that hangs up early is no error', async () => {
    const program = startProgram(node, ['-e', 'process.exit(0)']);
    program.stdin.end('x'.repeat(1_000_000));
    expect(await program.ended).toMatchObject({ code: 0 });
  });

  test('is ended by the signal, with what it started', async () => {
    const abort = new AbortController();
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const program = startProgram(node, ['-e', script], { signal: abort.signal });
    const grandchild = await new Promise<number>((resolve) => {
      program.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    });
    abort.abort();
    await program.ended;
    await gone(grandchild);
  });

  test('is ended at once when the signal was aborted before', async () => {
    const program = startProgram(node, ['-e', 'setInterval(() => {}, 1000)'], {
      signal: AbortSignal.abort(),
    });
    expect((await program.ended).code).not.toBe(0);
  });
});

describe('a forked module', () => {
  const fork = (name: string, source: string, args: string[] = []) => {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(file, source);
    return forkModule(file, args);
  };

  test('talks in structured clones', async () => {
    const child = fork('echo', 'process.on("message", (m) => process.send([m, process.argv[2]]))', [
      'arg',
    ]);
    const answer = new Promise((resolve) => child.onMessage(resolve));
    child.send({ pcm: Int16Array.from([1, 2]) });
    expect(await answer).toEqual([{ pcm: Int16Array.from([1, 2]) }, 'arg']);
    const exit = new Promise((resolve) => child.onExit(resolve));
    child.kill();
    expect(await exit).toContain('SIGKILL');
    child.send('too late');
  });

  test('that ends by itself says how', async () => {
    const child = fork('end', 'process.exit(4)');
    expect(await new Promise((resolve) => child.onExit(resolve))).toBe('exit 4');
  });

  test('is told when its parent has gone', async () => {
    const inner = join(folder, 'inner.cjs');
    writeFileSync(
      inner,
      'process.on("disconnect", () => process.exit()); process.on("message", () => {}); setInterval(() => {}, 1000);',
    );
    // Started as forkModule does it, by a process that is then killed hard.
    const outer = `
      const child = require('node:child_process').fork(${JSON.stringify(inner)}, { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const program = startProgram(node, ['-e', outer]);
    const pid = await new Promise<number>((resolve) => {
      program.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    });
    program.kill();
    await gone(pid);
  });
});
