/** A picture of recorded sound: what a person looks at when a test of sound fails. */
import { envelope } from './signal.ts';

const bars = ' ▁▂▃▄▅▆▇█';

/** One line of text, `columns` wide; full height is the loudest part. */
export function textWaveform(samples: Float32Array, columns = 80): string {
  const levels = peaks(samples, columns);
  const loudest = Math.max(...levels, 1e-9);
  return levels
    .map((level) => bars[level < 1e-4 ? 0 : Math.max(1, Math.round((level / loudest) * 8))])
    .join('');
}

/** An SVG drawing with a line of seconds; `marks` are seconds to draw a line at, with a name. */
export function svgWaveform(
  samples: Float32Array,
  rate: number,
  { title = '', marks = [] }: { title?: string; marks?: { at: number; name: string }[] } = {},
): string {
  const [width, height, middle] = [1000, 220, 110];
  const seconds = samples.length / rate;
  const x = (at: number) => ((at / Math.max(seconds, 1e-9)) * width).toFixed(1);
  const levels = peaks(samples, width);
  const loudness = envelope(samples, rate, Math.max(seconds / width, 1 / rate));
  const outline = levels
    .map(
      (level, at) =>
        `M${at} ${(middle - level * 90).toFixed(1)}V${(middle + level * 90).toFixed(1)}`,
    )
    .join('');
  const curve = Array.from(
    loudness,
    (level, at) => `${at === 0 ? 'M' : 'L'}${at} ${(middle - level * 90).toFixed(1)}`,
  ).join('');
  const ticks = Array.from(
    { length: Math.floor(seconds * 2) + 1 },
    (_, half) =>
      `<text x="${x(half / 2)}" y="${height - 4}" font-size="10" fill="#666">${half / 2}</text>`,
  ).join('');
  const lines = marks
    .map(
      ({ at, name }) =>
        `<path d="M${x(at)} 14V${height - 16}" stroke="#c33"/>` +
        `<text x="${x(at)}" y="24" font-size="10" fill="#c33">${escape(name)}</text>`,
    )
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">` +
    `<rect width="100%" height="100%" fill="#fff"/>` +
    `<text x="4" y="12" font-size="11">${escape(title)} (${seconds.toFixed(2)} s)</text>` +
    `<path d="${outline}" stroke="#69c"/><path d="${curve}" stroke="#036" fill="none"/>` +
    `${ticks}${lines}</svg>\n`
  );
}

/** The loudest sample of each of `columns` equal parts. */
function peaks(samples: Float32Array, columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * samples.length) / columns);
    const to = Math.floor(((column + 1) * samples.length) / columns);
    return samples.subarray(from, to).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
