/** What is said for a question, a permission or a plan. */
import type { Chunk } from '../../shared/speech/chunk.ts';
import { chunksOf } from './desk.ts';
import type { AskOption, AskRequest, Piece } from './types.ts';

/** An option up to this many characters is one chunk. */
const longestOption = 600;

export interface DecisionText {
  /** The text, the notice and the options; at least one chunk. */
  readonly body: readonly Chunk[];
  readonly notes: readonly Chunk[];
  readonly hint: readonly Chunk[];
  readonly hintOnce: readonly Chunk[];
}

const stock = {
  question: 'A question waits for your answer.',
  permission: 'A permission is needed.',
} as const;

export function decisionText(request: AskRequest, cut: (text: string) => Piece[]): DecisionText {
  const { kind, text = '', notes = '', hint = '', hint_once: hintOnce = '' } = request;
  const chunks = (source: string) => cut(source).flatMap((piece) => chunksOf(piece));
  const said = chunks(text);
  const body: Chunk[] = [];
  if (kind === 'plan') body.push({ text: 'Plan ready.' }, ...said);
  else if (said.length === 0) body.push({ text: stock[kind] });
  else body.push(...said);
  if (kind === 'question') {
    const { options = [], multi_select: isMulti = false } = request;
    if (isMulti) body.push({ text: 'You can choose more than one.' });
    for (const [index, option] of options.entries()) {
      body.push(...optionChunks(index + 1, option, chunks));
    }
  }
  return { body, notes: chunks(notes), hint: chunks(hint), hintOnce: chunks(hintOnce) };
}

/** "Option 1: Yes. Deploys at once." */
function optionChunks(
  number: number,
  option: AskOption,
  chunks: (text: string) => Chunk[],
): Chunk[] {
  const { label = '', description = '' } = typeof option === 'string' ? { label: option } : option;
  const name = label.trim() === '' ? `Option ${number}.` : `Option ${number}: ${ended(label)}`;
  const parts = chunks(description.trim() === '' ? name : `${name} ${ended(description)}`);
  const whole = parts.map(({ text }) => text).join(' ');
  return whole.length <= longestOption ? [{ text: whole }] : parts;
}

/** With a full stop where it has no end. */
function ended(text: string): string {
  const trimmed = text.trim();
  return /[.!?…。！？][\p{Pe}\p{Pf}"'*_`]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
