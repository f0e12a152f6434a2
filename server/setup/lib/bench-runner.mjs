// Runs one bundled bench in this fresh process: node --expose-gc bench-runner.mjs BUNDLE REPORT
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle, report] = process.argv.slice(2);
const { bench } = await import(pathToFileURL(bundle).href);
writeFileSync(report, JSON.stringify(await bench()));
// A bench that leaves a socket or a timer open has still measured.
process.exit(0);
