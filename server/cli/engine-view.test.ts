import { expect, test } from 'vitest';
import { engineLines, type BackendView } from './engine-view.ts';

const view: BackendView = {
  backend: 'wasm',
  factor: 1.31,
  measured: { wasm: { factor: 1.4 } },
  advice: 'Install it.',
};

test('a download tells how far it is, and who speaks', () => {
  const progress = { done: 104_873_984, total: 353_746_785 };
  const status = {
    engine: 'kokoro',
    ready: false,
    status: 'downloading',
    progress,
    fallback: 'onecore',
  };
  expect(engineLines(status as never, { ...view, backend: null, advice: null })).toEqual([
    'kokoro: downloading its model, 29 % of 354 MB; meanwhile speaks: System voices (onecore)',
  ]);
});

test('a ready Kokoro tells its backend and pace, and what would help', () => {
  const status = { engine: 'kokoro', ready: true, status: 'ready' } as const;
  expect(engineLines(status, view)).toEqual([
    'kokoro: ready (wasm, real-time factor 1.31)',
    'Install it.',
  ]);
});

test('before the first sentence the pace is what was measured', () => {
  const status = { engine: 'kokoro', ready: true, status: 'ready' } as const;
  expect(engineLines(status, { ...view, factor: null })[0]).toBe(
    'kokoro: ready (wasm, real-time factor 1.40)',
  );
});

test('a pace too small to be told is not told', () => {
  const status = { engine: 'kokoro', ready: true, status: 'ready' } as const;
  expect(engineLines(status, { ...view, factor: 0.004 })[0]).toBe('kokoro: ready (wasm)');
});

test('what was installed since the start is not advised again', () => {
  const status = { engine: 'kokoro', ready: true, status: 'ready' } as const;
  const again = 'The native runtime is installed: start Sonara again to use it.';
  expect(engineLines(status, view, true)[1]).toBe(again);
  expect(engineLines({ ...status, message: 'Slow. Install it.' }, view, true)).toEqual([
    `kokoro: ready (wasm, real-time factor 1.31), Slow. ${again}`,
  ]);
  expect(engineLines(status, { ...view, advice: null }, true)).toHaveLength(1);
});

test('advice that the message holds is not said twice', () => {
  const status = {
    engine: 'kokoro',
    ready: true,
    status: 'ready',
    message: 'Slow. Install it.',
  } as const;
  expect(engineLines(status, view)).toHaveLength(1);
});

test('another engine is only named', () => {
  const status = { engine: 'onecore', ready: true, status: 'ready' } as const;
  expect(engineLines(status, view)).toEqual(['System voices (onecore): ready']);
});
