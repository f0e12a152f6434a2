// `npm test`: the set-up, then typecheck, lint, format check and every test.
// Arguments: a project (unit, conformance, e2e) or files; then only these tests run.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endChildrenOnSignal, run } from './lib/children.mjs';
import { prepare, root } from './lib/prepare.mjs';
import { ensureTestParts } from './lib/test-parts.mjs';
import { runMain, say } from './lib/words.mjs';

const wholeRunMs = 12 * 60_000;
const projects = ['unit', 'conformance', 'e2e'];

await runMain(main);

async function main() {
  endChildrenOnSignal();
  const selection = process.argv.slice(2);
  const tally = { passed: 0, failed: 0 };
  try {
    const { browser } = await prepare();
    const lacks = [...(browser ? [] : ['browser']), ...(await ensureTestParts())];
    if (lacks.length > 0)
      say(`Not on this machine, so the tests that need it are left out: ${lacks.join(', ')}.`);

    const deadline = Date.now() + wholeRunMs;
    if (selection.length === 0) await runChecks(tally, deadline);
    await runVitest(tally, selection, lacks, deadline);
  } catch (error) {
    tally.failed++;
    throw error;
  } finally {
    // Always the last line, whatever happened before; CI reads it.
    process.on('exit', () => say(`${tally.passed} passed, ${tally.failed} failed`));
  }
  return tally.failed === 0 ? 0 : 1;
}

/** Typecheck, lint and format: one test each. */
async function runChecks(tally, deadline) {
  const checks = [
    ['typecheck', 'typescript/bin/tsc', ['-b']],
    ['lint', 'oxlint/bin/oxlint', ['--deny-warnings']],
    ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']],
  ];
  const results = await Promise.all(
    checks.map(([, program, args]) => runTool(program, args, deadline)),
  );
  results.forEach((result, index) => {
    const passed = result.code === 0;
    tally[passed ? 'passed' : 'failed']++;
    say(`${passed ? 'ok    ' : 'FAILED'} ${checks[index][0]}`);
    if (result.timedOut) say('  took too long and was ended');
    if (!passed) say(result.output.trimEnd());
  });
}

async function runVitest(tally, selection, lacks, deadline) {
  const report = join(root, '.cache', 'vitest.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const args = selection.flatMap((word) =>
    projects.includes(word) ? ['--project', word] : [word],
  );
  const result = await runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    deadline,
    { inherit: true, env: { ...process.env, SONARA_TEST_LACKS: lacks.join(' ') } },
  );
  const counts = readReport(report);
  tally.passed += counts.passed;
  tally.failed += counts.failed;
  if (result.timedOut)
    say(`The tests took longer than ${wholeRunMs / 60_000} minutes and were ended.`);
  // A crash, a leak, no test at all: vitest fails although no test did.
  if (result.code !== 0 && counts.failed === 0) tally.failed++;
}

/** Counts of vitest's report; a file that could not even be loaded is one failure. */
function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const broken = report.testResults.filter(
      (file) =>
        file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function runTool(program, args, deadline, options = {}) {
  return run(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    timeoutMs: Math.max(1, deadline - Date.now()),
    ...options,
  });
}
