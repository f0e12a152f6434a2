// Tells whether dist/ was built from the files that are here now, by their sizes and times.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stampFile = '.cache/build-stamp.json';
const inputs = [
  'page',
  'server',
  'shared',
  'models',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];
/** What changes here reaches no built file. */
const ignored = /\.(test|bench|spec)\.ts$|\.md$|\.tsbuildinfo$/;

/** @param {string} root absolute root of the checkout */
export function currentStamp(root) {
  const hash = createHash('sha256');
  // A code cache belongs to one V8.
  hash.update(`${process.versions.v8} ${process.arch}\n`);
  for (const input of inputs) add(hash, root, input);
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} stamp
 * @param {string[]} outputs from the root, all of which must be there
 */
export function stampMatches(root, stamp, outputs) {
  try {
    const saved = JSON.parse(readFileSync(join(root, stampFile), 'utf8'));
    return saved.stamp === stamp && outputs.every((file) => existsSync(join(root, file)));
  } catch {
    return false;
  }
}

export function saveStamp(root, stamp) {
  const file = join(root, stampFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ stamp })}\n`);
}

function add(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat || ignored.test(path)) return;
  if (!stat.isDirectory()) {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) add(hash, root, `${path}/${name}`);
}
