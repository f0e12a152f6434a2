/** With the channels that the runtime uses, and a pretended reader. */
import { expect, test } from 'vitest';
import { Rig as ChannelsRig } from '../channels/fixtures/rig.ts';
import { Agent } from './agent.ts';
import { FakeCutting } from './fixtures/fake-cutting.ts';
import { Rig } from './fixtures/rig.ts';
import type { AgentSettings } from './types.ts';

class Pair {
  readonly rig = new ChannelsRig();
  readonly agent: Agent;
  settings: AgentSettings;

  constructor(settings: Partial<AgentSettings> = {}) {
    this.settings = { ...new Rig().settings, read_mode: 'immediate', ...settings };
    this.rig.settings.agent = true;
    this.agent = new Agent({
      floor: this.rig.channels,
      settings: () => this.settings,
      open: () => new FakeCutting(),
    });
    this.rig.onHand = (handout) => {
      if (handout.kind === 'message') this.agent.taken(handout.channel, handout.entry.id);
    };
  }

  do<T>(call: (agent: Agent) => T): T {
    return this.rig.act(() => call(this.agent));
  }

  stream(delta: string, channel = 's'): void {
    this.do((agent) => agent.stream({ channel, delta, final: true }, 0));
  }

  ask(...texts: string[]): void {
    for (const [index, text] of texts.entries()) {
      const place = texts.length > 1 ? { set_index: index, set_size: texts.length } : {};
      this.do((agent) => agent.ask({ channel: 's', kind: 'question', text, ...place }, 0));
    }
  }
}

test('a new turn cuts what is read of the old one', () => {
  const pair = new Pair();
  pair.stream('One. Two.');
  pair.do((agent) => agent.turnStart({ channel: 's' }, 0));
  expect(pair.rig.says).toBeNull();
  pair.stream('New.');
  expect(pair.rig.says).toBe('s: New.');
});

test('a decision is read before the other channels', () => {
  const pair = new Pair();
  pair.stream('Here. Still here.', 'a');
  pair.stream('Text.', 'b');
  pair.ask('Ok?');
  pair.rig.hearAll();
  expect(pair.rig.begun.filter((says) => !says.startsWith('announce'))).toEqual([
    'a: Here.',
    'a: Still here.',
    's: Ok?',
    'b: Text.',
  ]);
});

test('a stepped set is read by its keys', () => {
  const pair = new Pair({ question_step: 'on' });
  pair.stream('Text.');
  pair.ask('A?', 'B?');
  expect(pair.do((agent) => agent.nextQuestion())).toMatchObject({ question: 1 });
  expect(pair.rig.says).toMatch(/1 of 2/);
  expect(pair.do((agent) => agent.nextQuestion())).toMatchObject({ question: 2 });
  expect(pair.rig.says).toMatch(/2 of 2/);
  pair.rig.hearAll();
  expect(pair.do((agent) => agent.previousQuestion())).toMatchObject({ question: 1 });
  expect(pair.rig.says).toMatch(/1 of 2/);
  pair.rig.hearAll();
  expect(pair.do((agent) => agent.restart())).toMatchObject({ question: 1 });
  expect(pair.rig.says).toBe('s: Text.');
  pair.rig.hear();
  expect(pair.rig.says).toMatch(/1 of 2/);
});

test('a set whose terminal tells what it shows is read no further', () => {
  const pair = new Pair();
  pair.stream('Text.');
  pair.ask('A?', 'B?');
  const shown = (text: string) =>
    pair.do((agent) => agent.questionShown({ channel: 's', text }, 0));
  expect(shown('A?')).toEqual({ moved: false });
  pair.rig.hearAll();
  expect(pair.rig.begun.at(-1)).toMatch(/1 of 2/);
  expect(shown('B?')).toMatchObject({ moved: true, question: 2 });
  expect(pair.rig.says).toMatch(/2 of 2/);
  expect(shown('A?')).toMatchObject({ moved: true, question: 1 });
  expect(pair.rig.says).toMatch(/1 of 2/);
  pair.do((agent) => agent.questionShown({ channel: 's', review: true }, 0));
  expect(pair.rig.says).toMatch(/Review/);
});

test('the screen never skips the message, not even one that is read again', () => {
  const pair = new Pair();
  pair.stream('Text.');
  pair.ask('A?', 'B?');
  pair.rig.hearAll();
  pair.rig.act((channels) => channels.restart());
  expect(pair.rig.says).toBe('s: Text.');
  pair.do((agent) => agent.questionShown({ channel: 's', text: 'B?' }, 0));
  expect(pair.rig.says).toBe('s: Text.');
  pair.rig.hear();
  expect(pair.rig.says).toMatch(/2 of 2/);
  pair.rig.hearAll();
  expect(pair.rig.says).toBeNull();
});

test('text stored while muted is read again from the top', () => {
  const pair = new Pair({ mute_level: 1 });
  pair.stream('One. Two.');
  expect(pair.rig.says).toBeNull();
  pair.rig.act((channels) => channels.restart());
  expect(pair.rig.says).toBe('s: One.');
});

test('muting drops what is queued and keeps the message', () => {
  const pair = new Pair();
  pair.stream('One. Two.');
  pair.settings = { ...pair.settings, mute_level: 1 };
  pair.do((agent) => agent.setMuteLevel(1));
  expect(pair.rig.says).toBeNull();
  pair.rig.act((channels) => channels.restart());
  pair.rig.hearAll();
  expect(pair.rig.heard).toEqual(['s: One.', 's: Two.']);
});
