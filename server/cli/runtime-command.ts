/** How this installation starts its runtime: the built `sonarad` beside this program. */
import { programFlags } from '../../shared/client/program-flags.ts';
import { fileURLToPath } from 'node:url';

/** @returns program and arguments; SONARA_RUNTIME_ARGS adds arguments, separated by spaces */
export function runtimeCommand(env: NodeJS.ProcessEnv): string[] {
  const added = (env['SONARA_RUNTIME_ARGS'] ?? '').split(' ').filter((word) => word !== '');
  const program = fileURLToPath(new URL('./sonarad.cjs', import.meta.url));
  return [process.execPath, ...programFlags, program, ...added];
}
