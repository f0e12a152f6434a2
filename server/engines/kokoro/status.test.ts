import { describe, expect, test } from 'vitest';
import { FakeBackend } from './fixtures/fakes.ts';
import { adviceFor, Slowness } from './status.ts';

const advice = 'npm run accelerate adds a native runtime that is 4 to 5 times faster.';

describe('advice', () => {
  const native = new FakeBackend('native', 0.3);
  native.why = 'It is not installed.';
  const lacking = [new FakeBackend('wasm', 1.4), native];
  const measured = { wasm: { factor: 1.4 } };

  test('names the native runtime where it is not installed and would help', () => {
    expect(adviceFor(lacking, 'wasm', measured, 1.4)).toBe(advice);
  });

  test('before a sentence goes by what was measured', () => {
    expect(adviceFor(lacking, 'wasm', measured, null)).toBe(advice);
    expect(adviceFor(lacking, 'wasm', { wasm: { factor: 0.2 } }, null)).toBeNull();
    expect(adviceFor(lacking, 'wasm', {}, null)).toBeNull();
  });

  test('is none where it is installed', () => {
    const all = [new FakeBackend('wasm', 1.4), new FakeBackend('native', 0.3)];
    expect(adviceFor(all, 'wasm', measured, 1.4)).toBeNull();
  });

  test('is none on a graphics card, or where it is fast', () => {
    expect(adviceFor(lacking, 'webgpu', measured, 1.4)).toBeNull();
    expect(adviceFor(lacking, 'wasm', measured, 0.3)).toBeNull();
  });
});

describe('slowness', () => {
  const look = (...factors: (number | null)[]) => {
    const slowness = new Slowness();
    for (const factor of factors) slowness.look(factor, null);
    return slowness.message;
  };

  test('begins above 0.9', () => {
    expect(look(0.9)).toBeNull();
    expect(look(0.91)).toMatch(/a second of speech takes 0.91 s/);
  });

  test('ends below 0.8, not before', () => {
    expect(look(1.4, 0.85)).toMatch(/1.4 s/);
    expect(look(1.4, 0.79)).toBeNull();
    expect(look(0.85)).toBeNull();
  });

  test('is not known before there were sentences', () => {
    expect(look(1.4, null)).toBeNull();
  });
});
