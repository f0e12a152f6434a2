/** What is published: types that need no schema library, and a client that needs nothing at all. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let project: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'sonara-types-'));
  const installed = join(project, 'node_modules/sonara');
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  mkdirSync(join(installed, 'dist/client'), { recursive: true });
  symlinkSync(
    join(root, 'node_modules/@types/node'),
    join(project, 'node_modules/@types/node'),
    'junction',
  );
  writeFileSync(join(installed, 'package.json'), readFileSync(join(root, 'package.json')));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  const script = pathToFileURL(join(root, 'server/setup/lib/bundle-client-types.mjs')).href;
  const { bundleClientTypes } = (await import(script)) as {
    bundleClientTypes(root: string, folder: string): Promise<void>;
  };
  await bundleClientTypes(root, join(installed, 'dist/client'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** What the compiler says to a module of a user, and to every declaration it pulls in. */
function complaints(files: Record<string, string>): string[] {
  const paths = Object.entries(files).map(([name, code]) => {
    writeFileSync(join(project, name), code);
    return join(project, name);
  });
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(
      ({ file }) => !file?.fileName.includes('/@types/') && !file?.fileName.includes('undici'),
    )
    .map(({ file, start = 0, messageText }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${file?.fileName.split('/').at(-1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

test('the blocks of the documents compile, strictly, with the published types alone', () => {
  const files = ['README.md', 'docs/protocol.md', 'docs/client.md'].flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
      ([, code], index): [string, string] => [
        `${document.replaceAll(/\W/g, '-')}${index}.ts`,
        code!,
      ],
    ),
  );
  expect(files.length).toBeGreaterThan(2);
  expect(complaints(Object.fromEntries(files))).toEqual([]);
});

test('fields, replies and events are typed; what is wrong does not compile', () => {
  const wrong = [
    `await sonara.set('rate', 'fast');`,
    `await sonara.speak('x', { mode: 'sometimes' });`,
    `await sonara.request('speak', { label: 'x' });`,
    `await sonara.request('speak');`,
    `const text: string = await sonara.get('rate');`,
    `for await (const event of sonara.events(['state'])) event.phase;`,
    `sonara.events(['nonsense']);`,
    `const { nothing } = await sonara.speak('x');`,
  ];
  const right = `
    import { connect, type StateEvent, type Voice } from 'sonara/client';
    const sonara = await connect({ home: '/x', signal: AbortSignal.timeout(5000) });
    const rate: number = await sonara.get('rate');
    const voice: string | null = await sonara.set('voice', null);
    const other: unknown = await sonara.get('duck_level');
    const { item_id }: { item_id: number | null } = await sonara.request('speak', { text: 'x', mode: 'replace', channel: 'a' });
    const voices: Voice[] = (await sonara.request('voices')).voices;
    const free: unknown = (await sonara.request('channel_open', { channel: 's1' }))['created'];
    for await (const event of sonara.events(['state'], { buffer: 4 })) { const state: StateEvent = event; }
    for await (const event of sonara.events(['items'])) if (event.event === 'gap') event.dropped; else event.phase;
  `;
  const said = complaints({
    'right.ts': right,
    'wrong.ts': `${right.replaceAll('\n', ' ')}\n${wrong.join('\n')}`,
  });
  expect(said.filter((line) => line.startsWith('right.ts'))).toEqual([]);
  const lines = said.map((line) => Number(line.split(':')[1]) - 1);
  expect(new Set(lines)).toEqual(new Set(wrong.map((_, index) => index + 1)));
});

test('no published declaration names the schema library, or a file that is not there', () => {
  const folder = join(project, 'node_modules/sonara/dist/client');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mts'),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text, name).not.toMatch(/zod|\.ts['"]|protocol\/(requests|settings)/);
  }
});

test('the built client imports what Node has, and nothing else', () => {
  const code = readFileSync(join(root, 'dist/client/index.mjs'), 'utf8');
  const imported = [...code.matchAll(/\bfrom\s*["'`]([^"'`]+)["'`]/g)].map(([, name]) => name!);
  expect(imported).toContain('node:net');
  expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual(
    [],
  );
});
