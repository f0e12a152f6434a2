import { expect, test, vi } from 'vitest';
import { createFakeEngine } from './fake/fake-engine.ts';
import { EngineRegistry } from './registry.ts';

const named = (id: string) => ({ ...createFakeEngine(), id });

test('holds engines by id; the first is the default', () => {
  const a = named('a');
  const registry = new EngineRegistry([a, named('b')]);
  expect(registry.get('a')).toBe(a);
  expect(registry.get('c')).toBeUndefined();
  expect(registry.list().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(registry.default).toBe('a');
});

test('refuses none, and two of one name', () => {
  expect(() => new EngineRegistry([])).toThrow();
  expect(() => new EngineRegistry([named('a'), named('a')])).toThrow('two engines');
});

test('closes all, also when one fails to close', async () => {
  const close = vi.fn(async () => {});
  const broken = { ...named('a'), close: () => Promise.reject(new Error('stuck')) };
  await new EngineRegistry([broken, { ...named('b'), close }]).close();
  expect(close).toHaveBeenCalledOnce();
});
