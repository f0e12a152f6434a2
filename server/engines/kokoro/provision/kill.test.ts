/** kill -9 in the middle of a download: the next process goes on from there. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from './fixtures/servers.ts';
import { contents, createWorld, model, reaches, sha256, type World } from './fixtures/world.ts';

const root = join(import.meta.dirname, '../../../..');
const { name, bytes } = model.files[0]!;
const half = 400_000;

let world: World;
let built: string;
/** Size of the part after the kill. */
let kept: number;

beforeAll(async () => {
  world = await createWorld();
  mkdirSync(join(root, '.cache'), { recursive: true });
  built = mkdtempSync(join(root, '.cache', 'provision-test-'));
  const file = join(built, 'provisioner.mjs');
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'provisioner.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({ format: 'es', file });
  await bundle.close();

  const some = contents['kokoro-v1.0.onnx'].subarray(0, half);
  world.server.script.push(say(200, { 'content-length': bytes }, some, 'stall'));
  await killedAfter(
    half,
    `
    import { createProvisioner } from ${JSON.stringify(pathToFileURL(file))};
    const provisioner = createProvisioner({
      folder: ${JSON.stringify(world.folder)},
      model: ${JSON.stringify(model)},
      env: { SONARA_MODEL_BASE_URL: ${JSON.stringify(world.server.url)} },
      clock: { now: () => performance.now(), at: (at, due) => {
        const timer = setTimeout(due, at - performance.now());
        return () => clearTimeout(timer);
      } },
      log: () => {},
    });
    provisioner.onState(() => process.stdout.write(provisioner.state().done + '\\n'));
    provisioner.start();
  `,
  );
  kept = statSync(join(world.folder, `${name}.part`)).size;
  await reaches(world.start(), 'ready');
});
afterAll(async () => {
  await world.close();
  rmSync(built, { recursive: true, force: true });
});

/** Runs a program until it printed this line, then kills it. */
async function killedAfter(line: number, source: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += String(data);
    if (output.split('\n').includes(String(line))) child.kill('SIGKILL');
  });
  await closed;
}

test('what was downloaded is still there', () => {
  expect(kept).toBe(half);
});

test('the next process asks for the rest alone', () => {
  expect(world.server.asked[1]).toBe(`GET /${name} bytes=${half}-`);
});

test('both parts are the file', () => {
  expect(sha256(readFileSync(join(world.folder, name)))).toBe(model.files[0]!.sha256);
});
