import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

describe('the installed tree', () => {
  test('is under 400 MB', () => {
    expect(bytes(modules)).toBeLessThan(400e6);
  });

  test('has one onnxruntime-web, and nothing of onnxruntime-node or sharp', () => {
    expect(existsSync(join(modules, '@huggingface/transformers/node_modules'))).toBe(false);
    for (const name of ['onnxruntime-node', 'sharp']) {
      // The lock file puts an empty package in their place.
      const { name: found } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
      expect(found).toBe('empty-npm-package');
    }
  });
});

/** What the files hold, links not followed. */
function bytes(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytes(path) : lstatSync(path).size);
  }, 0);
}
