import { expect, test } from 'vitest';
import { createNullOutput } from '../audio/null-output.ts';
import { createFakeEngine } from '../engines/fake/fake-engine.ts';
import { EngineRegistry } from '../engines/registry.ts';
import { SimulatedClock } from './clock.ts';
import { defaultSettings, Runtime } from './runtime.ts';

function setUp() {
  const warmed: string[] = [];
  const engine = (id: string) => ({
    ...createFakeEngine(),
    id,
    warm: () => void warmed.push(id),
  });
  const output = createNullOutput(new SimulatedClock());
  output.warm = () => void warmed.push('output');
  const runtime = new Runtime({
    engines: new EngineRegistry([engine('first'), engine('second')]),
    output,
    settings: { save: async () => {} },
    log: { line() {}, readStart() {}, readEnd() {}, readDrop() {}, readerPaused() {}, trace() {} },
    cut: (text) => [text],
    initial: { ...defaultSettings(), engine: 'first' },
  });
  return { runtime, warmed };
}

test('a client that arrives warms what sounds and what speaks', () => {
  const { runtime, warmed } = setUp();
  runtime.warm();
  expect(warmed).toEqual(['output', 'first']);
});

test('so does an engine that is chosen', async () => {
  const { runtime, warmed } = setUp();
  await runtime.set('engine', 'second');
  expect(warmed).toEqual(['output', 'second']);
});
