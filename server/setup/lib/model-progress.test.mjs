import { expect, test } from 'vitest';
import { createProgress } from './model-progress.mjs';

function shown(isTTY, statuses) {
  let text = '';
  const show = createProgress({ isTTY, write: (more) => (text += more) });
  const ended = statuses.map((status) => show({ engine: 'kokoro', ...status }));
  return { text, ended };
}

const downloading = (done) => ({
  status: 'downloading',
  progress: { done, total: 354e6 },
  fallback: 'onecore',
});

test('without a terminal there is a line every ten percent', () => {
  const { text } = shown(false, [0, 1e6, 40e6, 41e6, 354e6].map(downloading));
  expect(text.split('\n').map((line) => /(\d+) %/.exec(line)?.[1])).toEqual([
    '0',
    '10',
    '100',
    undefined,
  ]);
});

test('on a terminal there is a bar in one line', () => {
  const { text } = shown(true, [downloading(177e6)]);
  expect(text).toBe(
    `\rDownloading the voice Kokoro [${'#'.repeat(15)}${'.'.repeat(15)}]  50 % of 354 MB`,
  );
});

test('a line after the bar begins a new one', () => {
  const { text } = shown(true, [downloading(354e6), { status: 'ready' }]);
  expect(text.endsWith('354 MB\nKokoro is ready.\n')).toBe(true);
});

test('a failure says why, and who speaks', () => {
  const { text } = shown(false, [
    { status: 'waiting', message: 'No network.', fallback: 'onecore' },
  ]);
  expect(text).toBe('Kokoro is not ready: No network. Another voice speaks meanwhile.\n');
});

test.each([
  ['ready', true],
  ['unavailable', true],
  ['loading', false],
  ['waiting', false],
])('%s is the end: %s', (status, end) => {
  expect(shown(false, [{ status }]).ended).toEqual([end]);
});

test('one that was ready all along is not announced', () => {
  expect(shown(false, [{ status: 'ready' }]).text).toBe('');
});

test('another engine has nothing to show', () => {
  expect(shown(false, [{ engine: 'onecore', status: 'ready' }]).ended).toEqual([true]);
});
