/** How an agent is started: which file, with which arguments, in which environment. */
import { win32 } from 'node:path';
import { agentCommands, argumentsOf } from './commands.ts';
import { findOnPath, type FindOptions, valueOf } from './find-on-path.ts';
import { SummaryError } from './port.ts';

export interface Launch {
  file: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** What an agent that started us tells its own children: a new one would take itself for a part of it. */
const parentVariables = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PROJECT_DIR',
];

/** Holds the program's path, in quotes, for cmd.exe. */
const shimVariable = 'SONARA_SUMMARIZER_PROGRAM';

/** @throws SummaryError when it is not on PATH */
export function launchOf(
  command: 'claude' | 'codex',
  model: string,
  { env, platform, canRun }: FindOptions,
): Launch {
  const args = argumentsOf(command, model);
  const file = findOnPath(command, { env, platform, ...(canRun && { canRun }) });
  if (file === null) throw new SummaryError('missing', `${command} is not on PATH`);
  const own: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(env).filter(([key]) => !parentVariables.includes(key))),
    ...agentCommands[command].env,
    // Our own hook does nothing then.
    SONARA_SUMMARIZER: '1',
  };
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return { file, args, env: own };
  return throughShell(file, args, own);
}

/**
 * A shim needs cmd.exe. Its path, which may hold `&`, `%` or spaces, comes in a variable that is
 * expanded once, quotes and all (no path holds a quote); the arguments are harmless by their making.
 * Not verified on Windows.
 */
function throughShell(shim: string, args: string[], env: NodeJS.ProcessEnv): Launch {
  const root = valueOf(env, 'SYSTEMROOT') || 'C:\\Windows';
  return {
    file: win32.join(root, 'System32', 'cmd.exe'),
    args: ['/d', '/v:off', '/s', '/c', `%${shimVariable}%`, ...args],
    env: { ...env, [shimVariable]: `"${shim}"` },
  };
}
