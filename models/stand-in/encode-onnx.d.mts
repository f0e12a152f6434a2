/** Values that are made while they are written; `chunks` gives the same ones each time. */
export interface LazyFloats {
  chunks: () => Iterable<Float32Array>;
}

export interface Tensor {
  name: string;
  /** [] is a scalar. */
  dims: number[];
  /** Row-major. */
  data: Float32Array | BigInt64Array | LazyFloats;
}

/** A string is a dimension known only when the model runs. */
export interface Value {
  name: string;
  type: 'float' | 'int64';
  dims: (number | string)[];
}

/** A number is an INT attribute, an array INTS, `{ float }` a FLOAT, text a STRING. */
export type Attribute = number | number[] | string | { float: number };

export interface Node {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, Attribute>;
}

export interface Model {
  name: string;
  doc: string;
  inputs: Value[];
  outputs: Value[];
  initializers: Tensor[];
  /** In an order in which they can run. */
  nodes: Node[];
}

/** An ONNX file (opset 17, IR 8) as its size and its bytes in order. */
export function encodeModel(model: Model): { bytes: number; chunks: () => Iterable<Uint8Array> };

/** An ONNX file as one array; for small models. */
export function modelBytes(model: Model): Uint8Array;
