// Where the runtime keeps its files, and what its runtime.json says.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The home folder: `--home`, SONARA_HOME, else the platform's place for application data.
 * @param {string[]} args the runtime's arguments
 */
export function homeFolder(args = [], env = process.env, platform = process.platform) {
  const given = valueOf(args, '--home') ?? env.SONARA_HOME;
  if (given) return resolve(given);
  const user = env.HOME || homedir();
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Sonara');
  if (platform === 'darwin') return join(user, 'Library', 'Application Support', 'Sonara');
  return join(env.XDG_DATA_HOME || join(user, '.local', 'share'), 'sonara');
}

/** runtime.json of a home as an object, or null while there is none or it is half written. */
export function readRuntimeFile(home) {
  try {
    const found = JSON.parse(readFileSync(join(home, 'runtime.json'), 'utf8'));
    return typeof found.pid === 'number' && typeof found.token === 'string' ? found : null;
  } catch {
    return null;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * One request over HTTP.
 * @returns {Promise<{status: number, body: any}>} rejects when nobody answers within `timeoutMs`
 */
export async function request(runtime, type, body, timeoutMs = 3000) {
  const response = await fetch(`http://127.0.0.1:${runtime.http_port}/v1/${type}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${runtime.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await response.json() };
}

/** The runtime that serves this home: its process lives and it answers to its token. Else null. */
export async function findRunning(home) {
  const runtime = readRuntimeFile(home);
  if (!runtime || !isAlive(runtime.pid)) return null;
  try {
    const { body } = await request(runtime, 'get', { key: 'volume' });
    return body.ok === true ? runtime : null;
  } catch {
    return null;
  }
}

function valueOf(args, name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return undefined;
  return args[at].includes('=') ? args[at].slice(name.length + 1) : args[at + 1];
}
