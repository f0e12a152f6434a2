import { beforeEach, expect, test } from 'vitest';
import { SimulatedClock } from '../../runtime/clock.ts';
import { Losses } from './losses.ts';

let clock: SimulatedClock;
let losses: Losses;
beforeEach(() => {
  clock = new SimulatedClock();
  losses = new Losses(clock);
});
const lose = (...ids: ('wasm' | 'native' | 'webgpu')[]) => ids.forEach((id) => losses.add(id));

test('two losses are forgiven', () => {
  lose('wasm', 'wasm');
  expect(losses.shunned()).toEqual(new Set());
});

test('three within a minute are not', () => {
  lose('wasm');
  clock.advance(59_000);
  lose('wasm', 'wasm');
  expect(losses.shunned()).toEqual(new Set(['wasm']));
});

test('three within more than a minute are', () => {
  lose('wasm', 'wasm');
  clock.advance(60_000);
  lose('wasm');
  expect(losses.shunned()).toEqual(new Set());
});

test('each backend is counted by itself', () => {
  lose('wasm', 'native', 'wasm', 'native');
  expect(losses.shunned()).toEqual(new Set());
  lose('native');
  expect(losses.shunned()).toEqual(new Set(['native']));
});

test('it may be used again ten minutes later', () => {
  lose('wasm', 'wasm', 'wasm');
  clock.advance(10 * 60_000 - 1);
  expect(losses.shunned().has('wasm')).toBe(true);
  clock.advance(1);
  expect(losses.shunned().has('wasm')).toBe(false);
});

test('then it needs three more', () => {
  lose('wasm', 'wasm', 'wasm');
  clock.advance(10 * 60_000);
  lose('wasm', 'wasm');
  expect(losses.shunned()).toEqual(new Set());
});

test('all is forgiven when asked for', () => {
  lose('wasm', 'wasm', 'wasm', 'native', 'native');
  losses.forgive();
  lose('native');
  expect(losses.shunned()).toEqual(new Set());
});
