// Builds the graph of a stand-in model (not a voice; see README.md one folder up) node by node.

/**
 * @typedef {import('./encode-onnx.d.mts').Tensor} Tensor
 * @typedef {import('./encode-onnx.d.mts').Attribute} Attribute
 * @typedef {import('./encode-onnx.d.mts').Node} Node
 * @typedef {import('./encode-onnx.d.mts').Value} Value
 */

/** Nodes and initializers in the order they were added; every method returns the name of a value. */
export class Graph {
  /** @type {Tensor[]} */
  initializers = [];
  /** @type {Node[]} */
  nodes = [];
  #names = 0;

  /**
   * An operator with one output.
   * @param {string} op
   * @param {string[]} inputs names; '' leaves an optional input out
   * @param {Record<string, Attribute>} [attributes]
   * @param {string} [output] a name, where the model promises one
   * @returns {string}
   */
  add(op, inputs, attributes = {}, output = this.#name(op)) {
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  /**
   * @param {string} op
   * @param {string[]} inputs
   * @param {number} count
   * @param {Record<string, Attribute>} [attributes]
   * @returns {string[]} the names of `count` outputs
   */
  split(op, inputs, count, attributes = {}) {
    const outputs = Array.from({ length: count }, () => this.#name(op));
    this.nodes.push({ op, inputs, outputs, attributes });
    return outputs;
  }

  /**
   * @param {number[]} dims
   * @param {Tensor['data']} data
   */
  tensor(dims, data) {
    const name = this.#name('weights');
    this.initializers.push({ name, dims, data });
    return name;
  }

  /** @param {number[]} values one float is a scalar, several are a list */
  floats(...values) {
    return this.tensor(values.length === 1 ? [] : [values.length], Float32Array.from(values));
  }

  /** @param {number[]} values a list of int64, as shapes and axes are */
  ints(...values) {
    return this.tensor([values.length], BigInt64Array.from(values, BigInt));
  }

  /** @param {string} stem */
  #name(stem) {
    return `${stem}_${this.#names++}`;
  }
}

/**
 * Kokoro's inputs.
 * @param {string} tokens the name of the first
 * @returns {Value[]}
 */
export function kokoroInputs(tokens) {
  return [
    { name: tokens, type: 'int64', dims: [1, 'tokens'] },
    { name: 'style', type: 'float', dims: [1, 256] },
    { name: 'speed', type: 'float', dims: [1] },
  ];
}
