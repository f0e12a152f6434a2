/** Anything that may be sent, in any order: every reply is a documented one, and the runtime goes on. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { useDesk } from './desk.ts';

/** The same numbers for the same seed, from 0 up to `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const known = ['E_BAD_REQUEST', 'E_NOT_FOUND', 'E_BUSY', undefined];

describe.each(transports)('odd words over %s', (transport) => {
  const used = useDesk(transport);

  for (const seed of [1, 2, 3]) {
    it(`${proves('agent.random')}: seed ${seed}`, async () => {
      const { desk } = used;
      const number = numbers(seed);
      const one = <T>(list: readonly T[]): T => list[number(list.length)]!;
      const texts = [
        '',
        ' ',
        'One. Two.',
        'Un',
        '```ts\na\n',
        '```',
        '\u202e\u0000',
        '[fail]',
        '# a\n|b|',
      ];
      const odd = [null, 5, -1, 2 ** 31, 1e308, true, [], {}, '', 'x'.repeat(70_000)];
      const channel = () => one(['a', 'b', 'constructor', '__proto__']);
      const makers: (() => [string, Record<string, unknown>])[] = [
        () => ['stream', { delta: one(texts), index: number(6), final: number(2) === 0 }],
        () => ['stream', { delta: one(texts), lead_in: true }],
        () => ['turn_start', { t: number(9), turn: one(['x', 'y', 'z']) }],
        () => ['turn_end', { t: number(9), reply: one(texts), before_reply: one(texts) }],
        () => ['ask', { kind: one(['question', 'plan', 'permission']), text: one(texts) }],
        () => ['ask', { kind: 'question', text: one(texts), set_index: number(3), set_size: 3 }],
        () => ['tool', { name: one(texts), summary: one(texts) }],
        () => ['answered', {}],
        () => ['question_shown', number(2) ? { text: one(texts) } : { review: true }],
        () => ['focus', {}],
        () => ['channel_close', {}],
        () => ['speak', { text: one(texts), interrupt: number(2) === 0 }],
        () => ['earcon', { kind: one(['nav', 'step']) }],
        () => ['control', { action: one(['next_question', 'previous_question', 'back']) }],
        () => ['control', { action: one(['flush', 'stop', 'restart', 'next_channel', 'skip']) }],
        () => ['set', { key: 'mute_level', value: number(4) }],
        () => ['set', { key: 'read_mode', value: one(['immediate', 'queue', 'done', 'final']) }],
        () => ['set', { key: 'question_step', value: one(['on', 'off']) }],
        () => ['set', { key: 'verbosity', value: one(['everything', 'skip_code']) }],
      ];
      for (let count = 0; count < 400; count++) {
        const [type, fields] = one(makers)();
        const message: Record<string, unknown> = ['set', 'earcon', 'control'].includes(type)
          ? fields
          : { channel: channel(), ...fields };
        if (number(6) === 0) message[one(Object.keys(message))] = one(odd);
        const code = await desk.refused(type, message);
        expect(known, `${type} ${JSON.stringify(message)}`).toContain(code);
      }
      for (const key of ['mute_level', 'read_mode', 'question_step', 'verbosity']) {
        const value =
          { mute_level: 0, read_mode: 'done', question_step: 'off' }[key] ?? 'skip_code';
        await desk.set(key, value);
      }
      await desk.control('stop');
      await desk.control('play');
      await desk.start('fine', { t: 1 });
      await desk.write('fine', 'Still here.');
      await desk.end('fine');
      await desk.began('fine: Still here.');
    });
  }
});
