/** What the log tells of sessions, and what it keeps to itself. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { long, useDesk } from './desk.ts';

describe.each(transports)('the log of agent over %s', (transport) => {
  const used = useDesk(transport);

  it(proves('agentlog.speak', 'agentlog.read-text'), async () => {
    const { desk } = used;
    await desk.set('read_mode', 'immediate');
    await desk.set('verbosity', 'everything');
    await desk.write('log1', 'Elephant.');
    await desk.tool('log1', 'Bash', { summary: 'Runs.' });
    await desk.ask('log1', 'plan', 'Do it.');
    await desk.ask('log1', 'permission', 'May I?');
    await desk.ask('log1', 'question', 'Which?');
    await desk.all();
    const spoken: [string, string, string, boolean][] = [
      ['stream', 'prose', 'Elephant.', false],
      ['tool', 'tool', 'Runs.', false],
      ['ask', 'plan', 'Plan ready. Do it.', true],
      ['ask', 'permission', 'May I?', true],
      ['ask', 'question', 'Which?', true],
    ];
    for (const [message, kind, text, decision] of spoken) {
      const [line, ...more] = await desk.logged(
        `agent ${message} channel=log1 speak kind=${kind} `,
      );
      expect(more).toEqual([]);
      expect(line).toMatch(/ entry=\d+/);
      expect(line!.includes(' decision')).toBe(decision);
      expect(line!.endsWith(` text="${text}"`)).toBe(true);
      const read = await desk.logged('read text', `session=log1 kind=${kind} from=${message} `);
      expect(read).toEqual([expect.stringContaining(`text="${text}"`)]);
    }
    expect(await desk.logged('ask kind=question session=log1')).toHaveLength(1);
    expect(await desk.logged('ask kind=plan session=log1')).toHaveLength(1);
  });

  it(proves('agentlog.chunks'), async () => {
    const { desk } = used;
    await desk.ask('log2', 'question', 'Which?', { options: ['A', long('B')] });
    await desk.reads('log2: Option 2: B…');
    await desk.skip();
    await desk.all();
    const [line] = await desk.logged('read text', 'session=log2');
    expect(line).toContain('chunks=3/3');
  });

  it(proves('agentlog.held'), async () => {
    const { desk } = used;
    await desk.start('log3');
    await desk.write('log3', 'One. Two.');
    expect(
      await desk.logged(
        'agent stream channel=log3',
        'held: waits for the turn end (read_mode done), 2 chunk',
      ),
    ).toHaveLength(1);
    await desk.start('log3');
    expect(
      await desk.logged('channel=log3', 'dropped: 2 held chunk(s) (turn_start, read_mode done)'),
    ).toHaveLength(1);
    await desk.set('read_mode', 'queue');
    await desk.write('log3', 'One.');
    expect(
      await desk.logged('channel=log3', 'held: 1 chunk(s) wait for minqueue 5 or the turn end'),
    ).toHaveLength(1);
  });

  it(proves('agentlog.order'), async () => {
    const { desk } = used;
    await desk.set('read_mode', 'immediate');
    await desk.piece('log4', 0, 'First. So');
    await desk.piece('log4', 2, ' third. So');
    const held = 'prose: held: delta 2 waits for delta(s) [1] (out of order, #286)';
    expect(await desk.logged('agent stream channel=log4', held)).toHaveLength(1);
    await desk.began('log4: So third.');
    const released = 'held for their order without delta(s) [1] (waited 400 ms, #286)';
    expect(await desk.logged('channel=log4', 'prose: released: 1 delta(s)', released)).toHaveLength(
      1,
    );
    await desk.piece('log4', 5, 'Sixth. ');
    await desk.end('log4');
    expect(
      await desk.logged('channel=log4', 'released: 1 delta(s)', '(turn_end, #286)'),
    ).toHaveLength(1);
    await desk.piece('log4', 9, 'Tenth. ');
    await desk.start('log4');
    expect(
      await desk.logged(
        'channel=log4',
        'dropped: 1 delta(s) held for their order (turn_start, #286)',
      ),
    ).toHaveLength(1);
  });

  it(proves('agentlog.earcon', 'agentlog.wipe'), async () => {
    const { desk } = used;
    await desk.write('log5', 'One.');
    await desk.end('log5');
    await desk.all();
    expect(await desk.logged('agent turn_end earcon turn_done')).not.toEqual([]);
    await desk.start('log5');
    expect(await desk.logged('agent turn_start channel=log5 wipe reason=turn_start')).toHaveLength(
      1,
    );
    await desk.answered('log5');
    expect(await desk.logged('agent answered channel=log5 wipe reason=answered')).toHaveLength(1);
  });

  it(proves('agentlog.skip-code'), async () => {
    const { desk } = used;
    await desk.set('read_mode', 'immediate');
    await desk.write('log6', '```ts\nconst a = b;\n```');
    expect(await desk.all()).toEqual([]);
    expect(await desk.logged('agent stream channel=log6', 'skip_code')).toHaveLength(1);
  });

  it(proves('agentlog.in'), async () => {
    const { desk } = used;
    const options = [{ label: 'Yes', description: 'Ship it' }, 'No'];
    await desk.ask('log7', 'question', 'Which?', { options });
    const lines = (await desk.logged('in {', '"log7"')).map(
      (line) => JSON.parse(line.slice(3)) as object,
    );
    const asked = { type: 'ask', channel: 'log7', kind: 'question', text: 'Which?' };
    expect(lines).toEqual([{ ...asked, options: ['Yes', 'No'] }]);
    await desk.refused('ask', { channel: 'log7', kind: 'demand' });
    expect(await desk.logged('in failed type=ask E_BAD_REQUEST')).not.toEqual([]);
  });

  it(proves('agentlog.off'), async () => {
    const { desk } = used;
    await desk.set('debug_log', false);
    await desk.set('read_mode', 'immediate');
    await desk.set('verbosity', 'everything');
    const secret = 'Rhinoceros';
    await desk.start('log8', { t: 5, label: `${secret} label` });
    await desk.write('log8', `${secret}. And ${secret}.`);
    await desk.piece('log8', 2, `${secret} two.`);
    await desk.tool('log8', secret, { summary: `${secret} runs.` });
    const more = { notes: secret, hint: secret, hint_once: secret };
    await desk.ask('log8', 'question', secret, { options: [secret], ...more });
    await desk.ask('log8', 'plan', secret);
    await desk.done('question_shown', { channel: 'log8', text: secret });
    await desk.refused('ask', { channel: 'log8', kind: secret });
    await desk.set('summaries', { prompts: { tidy: secret } });
    await desk.set('summaries', { prompts: { tidy: null } });
    await desk.answered('log8');
    await desk.end('log8', { reply: secret, before_reply: secret });
    await desk.afterWaits();
    const told = desk.log(secret).filter((line) => !/^(ask|read start) .*session=/.test(line));
    expect(told).toEqual([]);
    expect(desk.log('in {"', '"type":"ask"', '"channel":"log8"').length).toBeGreaterThan(1);
  });

  it(proves('agentlog.off-fields'), async () => {
    const { desk } = used;
    await desk.set('debug_log', false);
    await desk.piece('log9', 0, 'Elephant.', { final: true, t: 7 });
    const [line] = await desk.logged('in {', '"log9"');
    const fixed = { type: 'stream', channel: 'log9', index: 0, final: true, t: 7 };
    expect(JSON.parse(line!.slice(3))).toEqual(fixed);
    await desk.set('code_pause', 250);
    await desk.settle();
    const set = desk.log('in {', '"code_pause"').map((each) => JSON.parse(each.slice(3)) as object);
    expect(set).toContainEqual({ type: 'set', key: 'code_pause', value: 250 });
  });
});
