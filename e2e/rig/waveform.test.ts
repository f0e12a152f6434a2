import { expect, test } from 'vitest';
import { svgWaveform, textWaveform } from './waveform.ts';
import { tone } from './wav.ts';

const heard = new Float32Array(48_000);
heard.set(tone(400, 0.5, 48_000), 24_000);

test('text: silence is blank, the loudest part full', () => {
  expect(textWaveform(heard, 8)).toBe('    ████');
  expect(textWaveform(new Float32Array(800), 4)).toBe('    ');
});

test('svg: names, time and marks are there, escaped', () => {
  const svg = svgWaveform(heard, 48_000, { title: 'a < b', marks: [{ at: 0.5, name: 'pause' }] });
  expect(svg).toContain('a &lt; b (1.00 s)');
  expect(svg).toContain('<path d="M500.0 14');
  expect(svg).toContain('pause');
});
