import type { Desk } from './desk.ts';

/** Asks them as one set; `fields` go with the first. */
export async function askSet(
  desk: Desk,
  channel: string,
  texts: string[],
  fields: object = {},
): Promise<void> {
  for (const [set_index, text] of texts.entries())
    await desk.ask(channel, 'question', text, {
      set_index,
      set_size: texts.length,
      ...(set_index === 0 && fields),
    });
}
