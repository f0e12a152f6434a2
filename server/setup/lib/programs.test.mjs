import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './children.mjs';
import { linkPrograms } from './programs.mjs';

test('the programs of package.json can be run by name, also when linked before', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sonara-bin-'));
  try {
    mkdirSync(join(root, 'dist'));
    writeFileSync(join(root, 'package.json'), '{"bin": {"hello": "dist/hello.cjs"}}');
    writeFileSync(
      join(root, 'dist/hello.cjs'),
      '#!/usr/bin/env node\nconsole.log(process.argv[2]);\n',
    );
    linkPrograms(root);
    linkPrograms(root);
    if (process.platform !== 'win32') {
      const { output } = await run(join(root, 'node_modules/.bin/hello'), ['you']);
      expect(output).toBe('you\n');
    }
    linkPrograms(root, 'win32');
    expect(readFileSync(join(root, 'node_modules/.bin/hello.cmd'), 'utf8')).toContain(
      'dist\\hello.cjs',
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
