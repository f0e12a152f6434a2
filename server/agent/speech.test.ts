/** With the cutter that the runtime uses. */
import { expect, test } from 'vitest';
import { SpeechStream } from '../text/speech-stream.ts';
import { Agent } from './agent.ts';
import { FakeFloor } from './fixtures/fake-floor.ts';
import { Rig } from './fixtures/rig.ts';
import type { AgentSettings } from './types.ts';

function agentOf(settings: Partial<AgentSettings>): { agent: Agent; floor: FakeFloor } {
  const floor = new FakeFloor();
  const inForce = { ...new Rig().settings, ...settings };
  const agent = new Agent({
    floor,
    settings: () => inForce,
    open: (options) => new SpeechStream(options),
  });
  return { agent, floor };
}

test('text is read the way people say it, its code as one message', () => {
  const { agent, floor } = agentOf({ read_mode: 'immediate', verbosity: 'read_code' });
  const delta = 'It took **30s**. See:\n\n```ts\nconst a = 1;\n```\n\nDone';
  agent.stream({ channel: 's', delta, final: true }, 0);
  expect(floor.unread('s')).toEqual([
    'It took thirty seconds.',
    'See:',
    'TypeScript code block, 1 line. | Line one: const A, equals, 1 | End of TypeScript code.',
    'Done',
  ]);
});

test('a question with its options', () => {
  const { agent, floor } = agentOf({});
  const options = ['A', { label: 'B', description: 'Uses `git`, e.g. rebase' }];
  agent.ask({ channel: 's', kind: 'question', text: 'Pick', options }, 0);
  expect(floor.unread('s')).toEqual([
    'Pick | Option 1: A. | Option 2: B. Uses git, for example rebase.',
  ]);
});
