// A stand-in, not Kokoro and not a voice: a tiny ONNX model with Kokoro's inputs and output that plays one
// sine tone per token. For tests of everything around the model; nothing in it was trained or copied.
import { modelBytes } from './encode-onnx.mjs';
import { Graph, kokoroInputs } from './graph.mjs';

/** Kokoro's vocabulary: token ids are 0 to 177. */
export const tokenCount = 178;
export const sampleRate = 24000;
/** Samples of one token at speed 1, 0.06 s. */
export const tokenSamples = 1440;

const pad = 0;
const space = 16;
/** Amplitude of a tone, for a style whose second half has the mean 0. */
const level = 0.25;
/** How far a style may move pitch and level. */
const reach = 0.2;

/**
 * The tone of a token in Hz, for a style whose first half has the mean 0. Ids that are neighbours are far apart.
 * @param {number} token
 */
export function pitchOf(token) {
  return 120 + (780 * ((token * 61) % tokenCount)) / (tokenCount - 1);
}

/**
 * What a style does to pitch and level: a factor of 0.8 to 1.2.
 * @param {number} mean of the first half of the style for the pitch, of the second for the level
 */
export function styleFactor(mean) {
  return 1 + reach * Math.tanh(mean);
}

/**
 * The model as an ONNX file. Inputs: int64[1,n] token ids, pads included; `style` float32[1,256]; `speed`
 * float32[1], at least 0.1. Output: 24 kHz float32, n x round(1440 / speed) samples. Each token is a tone of
 * its own pitch that fades in and out; pads are silent, spaces a tenth as loud.
 * @param {{ inputs: 'tokens' | 'input_ids' }} form `tokens`: the release's form, output `audio` [samples];
 *   `input_ids`: the form of the Hugging Face export, output `waveform` [1,samples]
 * @returns {Uint8Array}
 */
export function smallModel({ inputs }) {
  const graph = new Graph();
  const pitches = Float32Array.from({ length: tokenCount }, (_, token) => pitchOf(token));
  const levels = new Float32Array(tokenCount).fill(level);
  levels[pad] = 0;
  levels[space] = level / 10;

  const ids = graph.add('Reshape', [inputs, graph.ints(-1, 1)]);
  const pitch = graph.add('Mul', [
    graph.add('Gather', [graph.tensor([tokenCount], pitches), ids]),
    styleFactorNode(graph, 0, 128),
  ]);
  const loudness = graph.add('Mul', [
    graph.add('Gather', [graph.tensor([tokenCount], levels), ids]),
    styleFactorNode(graph, 128, 256),
  ]);

  // One row per token, one column per sample of it.
  const speed = graph.add('Max', [graph.add('Squeeze', ['speed']), graph.floats(0.1)]);
  const columns = graph.add('Round', [graph.add('Div', [graph.floats(tokenSamples), speed])]);
  const at = graph.add('Range', [graph.floats(0), columns, graph.floats(1)]);
  const seconds = graph.add('Div', [at, graph.floats(sampleRate)]);
  const turns = graph.add('Mul', [pitch, seconds]);
  const tone = graph.add('Sin', [graph.add('Mul', [turns, graph.floats(2 * Math.PI)])]);

  // Three times half a sine, cut at 1: zero at both ends of a token, flat in the middle.
  const half = graph.add('Sin', [
    graph.add('Mul', [graph.add('Div', [at, columns]), graph.floats(Math.PI)]),
  ]);
  const fade = graph.add('Min', [graph.add('Mul', [half, graph.floats(3)]), graph.floats(1)]);
  const rows = graph.add('Mul', [graph.add('Mul', [tone, fade]), loudness]);
  const release = inputs === 'tokens';
  const output = release ? 'audio' : 'waveform';
  graph.add('Reshape', [rows, release ? graph.ints(-1) : graph.ints(1, -1)], {}, output);

  return modelBytes({
    name: 'small-stand-in',
    doc: 'A stand-in of Sonara for tests, not Kokoro: one tone per token.',
    inputs: kokoroInputs(inputs),
    outputs: [{ name: output, type: 'float', dims: release ? ['samples'] : [1, 'samples'] }],
    initializers: graph.initializers,
    nodes: graph.nodes,
  });
}

/**
 * 1 + reach x tanh(mean of these columns of the style), a scalar.
 * @param {Graph} graph
 * @param {number} from
 * @param {number} to
 */
function styleFactorNode(graph, from, to) {
  const columns = graph.add('Slice', ['style', graph.ints(from), graph.ints(to), graph.ints(1)]);
  const mean = graph.add('ReduceMean', [columns], { keepdims: 0 });
  const shift = graph.add('Mul', [graph.add('Tanh', [mean]), graph.floats(reach)]);
  return graph.add('Add', [shift, graph.floats(1)]);
}
