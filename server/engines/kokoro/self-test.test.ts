import { expect, test } from 'vitest';
import { speechLike } from './fixtures/fakes.ts';
import { compareSound } from './self-test.ts';

const right = speechLike(2.5);
let state = 1;
/** −1 to 1, the same at every run. */
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 30 - 1;
};

test('the same sound passes', () => {
  expect(compareSound(right, right)).toBeNull();
});

test('the model’s own noise passes', () => {
  expect(
    compareSound(
      right.map((sample) => sample + 0.01 * random()),
      right,
    ),
  ).toBeNull();
});

test('another phase passes', () => {
  expect(
    compareSound(
      right.map((sample) => -sample),
      right,
    ),
  ).toBeNull();
});

test('half or twice as loud is another loudness', () => {
  expect(
    compareSound(
      right.map((sample) => 0.4 * sample),
      right,
    ),
  ).toMatch(/loudness/);
  expect(
    compareSound(
      right.map((sample) => 2.5 * sample),
      right,
    ),
  ).toMatch(/loudness/);
});

test('a little louder passes', () => {
  expect(
    compareSound(
      right.map((sample) => 1.3 * sample),
      right,
    ),
  ).toBeNull();
});

test('silence is another loudness', () => {
  expect(compareSound(new Float32Array(right.length), right)).toMatch(/loudness/);
});

test('a longer or shorter sound has another length', () => {
  expect(compareSound(speechLike(2.7), right)).toMatch(/length/);
  expect(compareSound(right.subarray(0, right.length - 5000), right)).toMatch(/length/);
});

test('a frame more or less passes', () => {
  expect(compareSound(right.subarray(0, right.length - 960), right)).toBeNull();
});

test('nothing at all is refused', () => {
  expect(compareSound(new Float32Array(0), right)).not.toBeNull();
});

test('not a number is refused', () => {
  const made = right.slice();
  made[1000] = Number.NaN;
  expect(compareSound(made, right)).not.toBeNull();
});

test('even noise of the same power is garbled', () => {
  const power = Math.sqrt(right.reduce((sum, sample) => sum + sample ** 2, 0) / right.length);
  expect(
    compareSound(
      right.map(() => 1.7 * power * random()),
      right,
    ),
  ).toMatch(/garbled/);
});

test('noise that goes up and down as the speech does is garbled', () => {
  const noise = right.map((_, at) => {
    const level = 0.3 * (0.55 + 0.45 * Math.sin((2 * Math.PI * 2 * at) / 24_000));
    return 1.2 * level * random();
  });
  expect(compareSound(noise, right)).toMatch(/garbled/);
});

test('the same words at another time are garbled', () => {
  const quarter = 6_000;
  const later = right.map((_, at) => right[(at + quarter) % right.length]!);
  expect(compareSound(later, right)).toMatch(/garbled/);
});
