// A stand-in, not Kokoro and not a voice: random weights in a graph of Kokoro's size and kind, so that it takes about
// as long and as much memory to run. What comes out is noise. For benchmarks only.
import { kokoroInputs } from './graph.mjs';
import { Layers } from './layers.mjs';
import { curve, decoder, generator } from './sound-layers.mjs';
import { prosodyEncoder, textEncoder, transformer } from './text-layers.mjs';

const vocabulary = 178;
/** 0.06 s at speed 1, in frames of 25 ms. */
const framesPerToken = 2.4;
/** Samples of half a frame, for which pitch has one value. */
const samplesPerStep = 300;

/**
 * A shared-weight transformer, LSTMs, and an iSTFTNet-like generator; the sizes are those which the papers of
 * ALBERT, StyleTTS 2 and iSTFTNet and the published configuration of Kokoro-82M give.
 *
 * Inputs: `tokens` int64[1,n] with n up to 512, `style` float32[1,256], `speed` float32[1]. Output: `audio` [samples],
 * 24 kHz float32, 600 x round(2.4 n / speed) samples within -0.3 and 0.3.
 * @returns {import('./encode-onnx.d.mts').Model} 325 MB once written: use encodeModel's chunks
 */
export function largeModel() {
  const g = new Layers();
  const column = (/** @type {number} */ from, /** @type {number} */ to) =>
    g.add('Slice', ['style', g.ints(from), g.ints(to), g.ints(1)]);
  const soundStyle = column(0, 128);
  const prosodyStyle = column(128, 256);
  const ids = g.add('Reshape', ['tokens', g.ints(-1)]);

  const understood = g.linear(transformer(g, ids, vocabulary), 768, 512);
  const prosody = prosodyEncoder(g, understood, prosodyStyle);
  const timed = g.biLstm(prosody, 640, 512);
  const durations = g.linear(timed, 512, 50);

  const frameToken = spread(g, durations);
  const perFrame = g.biLstm(g.add('Gather', [prosody, frameToken]), 640, 512);
  const shape = g.toChannels(perFrame);
  const pitch = curve(g, shape, prosodyStyle);
  const energy = curve(g, shape, prosodyStyle);
  const said = g.toChannels(g.add('Gather', [textEncoder(g, ids, vocabulary), frameToken]));
  const features = decoder(g, said, pitch, energy, soundStyle);
  const audio = generator(g, features, tone(g, pitch), soundStyle);
  g.add('Identity', [audio], {}, 'audio');

  return {
    name: 'large-stand-in',
    doc: 'A stand-in of Sonara for benchmarks, not Kokoro: random weights, noise.',
    inputs: kokoroInputs('tokens'),
    outputs: [{ name: 'audio', type: 'float', dims: ['samples'] }],
    initializers: g.initializers,
    nodes: g.nodes,
  };
}

/**
 * The token of each frame; all tokens take the same time. Random durations would make the length useless, so
 * the predicted ones count with a factor of 0: they are computed, and change nothing.
 * @param {Layers} g
 * @param {string} durations [n, 50]
 * @returns {string} [frames] int64
 */
function spread(g, durations) {
  const nothing = g.add('Mul', [g.add('ReduceMean', [durations], { keepdims: 0 }), g.floats(0)]);
  const shape = g.add('Shape', [durations], { start: 0, end: 1 });
  const count = g.add('Add', [g.add('Cast', [g.add('Squeeze', [shape])], { to: 1 }), nothing]);
  const wanted = g.add('Div', [
    g.add('Mul', [count, g.floats(framesPerToken)]),
    g.add('Squeeze', ['speed']),
  ]);
  const frames = g.add('Max', [g.add('Round', [wanted]), g.floats(1)]);
  const at = g.add('Range', [g.floats(0), frames, g.floats(1)]);
  const token = g.add('Floor', [g.add('Div', [g.add('Mul', [at, count]), frames])]);
  return g.add('Cast', [token], { to: 7 });
}

/**
 * A tone and eight harmonics at the pitch, mixed to one.
 * @param {Layers} g
 * @param {string} pitch [1, 1, steps]
 * @returns {string} [1, 1, 300 x steps]
 */
function tone(g, pitch) {
  // 150 Hz give or take 75, as turns per sample.
  const around = g.add('Add', [g.add('Tanh', [pitch]), g.floats(2)]);
  const perSample = g.add('Mul', [around, g.floats(75 / 24000)]);
  const steps = g.add('Reshape', [perSample, g.ints(-1, 1)]);
  const wide = g.add('Expand', [steps, g.ints(1, samplesPerStep)]);
  const turns = g.add('CumSum', [g.add('Reshape', [wide, g.ints(1, 1, -1)]), g.ints(2)]);
  const harmonics = Float32Array.from({ length: 9 }, (_, index) => 2 * Math.PI * (index + 1));
  const waves = g.add('Sin', [g.add('Mul', [turns, g.tensor([1, 9, 1], harmonics)])]);
  return g.add('Tanh', [g.conv(9, 1, 1)(waves)]);
}
