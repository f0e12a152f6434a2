/** What the documents tell clients to do works: their blocks of ts, python and sh are run as they stand. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Runtime, startRuntime } from './rig/runtime.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = ['README.md', 'docs/protocol.md', 'docs/client.md'];

interface Block {
  name: string;
  language: 'ts' | 'python' | 'sh';
  code: string;
}

const blocks = documents
  .flatMap((document) => blocksOf(document, readFileSync(join(root, document), 'utf8')))
  // The set-up of the project itself has tests of its own.
  .filter(({ code }) => !/^npm /m.test(code));

function blocksOf(document: string, text: string): Block[] {
  let variables = '';
  return [...text.matchAll(/^```(ts|python|sh)\n(.*?)^```$/gms)].map(([, tag, code], index) => {
    const language = tag as Block['language'];
    const name = `${document}, block ${index + 1} (${language}): ${code!.trim().split('\n')[0]}`;
    if (language !== 'sh') return { name, language, code: code! };
    // A reader stays in the shell: what an earlier block has set is there.
    const block = { name, language, code: variables + code! };
    variables += (code!.match(/^[A-Z_]+=.*\n/gm) ?? []).join('');
    return block;
  });
}

function works(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
const python = ['python3', 'python'].find((name) => works(name, '-c', 'import json, socket'));
const has = { ts: true, python: python !== undefined, sh: works('curl', '--version') };
for (const [language, there] of Object.entries(has)) {
  if (!there) console.log(`The ${language} blocks are left out: this machine cannot run them.`);
}

/** A project that has installed sonara. */
let project: string;
let runtime: Runtime | undefined;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'sonara-docs-'));
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules/sonara'), 'junction');
  symlinkSync(join(root, 'dist/sonara.cjs'), join(project, 'node_modules/.bin/sonara'));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  const git = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  execFileSync('git', ['init', '-q'], { cwd: project });
  execFileSync('git', [...git, 'commit', '-q', '--allow-empty', '-m', 'It works.'], {
    cwd: project,
  });
});
afterEach(async () => {
  await runtime?.stop();
  runtime = undefined;
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function command({ language, code }: Block): [string, ...string[]] {
  const file = join(project, `block.${{ ts: 'mjs', python: 'py', sh: 'sh' }[language]}`);
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const source =
    language === 'ts' ? ts.transpileModule(code, { compilerOptions }).outputText : code;
  writeFileSync(file, source);
  if (language === 'sh') return ['sh', '-eu', file];
  return [language === 'ts' ? process.execPath : python!, file];
}

/** Runs a block to its end; one that follows events has no end, and is done when they come. */
async function run(block: Block, home: string): Promise<{ code: number | null; output: string }> {
  const [program, ...args] = command(block);
  const child = spawn(program, args, {
    cwd: project,
    env: {
      ...process.env,
      SONARA_HOME: home,
      npm_config_offline: 'true',
      PATH: [join(process.execPath, '..'), process.env['PATH']].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const endless = block.code.includes('/v1/events');
  let output = '';
  let followed = false;
  const hear = (data: Buffer) => {
    output += String(data);
    if (!endless || followed || !/^event: state$/m.test(output)) return;
    followed = true;
    process.kill(-child.pid!, 'SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 20_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code: followed ? 0 : code, output };
}

describe('the documents', () => {
  test('have blocks for TypeScript, Python and curl', () => {
    for (const language of ['ts', 'python', 'sh'] as const) {
      expect(blocks.filter((block) => block.language === language).length).toBeGreaterThan(1);
    }
  });

  for (const block of blocks) {
    test.skipIf(!has[block.language])(`runs ${block.name}`, async () => {
      // Blocks that name a real voice get the real engine.
      const engine = block.code.includes('--voice') ? 'onecore' : 'fake';
      const silent = ['--output', 'null', '--no-real-time'];
      runtime = await startRuntime({ args: ['--engine', engine, ...silent] });
      const { code, output } = await run(block, runtime.home);
      expect(code, output).toBe(0);
      // A reply or an event that says something went wrong.
      expect(output).not.toMatch(/"ok": ?false/);
    });
  }
});
