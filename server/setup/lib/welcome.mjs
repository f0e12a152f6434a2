// What `npm start` prints once the runtime is up: where it listens, and how to speak next.
import { join } from 'node:path';

export function whereItListens(runtime, home) {
  return [
    `  HTTP   http://127.0.0.1:${runtime.http_port}/v1/`,
    `  TCP    127.0.0.1:${runtime.port} (JSON lines)`,
    `  Home   ${home}`,
    `  Token  in ${join(home, 'runtime.json')}`,
  ];
}

/** @param isDefault whether `home` is the one that is used when none is named */
export function welcome(runtime, home, isDefault, platform = process.platform) {
  return [
    `Sonara ${runtime.version} is running (pid ${runtime.pid}).`,
    ...whereItListens(runtime, home),
    '',
    ...howToGoOn(home, isDefault, platform),
  ];
}

/** The short way first: it is also what a screen reader reads first. */
export function howToGoOn(home, isDefault, platform = process.platform) {
  const where = isDefault ? '' : ` --home ${quote(home)}`;
  return [
    'Speak from another terminal, in this folder:',
    `  npx sonara say "Hello"${where}`,
    'Stop it from there:',
    `  npx sonara stop${where}`,
    'Or speak from anywhere, over HTTP:',
    ...(platform === 'win32' ? powerShellLines(home) : shellLines(home)),
    '',
  ];
}

/** Of one that was running before: it may be a program's. */
export function whoEndsIt() {
  return [
    'If a program started it (as "sonara say" does), it ends about 30 s after its last client has left.',
    'For one that stays: stop it, then run npm start again.',
    '',
  ];
}

/** What `npm start -- --help` says before the runtime's own options. */
export function ownUsage() {
  return [
    'npm start [-- options]: sets Sonara up, starts the runtime and says a sentence',
    '',
    '  --say <text>          this sentence instead',
    '',
    'All other options are for the runtime, which is started with --standalone.',
    '',
  ];
}

/** One line for any POSIX shell; token and port are read from runtime.json when it runs. */
function shellLines(home) {
  const file = quote(join(home, 'runtime.json'));
  const field = (name) => `$(node -p 'require(process.argv[1]).${name}' "$R")`;
  return [
    `  R=${file}; curl -s -H "Authorization: Bearer ${field('token')}" -d '{"text": "Hello"}' ` +
      `"http://127.0.0.1:${field('http_port')}/v1/speak"`,
  ];
}

function powerShellLines(home) {
  const file = join(home, 'runtime.json').replaceAll("'", "''");
  return [
    `  $r = Get-Content '${file}' | ConvertFrom-Json; Invoke-RestMethod -Method Post ` +
      `-Headers @{Authorization = "Bearer $($r.token)"} -Body '{"text": "Hello"}' ` +
      `"http://127.0.0.1:$($r.http_port)/v1/speak"`,
  ];
}

function quote(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
