// The parts of the large stand-in that run per frame and per sample: most of the operations.

/** @typedef {import('./layers.mjs').Layers} Layers */

/**
 * Two convolutions of 3 with adaptive norms, and a way past them.
 * @param {Layers} g
 * @param {string} x [1, from, time]
 * @param {number} from
 * @param {number} to
 * @param {string} style
 * @param {{ doubles?: boolean }} [options] `doubles`: to twice the time
 */
export function styledBlock(g, x, from, to, style, { doubles = false } = {}) {
  const first = g.leaky(g.adaptiveNorm(from, style)(x));
  const longer = doubles ? g.upsample(first, from, from, 3, { stride: 2, group: from }) : first;
  const second = g.leaky(g.adaptiveNorm(to, style)(g.conv(from, to, 3)(longer)));
  const through = g.conv(to, to, 3)(second);
  const beside = doubles ? g.twice(x) : x;
  const past = from === to ? beside : g.conv(from, to, 1)(beside);
  return g.add('Mul', [g.add('Add', [through, past]), g.floats(Math.SQRT1_2)]);
}

/**
 * A curve (pitch or energy) at 80 values a second.
 * @param {Layers} g
 * @param {string} x [1, 512, frames]
 * @param {string} style
 * @returns {string} [1, 1, 2 x frames]
 */
export function curve(g, x, style) {
  const first = styledBlock(g, x, 512, 512, style);
  const second = styledBlock(g, first, 512, 256, style, { doubles: true });
  const third = styledBlock(g, second, 256, 256, style);
  return g.conv(256, 1, 1)(third);
}

/**
 * From what is said, pitch and energy to features at 80 a second.
 * @param {Layers} g
 * @param {string} said [1, 512, frames]
 * @param {string} pitch [1, 1, 2 x frames]
 * @param {string} energy [1, 1, 2 x frames]
 * @param {string} style
 * @returns {string} [1, 512, 2 x frames]
 */
export function decoder(g, said, pitch, energy, style) {
  const curves = [pitch, energy].map((line) => g.conv(1, 1, 3, { stride: 2, pads: [1, 1] })(line));
  const beside = g.conv(512, 64, 1)(said);
  let x = styledBlock(g, g.join([said, ...curves], 1), 514, 1024, style);
  for (let block = 0; block < 4; block += 1) {
    const joined = g.join([x, beside, ...curves], 1);
    const last = block === 3;
    x = styledBlock(g, joined, 1090, last ? 512 : 1024, style, { doubles: last });
  }
  return x;
}

const kernels = [3, 7, 11];
const dilations = [1, 3, 5];

/**
 * From features to samples: up to 800 and 4800 steps a second with dilated convolutions at each, then an inverse
 * short-time Fourier transform of 20 points every 5 samples.
 * @param {Layers} g
 * @param {string} x [1, 512, steps] at 80 a second
 * @param {string} source [1, 1, 300 x steps], a tone of the wanted pitch
 * @param {string} style
 * @returns {string} [300 x steps], within -0.3 and 0.3
 */
export function generator(g, x, source, style) {
  const spectrum = g.conv(1, 22, 20, { stride: 5, pads: [7, 8] })(source);

  let y = g.upsample(g.leaky(x), 512, 256, 20, { stride: 10 });
  const slow = g.conv(22, 256, 12, { stride: 6, pads: [3, 3] })(spectrum);
  y = g.add('Add', [y, dilatedBlock(g, 256, 7, style)(slow)]);
  y = dilatedBlocks(g, y, 256, style);

  y = g.upsample(g.leaky(y), 256, 128, 12, { stride: 6 });
  const quick = g.conv(22, 128, 1)(spectrum);
  y = g.add('Add', [y, dilatedBlock(g, 128, 11, style)(quick)]);
  // Twice: with one pass it ran in two thirds of the time that our measurements of a model of this size took.
  y = dilatedBlocks(g, y, 128, style, 2);

  const [size, phase] = g.split('Split', [g.conv(128, 22, 7)(g.leaky(y)), g.ints(11, 11)], 2, {
    axis: 1,
  });
  // Bounded, as nothing has trained these weights to be quiet.
  const magnitude = g.add('Exp', [g.add('Tanh', [size])]);
  const angle = g.add('Sin', [phase]);
  const real = g.add('Mul', [magnitude, g.add('Cos', [angle])]);
  const imaginary = g.add('Mul', [magnitude, g.add('Sin', [angle])]);
  const wave = g.add('ConvTranspose', [g.join([real, imaginary], 1), g.scaled([22, 1, 20], 88)], {
    kernel_shape: [20],
    strides: [5],
    pads: [7, 8],
  });
  const flat = g.add('Reshape', [wave, g.ints(-1)]);
  return g.add('Mul', [g.add('Tanh', [flat]), g.floats(0.3)]);
}

/**
 * The mean of a block of each kernel.
 * @param {Layers} g
 * @param {string} x [1, size, time]
 * @param {number} size
 * @param {string} style
 * @param {number} [passes] how many times, with the same weights
 */
function dilatedBlocks(g, x, size, style, passes = 1) {
  const blocks = kernels.map((kernel) => dilatedBlock(g, size, kernel, style));
  let y = x;
  for (let pass = 0; pass < passes; pass += 1) {
    const [a = '', b = '', c = ''] = blocks.map((block) => block(y));
    const sum = g.add('Add', [g.add('Add', [a, b]), c]);
    y = g.add('Div', [sum, g.floats(kernels.length)]);
  }
  return y;
}

/**
 * @param {Layers} g
 * @param {number} size
 * @param {number} kernel
 * @param {string} style
 * @returns {(x: string) => string} the block, from [1, size, time] to the same
 */
function dilatedBlock(g, size, kernel, style) {
  const rounds = dilations.map((dilation) => [
    g.adaptiveNorm(size, style),
    g.snake(size),
    g.conv(size, size, kernel, { dilation }),
    g.adaptiveNorm(size, style),
    g.snake(size),
    g.conv(size, size, kernel),
  ]);
  return (x) =>
    rounds.reduce((y, steps) => g.add('Add', [steps.reduce((z, step) => step(z), y), y]), x);
}
