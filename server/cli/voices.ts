/** `sonara voices`: what can be given to `--voice`, one a line. */
import { connect } from '../../shared/client/index.ts';
import { runtimeCommand } from './runtime-command.ts';

/** @returns the exit code */
export async function voices(home: string | undefined): Promise<number> {
  const sonara = await connect({ home, autostart: runtimeCommand(process.env) });
  const { voices: list } = await sonara.voices();
  sonara.close();
  const width = Math.max(...list.map(({ id }) => id.length));
  for (const { id, name, language } of list) {
    console.log(`${id.padEnd(width)}  ${name}, ${language}`);
  }
  return 0;
}
