/** Lines that a program wrote: each stands for itself, also where they follow one another in one paragraph. */

const levels = 'ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE';
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const hash = '(?=\\d*[a-f])(?=[a-f]*\\d)[0-9a-f]{7,12}';
/** Where in a file: ":12:5", "(12,5)". */
const place = '(?::\\d{1,6}(?::\\d{1,6})?|\\(\\d{1,6},\\d{1,6}\\))';

/** Each is a whole: nothing goes on in the next line. */
const alone = [
  // Frames of a stack: "at run (a.ts:1:2)", 'File "a.py", line 3', "/a/b.go:17 +0x1d".
  'at \\S.{0,400}[:(]\\S{0,200}\\d\\)?$',
  'at (?:async |new )?[\\w$.<>]{1,200}(?: \\[as \\w{1,60}\\])? \\((?:<anonymous>|index \\d{1,6}|native(?: code)?)\\)$',
  '\\.{3} \\d{1,5} (?:more|common frames omitted)$',
  'File "[^"]{1,400}", line \\d',
  '[/~]\\S{1,300}:\\d{1,6}(?: \\+0x[0-9a-f]{1,16})?$',
  'Traceback \\(',
  'goroutine \\d{1,9} \\[',
  `thread '\\S{1,100}' panicked at \\S{1,300}:$`,
  // Where a compiler points, and its drawing.
  `-{1,2}> \\S{1,300}${place}$`,
  '\\d{0,6} ?\\|(?: |$)',
  // Tests, one a line.
  'test \\S{1,200} \\.{3} (?:ok|FAILED|ignored)',
  'test result: ',
  '(?:PASSED|FAILED|ERROR|SKIPPED|PASS|FAIL|SKIP|ok)(?:\\t| {2,8}| )\\S{1,200}[/.:]\\S',
  '\\S{1,300}::\\S{1,300} (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: |$)',
  'E {3}',
  '={3,80} \\S',
  '--- (?:PASS|FAIL|SKIP|BENCH): ',
  '=== (?:RUN|PAUSE|CONT|NAME) ',
  '(?:Test Files|Test Suites|Tests|Snapshots|Start at|Duration|Time)(?::| {2}) {0,12}\\d',
  '[✓✔✗✘✕✖×❯→↳⨯✅❌] {0,2}\\S',
  // Builds and packages.
  '#\\d{1,4} (?:\\[|DONE|CACHED|ERROR|sha256|\\d)',
  'Step \\d{1,4}/\\d{1,4} ?:',
  '(?:=|---)> \\S',
  'Successfully (?:built|tagged|installed) \\S{1,200}$',
  '(?:Compiling|Checking|Downloaded|Installing|Installed|Updating|Adding|Fresh|Finished|Running) (?:\\S{1,100} v\\d|`)',
  '(?:npm|yarn|pnpm) (?:warn|error|notice|info|ERR!|WARN|ERROR) ',
  '(?:~|-/\\+|\\+/-) \\S',
  'Severity: \\w{1,20}$',
  // Databases and HTTP.
  '\\(\\d{1,9} rows?\\)$',
  '[<>] (?:[\\w-]{1,60}: \\S|[A-Z]{3,8} /|HTTP/)',
  'HTTP/\\d',
  // What git prints: rows of a summary, commits, the marks of a conflict and of a diff.
  '\\S{1,400}\\s{1,200}\\| {1,20}(?:\\d{1,7} [+-]{1,200}|Bin .{1,80})$',
  '(?:<{7}|>{7}|\\|{7})(?: |$)',
  'On branch \\S{1,200}$',
  'commit [0-9a-f]{7,40}(?: |$)',
  '(?:Author|Date|Merge|Signed-off-by|Co-authored-by|Reviewed-by): {1,8}\\S',
  `[|\\\\/ *]{0,40}[*|] ${hash} `,
  '(?:diff --git |index [0-9a-f]{7,40}\\.\\.|@@ -\\d)',
  '(?:---|\\+\\+\\+) (?:[ab]/|/dev/null)',
  '(?:[MADRCU]{1,2}|\\?\\?|!!) \\S{0,200}[./]\\S{1,200}$',
  // Remarks to a build, and what is in a box.
  '::(?:error|warning|notice|debug|group|endgroup)',
  '##\\[',
  '[│┃║]',
  '\\$ [a-z./]',
  'exit (?:status|code) \\d',
];

/** Each begins something; an ordinary line after it goes on with it. */
const begins = [
  // Logs, which begin with the time, a level or both.
  '\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d',
  '\\[?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?\\]? ',
  `(?:${months}) [ \\d]\\d \\d\\d:\\d\\d:\\d\\d `,
  `(?:\\[(?:${levels})\\]|(?:${levels})(?::|  |\\[\\d{4}\\]))`,
  '\\[(?:info|warn|warning|error|debug)\\]',
  'level=\\w{1,10} ',
  // What a program says when it falls.
  '(?:panic|fatal error|fatal|Caused by|hint|note|remote): ',
  "thread '[^']{1,100}' panicked",
  '(?:Unhandled|Uncaught) ',
  '[\\w.]{0,200}(?:Error|Exception)(?: \\[\\w{1,60}\\])?: \\S',
  '(?:error|warning)(?:\\[\\w{1,20}\\])?: \\S',
  `\\S{1,300}\\.[A-Za-z]{1,6}${place}: \\S`,
  '\\d{1,6}:\\d{1,5} {1,8}(?:error|warning|info) ',
  '(?:DETAIL|HINT|CONTEXT|STATEMENT|QUERY|LINE \\d{1,6}): ',
  'curl: \\(',
  // What git prints: a state, a summary, a commit.
  '(?:modified|deleted|new file|renamed|both modified):\\s{2,20}\\S',
  '\\d{1,7} files? changed\\b',
  `${hash} (?=\\S)`,
  'CONFLICT \\(',
  '(?:Auto-merging \\S|Rebasing \\(|Your branch is )',
  // A title with its value: "**File:** a.ts".
  '\\*\\*[^*]{1,60}(?::\\*\\*|\\*\\*:)(?: |$)',
];

const aloneLine = new RegExp(`^[ \\t]*(?:${alone.join('|')})`);
const beginning = new RegExp(`^[ \\t]*(?:${begins.join('|')})`);
/** What one that stands alone may begin with. */
const perhapsAlone =
  /^[ \t]*(?:at |\.{3} |File "|[/~]\S|Traceback|goroutine |thread '|[-=]{1,3}>|[-+=]{3}|[-+]\/|[<>|]|[*\\/](?: |\|)|~ |#{1,2}(?:\d|\[)|::|@@|\$ |[│┃║✓✔✗✘✕✖×❯→↳⨯✅❌]|\d{0,6} ?\||test |PASS|FAIL|ERROR|SKIP|ok|E {3}|Test|Snap|Start|Duration|Time|Step|Success|Comp|Check|Down|Inst|Up|Add|Fresh|Fin|Run|npm|yarn|pnpm|\(\d|HTTP|On branch|commit |[A-Z][\w-]{3,16}: |diff |index |[MADRCU]{1,2} |\?\?|!!|exit |\S+(?:::| +\|))/;

/** `alone`: the line is a whole. `begins`: something new begins with it. */
export type LogLine = 'alone' | 'begins';

export function logLine(line: string): LogLine | undefined {
  if (perhapsAlone.test(line) && aloneLine.test(line)) return 'alone';
  return beginning.test(line) ? 'begins' : undefined;
}

/** Whether a line that begins so may turn out to be one that stands alone; without the marks of lists. */
export function mayBeLogLine(open: string): boolean {
  return perhapsAlone.test(open);
}
