// Writes ONNX files (opset 17, IR 8) for the stand-in models: the protobuf messages ModelProto, GraphProto,
// NodeProto, TensorProto, and of their fields the ones used here. Field numbers are those of onnx.proto3.

/** @typedef {import('./encode-onnx.d.mts').Model} Model */
/** @typedef {import('./encode-onnx.d.mts').Node} Node */
/** @typedef {import('./encode-onnx.d.mts').Tensor} Tensor */
/** @typedef {import('./encode-onnx.d.mts').Value} Value */
/** @typedef {import('./encode-onnx.d.mts').Attribute} Attribute */

/**
 * Bytes now, or bytes made when they are written.
 * @typedef {Uint8Array | { length: number, make: () => Iterable<Uint8Array> }} Part
 */

const elementTypes = { float: 1, int64: 7 };

/**
 * A model as a stream: at most one chunk of a lazy tensor is in memory at a time.
 * @param {Model} model
 * @returns {{ bytes: number, chunks: () => Iterable<Uint8Array> }} its size, and its bytes in order
 */
export function encodeModel(model) {
  const parts = [
    number(1, 8),
    text(2, 'sonara-stand-in'),
    text(6, model.doc),
    message(7, graphFields(model)),
    message(8, [text(1, ''), number(2, 17)]),
  ].flat();
  return {
    bytes: lengthOf(parts),
    *chunks() {
      for (const part of parts) {
        if (part instanceof Uint8Array) yield part;
        else yield* part.make();
      }
    },
  };
}

/**
 * A model as one array; for small ones.
 * @param {Model} model
 * @returns {Uint8Array}
 */
export function modelBytes(model) {
  const { bytes, chunks } = encodeModel(model);
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks()) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** @param {Model} model */
function graphFields(model) {
  return [
    ...model.nodes.map((node) => message(1, nodeFields(node))),
    text(2, model.name),
    ...model.initializers.map((tensor) => message(5, tensorFields(tensor))),
    ...model.inputs.map((value) => message(11, valueFields(value))),
    ...model.outputs.map((value) => message(12, valueFields(value))),
  ];
}

/** @param {Node} node */
function nodeFields({ op, inputs, outputs, attributes = {} }) {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(3, outputs[0] ?? op),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeFields(name, value))),
  ];
}

/**
 * @param {string} name
 * @param {Attribute} value
 */
function attributeFields(name, value) {
  if (typeof value === 'number') return [text(1, name), number(3, value), number(20, 2)];
  if (typeof value === 'string') return [text(1, name), text(4, value), number(20, 3)];
  if (Array.isArray(value))
    return [text(1, name), ...value.map((item) => number(8, item)), number(20, 7)];
  return [text(1, name), float(2, value.float), number(20, 1)];
}

/** @param {Tensor} tensor */
function tensorFields({ name, dims, data }) {
  const type = data instanceof BigInt64Array ? elementTypes.int64 : elementTypes.float;
  return [...dims.map((dim) => number(1, dim)), number(2, type), text(8, name), raw(dims, data)];
}

/**
 * TensorProto.raw_data: little-endian, which every machine that Node runs on is.
 * @param {number[]} dims
 * @param {Tensor['data']} data
 */
function raw(dims, data) {
  if ('chunks' in data) {
    const length = dims.reduce((size, dim) => size * dim, 4);
    const make = function* () {
      for (const chunk of data.chunks()) yield bytesOf(chunk);
    };
    return message(9, [[{ length, make }]]);
  }
  return message(9, [[bytesOf(data)]]);
}

/** @param {Value} value */
function valueFields({ name, type, dims }) {
  const shape = dims.map((dim) =>
    message(1, [typeof dim === 'string' ? text(2, dim) : number(1, dim)]),
  );
  const tensorType = [number(1, elementTypes[type]), message(2, shape)];
  return [text(1, name), message(2, [message(1, tensorType)])];
}

/**
 * A length-delimited field.
 * @param {number} field
 * @param {Part[][]} content
 * @returns {Part[]}
 */
function message(field, content) {
  const parts = content.flat();
  return [Uint8Array.from([...varint(field * 8 + 2), ...varint(lengthOf(parts))]), ...parts];
}

/**
 * @param {number} field
 * @param {string} value
 */
function text(field, value) {
  return message(field, [[new TextEncoder().encode(value)]]);
}

/**
 * @param {number} field
 * @param {number} value a whole number
 * @returns {Part[]}
 */
function number(field, value) {
  return [Uint8Array.from([...varint(field * 8), ...varint(value)])];
}

/**
 * @param {number} field
 * @param {number} value
 * @returns {Part[]}
 */
function float(field, value) {
  return [Uint8Array.from([...varint(field * 8 + 5), ...bytesOf(Float32Array.of(value))])];
}

/**
 * Protobuf's base-128 number, a negative one in two's complement of 64 bits.
 * @param {number} value
 */
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** @param {Float32Array | BigInt64Array} view */
function bytesOf(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** @param {Part[]} parts */
function lengthOf(parts) {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
