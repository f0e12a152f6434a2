// The parts of the large stand-in that run once per token, or per frame of 25 ms: few operations, many weights.

/** @typedef {import('./layers.mjs').Layers} Layers */

const hidden = 768;
const heads = 12;
const feedForward = 2048;

/**
 * A transformer whose twelve layers share their weights, as ALBERT's do.
 * @param {Layers} g
 * @param {string} ids [n]
 * @param {number} vocabulary
 * @returns {string} [n, 768]
 */
export function transformer(g, ids, vocabulary) {
  const size = 128;
  const words = g.add('Gather', [g.weights([vocabulary, size], 1), ids]);
  const count = g.add('Shape', [ids]);
  const positions = g.add('Slice', [g.weights([512, size], 1), g.ints(0), count, g.ints(0)]);
  const embedded = g.layerNorm(g.add('Add', [words, positions]), size);
  const weights = layerWeights(g);
  let x = g.linear(embedded, size, hidden);
  for (let layer = 0; layer < 12; layer += 1) x = transformerLayer(g, x, weights);
  return x;
}

/** @param {Layers} g */
function layerWeights(g) {
  const dense = (/** @type {number} */ from, /** @type {number} */ to) => ({
    matrix: g.scaled([from, to], from),
    bias: g.weights([to], 0.1),
  });
  const norm = () => [g.weights([hidden], 0.1, 1), g.weights([hidden], 0.1)];
  return {
    query: dense(hidden, hidden),
    key: dense(hidden, hidden),
    value: dense(hidden, hidden),
    out: dense(hidden, hidden),
    up: dense(hidden, feedForward),
    down: dense(feedForward, hidden),
    afterAttention: norm(),
    afterFeedForward: norm(),
  };
}

/**
 * @param {Layers} g
 * @param {string} x [n, 768]
 * @param {ReturnType<typeof layerWeights>} weights
 */
function transformerLayer(g, x, weights) {
  /** @typedef {{ matrix: string, bias: string }} Dense */
  const dense = (/** @type {string} */ from, /** @type {Dense} */ { matrix, bias }) =>
    g.add('Add', [g.add('MatMul', [from, matrix]), bias]);
  const norm = (/** @type {string} */ from, /** @type {string[]} */ scaleAndShift) =>
    g.add('LayerNormalization', [from, ...scaleAndShift], { axis: -1 });
  const perHead = (/** @type {Dense} */ with_, /** @type {number[]} */ perm) => {
    const rows = g.add('Reshape', [dense(x, with_), g.ints(-1, heads, hidden / heads)]);
    return g.add('Transpose', [rows], { perm });
  };

  const scores = g.add('MatMul', [
    perHead(weights.query, [1, 0, 2]),
    perHead(weights.key, [1, 2, 0]),
  ]);
  const scaled = g.add('Div', [scores, g.floats(Math.sqrt(hidden / heads))]);
  const looked = g.add('MatMul', [
    g.add('Softmax', [scaled], { axis: -1 }),
    perHead(weights.value, [1, 0, 2]),
  ]);
  const merged = g.add('Reshape', [
    g.add('Transpose', [looked], { perm: [1, 0, 2] }),
    g.ints(-1, hidden),
  ]);
  const attended = norm(g.add('Add', [x, dense(merged, weights.out)]), weights.afterAttention);
  const fed = dense(gelu(g, dense(attended, weights.up)), weights.down);
  return norm(g.add('Add', [attended, fed]), weights.afterFeedForward);
}

/** GELU as x/2 (1 + erf(x / √2)). @param {Layers} g @param {string} x */
function gelu(g, x) {
  const erf = g.add('Erf', [g.add('Div', [x, g.floats(Math.SQRT2)])]);
  const gate = g.add('Mul', [g.add('Add', [erf, g.floats(1)]), g.floats(0.5)]);
  return g.add('Mul', [x, gate]);
}

/**
 * What is said: three convolutions and an LSTM over the tokens.
 * @param {Layers} g
 * @param {string} ids [n]
 * @param {number} vocabulary
 * @returns {string} [n, 512]
 */
export function textEncoder(g, ids, vocabulary) {
  let x = g.add('Gather', [g.weights([vocabulary, 512], 1), ids]);
  for (let layer = 0; layer < 3; layer += 1) {
    const convolved = g.toRows(g.conv(512, 512, 5)(g.toChannels(x)));
    x = g.leaky(g.layerNorm(convolved, 512));
  }
  return g.biLstm(x, 512, 512);
}

/**
 * How it is said: LSTMs over the tokens, each with the style beside.
 * @param {Layers} g
 * @param {string} x [n, 512]
 * @param {string} style [1, 128]
 * @returns {string} [n, 640], the style included
 */
export function prosodyEncoder(g, x, style) {
  const shape = g.join([g.add('Shape', [x], { start: 0, end: 1 }), g.ints(1)], 0);
  const everywhere = g.add('Expand', [style, shape]);
  let y = g.join([x, everywhere], 1);
  for (let layer = 0; layer < 3; layer += 1) {
    const read = g.biLstm(y, 640, 512);
    const [scale, shift] = g.split('Split', [g.linear(style, 128, 1024), g.ints(512, 512)], 2, {
      axis: 1,
    });
    const factor = g.add('Add', [scale, g.floats(1)]);
    const styled = g.add('Add', [g.add('Mul', [g.layerNorm(read, 512), factor]), shift]);
    y = g.join([styled, everywhere], 1);
  }
  return y;
}
