// `npm run docs:reading`: docs/how-text-is-read.md from the cases that the tests run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCases, renderCases } from './lib/reading-cases.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

writeFileSync(
  join(root, 'docs', 'how-text-is-read.md'),
  renderCases(readCases(join(root, 'server', 'text', 'cases'))),
);
