/** `sonara voices`: what can be given to `--voice`, one a line. */
import { connect } from '../../shared/client/index.ts';
import { runtimeCommand } from './runtime-command.ts';
import { groupedLines, voiceLines } from './voice-lines.ts';

export interface VoicesOptions {
  /** Default: the one in force. */
  engine: string | undefined;
  /** Those of every engine. */
  all: boolean;
  home: string | undefined;
}

/** @returns the exit code */
export async function voices({ engine, all, home }: VoicesOptions): Promise<number> {
  const sonara = await connect({ home, autostart: runtimeCommand(process.env) });
  try {
    const inForce = await sonara.get('engine');
    const wanted = all ? {} : { engine: engine ?? inForce };
    const { voices: list } = await sonara.voices(wanted);
    for (const line of all ? groupedLines(list, inForce) : voiceLines(list)) console.log(line);
    return 0;
  } finally {
    sonara.close();
  }
}
