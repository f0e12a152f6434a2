/** `sonara missed`: what was not heard, or not wholly. */
import { connect } from '../../shared/client/index.ts';
import { missedLines, ownLabel, spokenMissed } from './missed-view.ts';
import { runtimeCommand } from './runtime-command.ts';
import { sinceOf } from './when.ts';

export interface MissedOptions {
  channel: string | undefined;
  since: string | undefined;
  /** Also what was told before. */
  all: boolean;
  /** Reads it aloud as well. */
  say: boolean;
  home: string | undefined;
}

/** @returns the exit code */
export async function missed({ channel, since, all, say, home }: MissedOptions): Promise<number> {
  const from = since === undefined ? undefined : sinceOf(since);
  const sonara = await connect({
    home,
    client: { name: 'sonara', version: '1' },
    require: ['history'],
    autostart: runtimeCommand(process.env),
  });
  try {
    const whole = all ? '1970-01-01T00:00:00Z' : undefined;
    const isPart = channel !== undefined || from !== undefined || all;
    const reply = await sonara.request('history', {
      missed: true,
      limit: 500,
      channel,
      since: from ?? whole,
      seen: !isPart,
    });
    if (reply.off) {
      console.log('Nothing is recorded while debug_log is false.');
      return 0;
    }
    const entries = reply.entries.filter(({ label }) => label !== ownLabel);
    const count = entries.length + reply.more;
    if (count === 0) {
      console.log(isPart ? 'Nothing was missed.' : 'Nothing new was missed; --all tells what was.');
      if (say) await sonara.speak('You have missed nothing.', { label: ownLabel });
      return 0;
    }
    if (reply.more > 0) console.log(`(${reply.more} older ones are left out)`);
    for (const line of missedLines(entries, new Date())) console.log(line);
    if (say) await sonara.speak(spokenMissed(entries, count), { label: ownLabel });
    return 0;
  } finally {
    sonara.close();
  }
}
