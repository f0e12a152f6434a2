import { describe, expect, test } from 'vitest';
import { guard } from './guard.ts';

type Case = [summary: string, source: string];

const good: Record<string, Case[]> = {
  'numbers in any notation': [
    ['I ran 3 tests.', 'I ran three tests.'],
    ['I ran three tests.', 'I ran 3 tests.'],
    ['It took three seconds.', 'It took 3.0 s.'],
    ['It took 3.5 seconds.', 'It took 3.50 seconds'],
    ['I checked twelve hundred rows.', 'I checked 1,200 rows.'],
    ['I checked 1200 rows.', 'I checked 1 200 rows.'],
    ['I checked 1,200 rows.', 'I checked 1_200 rows.'],
    ['I checked twelve thousand rows.', 'I checked 12k rows.'],
    ['I checked 1.2 million rows.', 'I checked 1,200,000 rows.'],
    ['Coverage is eighty-five percent.', 'Coverage is 85%.'],
    ['Coverage is 85 percent.', 'Coverage: **85%**'],
    ['It is one hundred and five lines long.', 'It is 105 lines long.'],
    ['It waits thirty milliseconds.', 'It waits 30ms.'],
    ['It is now twice as fast.', 'It is now 2x as fast.'],
    ['Half of it is done.', 'It is 50% done.'],
    ['The third test failed.', 'The 3rd test failed.'],
    ['The twenty-third run failed.', 'Run 23 failed.'],
    ['It needs version 1.2.3.', 'It needs `v1.2.3`.'],
    ['It needs version one point two.', 'It needs version 1.2.'],
    ['It needs Node 20.', 'It needs Node v20.'],
    ['It was written in nineteen eighty-four.', 'It was written in 1984.'],
    ['It is of twenty twenty-six.', 'It is of 2026-01-31.'],
    ['The server answers four oh four.', 'The server answers 404.'],
    ['It starts at 10:30.', 'It starts at 10:30 sharp.'],
    ['Three of the ten tests pass.', '3/10 tests pass'],
    ['Lines 10 to 20 changed.', 'Lines 10-20 changed.'],
    ['There are zero errors.', 'There are no errors.'],
    ['There are hundreds of rows.', 'It has hundreds of rows.'],
    ['A hundred tests pass.', '100 tests pass.'],
    ['It costs 5 dollars.', 'It costs $5.'],
    ['It is about 40 lines.', 'It is ~40 lines.'],
    ['I used UTF-8.', 'I used utf8.'],
  ],
  'the word one': [
    ['This is the one that failed.', 'This failed.'],
    ['One of them failed.', 'The second of them failed.'],
    ['One test failed.', 'A test failed.'],
    ['One test failed.', '1 test failed.'],
    ['One more thing is open.', 'Something is open.'],
    ['No one else changed.', 'Nothing else changed, nobody touched it.'],
  ],
  names: [
    ['I changed the parser in Redis.', 'I changed the Redis parser.'],
    ["I fixed GitHub's button.", 'The GitHub button is fixed.'],
    ['I changed parser.ts.', 'I changed `src/lib/parser.ts:42`.'],
    ['I changed lib/parser.ts.', 'I changed `src/lib/parser.ts`.'],
    ['I renamed getUserName.', 'I renamed `getUserName()`.'],
    ['I renamed getUserName.', 'I renamed get_user_name.'],
    ['The handler uses VS Code.', 'The handler uses VSCode.'],
    ['The APIs are ready.', 'The API is ready.'],
    ['It is written in TypeScript.', 'I wrote it in `main.ts`.'],
    ['It runs on Postgres.', 'It runs on PostgreSQL 16.'],
    ['It is a React-style hook.', 'It is a hook like those of React.'],
    ['It runs on Linux/macOS.', 'It runs on Linux and macOS.'],
    ['Everything is committed.', 'All changes are committed.'],
    ['I said: Done for today.', 'All is done for today.'],
    ['It runs, and I checked it.', 'It runs; checked.'],
    ['I asked you whether to use OAuth.', 'Should I use OAuth?'],
    ['It can be read and/or written.', 'It can be read or written.'],
    ['The key is in .env now.', 'I put the key into `.env`.'],
    ['Both PRs are open.', 'The PR of today and the PR of yesterday are open.'],
    ['I opened the PR.', 'I opened the pull request.'],
  ],
  negations: [
    ['The tests do not pass.', "The tests don't pass."],
    ['The tests did not pass.', 'The tests failed to pass.'],
    ["I haven't tested it.", 'It is untested.'],
    ['I have not run the tests yet.', 'The tests still need to be run.'],
    ['It works without errors.', 'It works with zero errors.'],
    ['It ran without warnings.', 'It ran with no warnings.'],
    ['It no longer crashes.', 'I fixed the crash.'],
    ["I couldn't find the file.", 'The file was not found.'],
    ['Nothing else changed.', 'Only this changed.'],
    ['I did not touch the tests.', 'The tests are untouched.'],
    ['Not only is it fast, it is small.', 'It is fast and small.'],
    ['It is not deployed.', 'It was never deployed.'],
    ['The server cannot start.', 'The server is unable to start.'],
    ['It is a non-blocking call.', 'The call does not block.'],
    ['I deployed it after the fix.', 'It was not deployed before. Now I have deployed it.'],
    ['All tests pass.', 'All 3 tests pass. No errors were found.'],
  ],
};

const bad: Record<'number' | 'name' | 'negation', Case[]> = {
  number: [
    ['I ran 4 tests.', 'I ran three tests.'],
    ['I ran four tests.', 'I ran 3 tests.'],
    ['It took about four seconds.', 'It took 3.7 seconds.'],
    ['It took 3 seconds.', 'It took 3.2 seconds.'],
    ['I checked twelve rows.', 'I checked 1,200 rows.'],
    ['I checked a thousand rows.', 'I checked 1,200 rows.'],
    ['I checked 12 million rows.', 'I checked 1.2 million rows.'],
    ['Coverage is 58 percent.', 'Coverage is 85%.'],
    ['Coverage is 100 percent.', 'All of it is covered.'],
    ['The fifth test failed.', 'The 3rd test failed.'],
    ['It needs version 1.2.4.', 'It needs `v1.2.3`.'],
    ['It needs Node 22.', 'It needs Node 20.'],
    ['It was written in nineteen eighty-five.', 'It was written in 1984.'],
    ['One test failed.', '3 tests failed.'],
    ['One test failed.', 'The tests failed.'],
    ['Two files changed.', 'I changed a.ts and b.ts.'],
    ['It waits 30 seconds.', 'It waits.'],
    ['It is now three times as fast.', 'It is now 2x as fast.'],
    ['A dozen tests pass.', '10 tests pass.'],
    ['There are thousands of rows.', 'There are hundreds of rows.'],
    ['It starts at 10:45.', 'It starts at 10:30.'],
    ['There are zero errors.', 'There are errors.'],
    ['Lines 10 to 25 changed.', 'Lines 10-20 changed.'],
    ['It is 3k lines long.', 'It is 300 lines long.'],
  ],
  name: [
    ['I changed the parser in Redis.', 'I changed the cache parser.'],
    ['I changed parser.js.', 'I changed `src/lib/parser.ts`.'],
    ['I changed src/parser.js.', 'I changed `src/parser.ts`.'],
    ['I renamed getUserId.', 'I renamed `getUserName`.'],
    ['I renamed user_id.', 'I renamed `userName`.'],
    ['It is written in Rust.', 'I wrote it in `main.ts`.'],
    ['The handler now uses AWS.', 'The handler now uses the cloud.'],
    ['Then I asked Anna.', 'Then I asked Peter.'],
    ['It is a Vue-style hook.', 'It is a hook like those of React.'],
    ['It runs on Linux/Windows.', 'It runs on Linux and macOS.'],
    ['I used sha256.', 'I used sha1.'],
    ['MySQL is used.', 'Postgres is used.'],
  ],
  negation: [
    ['The tests do not pass.', 'The tests pass.'],
    ["It doesn't work on Windows.", 'It works on Windows.'],
    ['The server never starts.', 'The server starts.'],
    ['It ran without warnings.', 'It ran. There were 3 warnings.'],
    ['There are no errors.', 'There are errors.'],
    ['I did not touch the config.', 'I did not touch the tests. I changed the config.'],
    ['Nothing was deployed.', 'It was deployed.'],
    ['The cache cannot be cleared.', 'The cache can be cleared.'],
    ['The tests pass.', 'The tests do not pass.'],
    ['I deployed it.', 'I have not deployed it yet.'],
    ['It works.', "It doesn't work."],
    ['The migration is finished.', "The migration isn't finished."],
    ['It is ready.', 'It is not quite ready.'],
  ],
};

describe('a summary that keeps to its source', () => {
  describe.each(Object.entries(good))('%s', (_, cases) => {
    test.each(cases)('%s | %s', (summary, source) => {
      expect(guard(summary, source)).toEqual({ ok: true });
    });
  });
});

describe('a summary that does not', () => {
  describe.each(Object.entries(bad))('%s', (reason, cases) => {
    test.each(cases)('%s | %s', (summary, source) => {
      expect(guard(summary, source)).toMatchObject({ ok: false, reason });
    });
  });
});

const reply = `Done. I moved the retry logic out of \`src/http/client.ts\` into a new file, \`src/http/retry.ts\`.

- Retries stop after 5 attempts, waiting 200 ms, then twice as long each time.
- \`fetchJson\` no longer swallows a 503.
- I did **not** change the timeout (still 30 s).

All 48 tests pass; coverage went from 81.5% to 84%. The nightly job on Jenkins has not been run yet. Should I also
update the README?`;

describe('a whole reply', () => {
  test.each([
    'I moved the retry logic from client.ts into a new file, retry.ts. It gives up after five attempts, and all forty-eight tests pass. I did not change the timeout, and the nightly Jenkins job has not been run yet. Should I also update the README?',
    'The retry logic now lives in its own file and stops after 5 attempts. All tests pass, coverage is at 84 percent, and you still need to run the nightly job.',
    'fetchJson no longer hides a 503, retries wait 200 milliseconds and then twice as long, and the timeout stays at thirty seconds.',
  ])('%s', (summary) => {
    expect(guard(summary, reply)).toEqual({ ok: true });
  });

  test.each([
    ['number', 'The retry logic stops after three attempts.'],
    ['number', 'Coverage is now about 82 percent.'],
    ['name', 'The nightly job on Travis is still open.'],
    ['name', 'I moved the logic into backoff.ts.'],
    ['negation', 'The tests do not pass.'],
  ])('%s: %s', (reason, summary) => {
    expect(guard(summary, reply)).toMatchObject({ ok: false, reason });
  });
});

describe('whatever the text', () => {
  test('an empty summary or source is no error', () => {
    expect(guard('', '')).toEqual({ ok: true });
    expect(guard('', reply)).toEqual({ ok: true });
    expect(guard('I am done.', '')).toEqual({ ok: true });
  });

  test('a text keeps to itself', () => {
    expect(guard(reply, reply)).toEqual({ ok: true });
  });

  // Anything but linear would take minutes.
  test.each([
    ['words', 'word '.repeat(200_000)],
    ['numbers', 'one hundred and '.repeat(80_000)],
    ['digits', '1,'.repeat(500_000)],
    ['long digits', '1'.repeat(1_000_000)],
    ['names', 'fooBar_baz/'.repeat(90_000)],
    ['negations', 'not '.repeat(250_000)],
    ['one of each', 'a '.repeat(250_000)],
    ['negations of one thing', `${'not '.repeat(1000)}it `.repeat(200)],
    ['dashes', 'a-'.repeat(300_000)],
    ['dots', '.'.repeat(1_000_000)],
    ['lines', '\n'.repeat(1_000_000)],
    ['letters', 'aA'.repeat(400_000)],
  ])('a megabyte of %s', (_, text) => {
    expect(guard(text, text).ok).toBeTypeOf('boolean');
  });
});
