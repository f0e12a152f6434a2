// `npm start`: installs what is missing, starts the runtime, says a sentence and where it listens.
// Arguments go to the runtime (--engine, --output, --home, ...); `--say TEXT` replaces the sentence.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChildrenOnSignal, lastLines, run } from './lib/children.mjs';
import { findRunning, homeFolder, isAlive, readRuntimeFile, request } from './lib/home.mjs';
import { checkNode, prepare, root } from './lib/prepare.mjs';
import { followModel } from './lib/model-progress.mjs';
import { howToGoOn, ownUsage, welcome, whereItListens, whoEndsIt } from './lib/welcome.mjs';
import { SetupError, runMain, say } from './lib/words.mjs';

const startLimitMs = 20_000;
const audibleLimitMs = 15_000;
const stopLimitMs = 5_000;
/** The runtime's exit code when another one already serves this home. */
const alreadyRunning = 3;
const program = join(root, 'dist', 'sonarad.cjs');

await runMain(main);

async function main() {
  checkNode();
  const { sentence, args } = readArguments(process.argv.slice(2));
  if (args.some((arg) => ['--help', '-h', '--version'].includes(arg))) return tell(args);
  const home = homeFolder(args);
  const undo = endChildrenOnSignal();
  const before = await findRunning(home);
  if (before) return sayItRuns(before, home, sentence);
  await prepare();
  undo();
  return serve(args, home, sentence);
}

/** Questions to the runtime's program: it answers, and nothing is started. */
async function tell(args) {
  if (!existsSync(program)) await prepare();
  if (!args.includes('--version')) for (const line of ownUsage()) say(line);
  const { code, output } = await run(process.execPath, [program, ...args]);
  say(output.trimEnd());
  return code;
}

/** Starts the runtime as our child and stays until it ends. */
async function serve(args, home, sentence) {
  const child = startRuntime(args);
  const errors = collectErrors(child);
  const ended = endOf(child);
  const stopping = stopOnSignal(child);
  const runtime = await Promise.race([waitForRuntimeFile(home, child), ended.then(() => null)]);
  if (runtime) {
    errors.passOn();
    if (!stopping.aborted) await greet(runtime, home, sentence);
  } else {
    // Only the time limit leaves it running.
    child.kill('SIGKILL');
  }

  const { code, why } = await ended;
  if (stopping.aborted || (runtime && code === 0)) {
    say('Sonara has stopped.');
    return 0;
  }
  if (runtime) throw new SetupError(`the runtime ended by itself (${why}).`);
  if (code === alreadyRunning) return sayItRuns(await waitForOther(home), home, sentence);
  throw new SetupError(`the runtime did not start (${why}).`, lastLines(errors.text()));
}

/** How the child ended; a grandchild that still holds its stderr is not waited for. */
function endOf(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, why: error.message }));
    child.on('exit', (code, signal) => {
      const end = { code: code ?? 1, why: signal ?? `exit code ${code}` };
      child.on('close', () => resolve(end));
      setTimeout(() => {
        child.stderr.destroy();
        resolve(end);
      }, 300).unref();
    });
  });
}

/** Whatever ends us ends the runtime: politely, then by force. Aborted once that has begun. */
function stopOnSignal(child) {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), stopLimitMs).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  onNpmGone(stop);
  process.on('exit', () => child.kill('SIGTERM'));
  return stopping.signal;
}

/** npm passes a SIGTERM to its shell, which dies of it without telling us: seen by our parent changing. */
function onNpmGone(stop) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 250);
  watch.unref();
}

/** The child is the runtime itself: no wrapper, so its pid is the one in runtime.json. */
function startRuntime(args) {
  return spawn(process.execPath, [...nodeFlags(), program, '--standalone', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    windowsHide: true,
  });
}

/** The flags of `#!/usr/bin/env -S node <flags>`: the runtime is to run as if started by name. */
function nodeFlags() {
  const first = readFileSync(program, 'utf8').split('\n', 1)[0];
  const words = first.startsWith('#!') ? first.split(/\s+/) : [];
  const node = words.findIndex((word) => /(^|\/)node$/.test(word));
  return node < 0 ? [] : words.slice(node + 1).filter((word) => word.startsWith('-'));
}

/** Keeps what the runtime writes to stderr until it is up (it may explain a failure), then passes it on. */
function collectErrors(child) {
  let held = '';
  let through = false;
  child.stderr.setEncoding('utf8').on('data', (data) => {
    if (through) process.stderr.write(data);
    else held += data;
  });
  return {
    text: () => held,
    passOn() {
      through = true;
      process.stderr.write(held);
    },
  };
}

/** runtime.json of this very child, or null when it does not come in time. */
async function waitForRuntimeFile(home, child) {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const runtime = readRuntimeFile(home);
    if (runtime?.pid === child.pid) return runtime;
    await sleep(20);
  }
  return null;
}

/** The one that holds the home: it may have been a moment ahead of us, not yet ready to answer. */
async function waitForOther(home) {
  for (let tries = 0; tries < 50; tries++) {
    const other = await findRunning(home);
    if (other) return other;
    await sleep(100);
  }
  const file = readRuntimeFile(home);
  throw new SetupError(
    file && isAlive(file.pid)
      ? `another runtime (pid ${file.pid}) holds ${home} but does not answer.`
      : `another runtime holds ${home} but does not say where it listens.`,
    'End that process, then try again.',
  );
}

async function greet(runtime, home, sentence) {
  const spoken = speak(runtime, sentence);
  for (const line of welcome(runtime, home, isDefaultHome(home))) say(line);
  say(await spoken);
  await warnIfSilent(runtime);
  say('Press Ctrl+C to stop.');
  await followModel(runtime);
}

/** Whether another terminal, without this one's variables, finds the home by itself. */
function isDefaultHome(home) {
  const { SONARA_HOME: _named, ...env } = process.env;
  return home === homeFolder([], env);
}

async function sayItRuns(runtime, home, sentence) {
  say(`Sonara is already running (version ${runtime.version}, pid ${runtime.pid}).`);
  for (const line of whereItListens(runtime, home)) say(line);
  say();
  for (const line of howToGoOn(home, isDefaultHome(home))) say(line);
  for (const line of whoEndsIt()) say(line);
  say(await speak(runtime, sentence));
  await warnIfSilent(runtime);
  return 0;
}

async function warnIfSilent(runtime) {
  const silent = await whySilent(runtime);
  if (silent) say(`Nothing will be heard: ${silent}`);
}

/** '' once sound reaches a device; else, after the time that opening one may take, why not. */
async function whySilent(runtime) {
  let output = null;
  for (const deadline = Date.now() + audibleLimitMs; Date.now() < deadline; await sleep(100)) {
    const reply = await request(runtime, 'get', { key: 'output' }).catch(() => null);
    output = reply?.body.value;
    if (!output || output.audible) return '';
    if (!output.starting) break;
  }
  return output.message ?? 'the output is silent.';
}

/** @returns {Promise<string>} what it says, or why it cannot, in words */
async function speak(runtime, text = 'Sonara is ready. This is how I sound.') {
  try {
    const { body } = await request(runtime, 'speak', { text });
    if (body.ok) return `It says: ${text}`;
    return `It could not speak: ${body.error?.message ?? 'no reason given'}`;
  } catch (error) {
    return `It could not speak: ${error.message}`;
  }
}

function readArguments(argv) {
  const at = argv.indexOf('--say');
  if (at < 0) return { args: argv };
  if (argv[at + 1] === undefined) throw new SetupError('--say needs the text to speak.');
  return { sentence: argv[at + 1], args: argv.toSpliced(at, 2) };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
