/** Why a text was not heard, in plain words: of the ledger's reasons and of the log's lines. */

const reasons: Readonly<Record<string, string>> = {
  stop: 'reading was stopped',
  skip: 'it was skipped',
  flush: 'the rest of its session was skipped (flush)',
  mute: 'the sessions were muted (mute_level)',
  muted: 'its channel was muted',
  closed: 'its channel was closed',
  turn_start: 'a new turn began in its session, which makes what was left of the old one stale',
  answered: 'its session was answered, so nobody waited for it any more',
  'replaced by newer text (policy latest)':
    'a newer text of its channel replaced it (policy latest)',
  replaced: 'a text sent with mode replace took the place of what was queued',
  preempted: 'another text was to be read at once',
  stored: 'it was stored without being spoken, as the sessions were muted (mute_level)',
  skip_code: 'it is a block of code, and verbosity skip_code leaves code out',
  turn_end: 'read_mode final reads the reply alone',
  question: 'read_mode final reads the question alone',
  plan: 'read_mode final reads the plan alone',
  'sound muted': 'the sound was off (muted, or volume 0)',
  'no sound': 'no sound device could be reached',
  ended: 'the runtime ended first',
};

/** @param reason of the ledger, or of a `drop` line */
export function reasonInWords(reason: string): string {
  const full = /^more than (\d+)$/.exec(reason);
  if (full)
    return `its session had ${full[1]} sentences held back, and the oldest went (a full queue)`;
  return Object.hasOwn(reasons, reason) ? reasons[reason]! : reason;
}

/** Whether a text that a line tells of waits, is left out for good, or was or will be heard in another form. */
export type Fate = 'waits' | 'dropped' | 'elsewhere';

interface Note {
  readonly fate: Fate;
  readonly why: string;
}

type Rule = readonly [
  pattern: RegExp,
  fate: Fate,
  why: string | ((match: RegExpExecArray) => string),
];

/** Of the lines `agent <message> channel=<id> <what>`, the first that fits. */
const rules: readonly Rule[] = [
  [/^code: skip_code$/, 'dropped', reasons['skip_code']!],
  [
    /^dropped: late text \(its turn was replaced\)/,
    'dropped',
    'it came too late: its turn had been replaced by another (stale)',
  ],
  [
    /^dropped: late text/,
    'dropped',
    'it came too late: it was written before the last turn began (stale)',
  ],
  [
    /: dropped: flushed reply|not announced: flushed reply/,
    'dropped',
    'it belongs to a reply that was skipped (flush)',
  ],
  [/not announced: verbosity (\w+)/, 'dropped', (m) => `verbosity ${m[1]} does not announce tools`],
  [/not announced: nothing can be said/, 'dropped', 'there is nothing in it that can be said'],
  [
    /held chunk\(s\) \((.+), read_mode (\w+)\)/,
    'dropped',
    (m) => `read_mode ${m[2]} still held it back when ${when(m[1]!)}`,
  ],
  [
    /kept for the summary \((.+)\)/,
    'dropped',
    (m) => `it was held back for a summary when ${when(m[1]!)}`,
  ],
  [
    /summary: cancelled \((.+?)\)/,
    'dropped',
    (m) => `its summary was not out yet when ${when(m[1]!)}`,
  ],
  [
    /dropped: waited for the summary \((.+)\)/,
    'dropped',
    (m) => `it still waited for a summary when ${when(m[1]!)}`,
  ],
  [
    /held for their order \((.+), #/,
    'dropped',
    (m) => `a part of the text before it never came, and then ${when(m[1]!)}`,
  ],
  [
    /the prompt of a question without its answer/,
    'elsewhere',
    'it only asks to ask a question, which is read itself',
  ],
  [/the same text came before it|came twice/, 'elsewhere', 'the same text had come before it'],
  [/it came with the question/, 'elsewhere', 'it was read with the question it belongs to'],
  [
    /the reply was read already|a part of the reply that was read/,
    'elsewhere',
    'it was read as a part of the reply',
  ],
  [
    /kept for navigation/,
    'waits',
    'it is another question of a set: the keys for the next question read it (question_step)',
  ],
  [/is not on the screen/, 'waits', 'it is a question of a set that is not on the screen'],
  [
    /wait for minqueue (\d+)/,
    'waits',
    (m) => `read_mode queue holds it back until ${m[1]} sentences are there, or the turn ends`,
  ],
  [
    /held: waits for the turn end \(read_mode (\w+)\)/,
    'waits',
    (m) => `read_mode ${m[1]} holds it back until the turn ends`,
  ],
  [/held: kept for the summary/, 'waits', 'it is held back for a summary of the turn'],
  [/held: waits for the summary/, 'waits', 'it waits for the summary of the text before it'],
  [/held: delta \d+ waits/, 'waits', 'a part of the text before it has not come yet'],
  [/wait for the end of the paragraph/, 'waits', 'its paragraph has not ended yet'],
];

/** @returns null for a line that says nothing of a text's fate */
export function noteInWords(what: string): Note | null {
  for (const [pattern, fate, why] of rules) {
    const match = pattern.exec(what);
    if (match) return { fate, why: typeof why === 'string' ? why : why(match) };
  }
  return null;
}

function when(reason: string): string {
  const told: Readonly<Record<string, string>> = {
    turn_start: 'a new turn began',
    answered: 'its session was answered',
    stop: 'reading was stopped',
    flush: 'it was skipped (flush)',
    closed: 'its channel was closed',
    turn_end: 'the turn ended',
    mute: 'the sessions were muted',
    question: 'a question came',
    permission: 'a permission was asked for',
    plan: 'a plan came',
  };
  if (reason.startsWith('more than ')) return `there were ${reason} of them (a full queue)`;
  return told[reason] ?? `it came to this: ${reason}`;
}
