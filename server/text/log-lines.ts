/** Lines that a program wrote: each stands for itself, also where they follow one another in one paragraph. */

const levels = 'ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE';
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const ownLine = new RegExp(
  `^[ \\t]*(?:${[
    // Frames of a stack: "at run (a.ts:1:2)", 'File "a.py", line 3'.
    'at \\S.{0,400}[:(]\\S{0,200}\\d\\)?$',
    'File "[^"]{1,400}", line \\d',
    // Logs, which begin with the time, a level or both.
    '\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d',
    '\\[?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?\\]? ',
    `(?:${months}) [ \\d]\\d \\d\\d:\\d\\d:\\d\\d `,
    `(?:\\[(?:${levels})\\]|(?:${levels})(?::|  ))`,
    '\\[(?:info|warn|warning|error|debug)\\]',
    'level=\\w{1,10} ',
    // What a program says when it falls.
    '(?:panic|fatal error|Caused by): ',
    "thread '[^']{1,100}' panicked",
    'goroutine \\d{1,9} \\[',
    'Traceback \\(',
    '(?:Unhandled|Uncaught) ',
    '[\\w.]{0,200}(?:Error|Exception)(?: \\[\\w{1,60}\\])?: \\S',
    '(?:error|warning)(?:\\[\\w{1,20}\\])?: \\S',
    // What git prints: a state, a row of a summary, a commit, the marks of a conflict.
    '(?:modified|deleted|new file|renamed|both modified):\\s{2,20}\\S',
    '\\S{1,400}\\s{1,200}\\| {1,20}(?:\\d{1,7} [+-]{1,200}|Bin .{1,80})$',
    '\\d{1,7} files? changed\\b',
    '(?=\\d*[a-f])(?=[a-f]*\\d)[0-9a-f]{7,12} (?=\\S)',
    '(?:<{7}|>{7}) \\S',
  ].join('|')})`,
);

export function isLogLine(line: string): boolean {
  return ownLine.test(line);
}
