// The layers of the large stand-in (random weights, not Kokoro's): what a StyleTTS 2 model is put together from.
import { Graph } from './graph.mjs';
import { seeded } from './random.mjs';

const styleSize = 128;
const chunkFloats = 1 << 18;

/** Sequences are [1, channels, time] for convolutions and [time, channels] for the rest. */
export class Layers extends Graph {
  /**
   * Uniform random weights, made when they are written; the same ones each time.
   * @param {number[]} dims
   * @param {number} spread they lie within this of `middle`
   * @param {number} [middle]
   */
  weights(dims, spread, middle = 0) {
    const size = dims.reduce((product, dim) => product * dim, 1);
    const seed = this.initializers.length;
    return this.tensor(dims, {
      *chunks() {
        const random = seeded(seed);
        for (let at = 0; at < size; at += chunkFloats) {
          const chunk = new Float32Array(Math.min(chunkFloats, size - at));
          for (let i = 0; i < chunk.length; i += 1) chunk[i] = middle + spread * (2 * random() - 1);
          yield chunk;
        }
      },
    });
  }

  /** Weights that keep the variance of what comes in. @param {number[]} dims @param {number} inputs summed up */
  scaled(dims, inputs) {
    return this.weights(dims, Math.sqrt(3 / inputs));
  }

  /**
   * @param {string} x [..., from]
   * @param {number} from
   * @param {number} to
   */
  linear(x, from, to) {
    const product = this.add('MatMul', [x, this.scaled([from, to], from)]);
    return this.add('Add', [product, this.weights([to], 0.1)]);
  }

  /**
   * A convolution that keeps the length, unless it has a stride.
   * @param {number} from
   * @param {number} to
   * @param {number} kernel
   * @param {{ dilation?: number, stride?: number, pads?: number[] }} [options]
   * @returns {(x: string) => string} from [1, from, time] to [1, to, time]
   */
  conv(from, to, kernel, { dilation = 1, stride = 1, pads } = {}) {
    const side = (dilation * (kernel - 1)) / 2;
    const weights = [this.scaled([to, from, kernel], from * kernel), this.weights([to], 0.1)];
    const attributes = {
      kernel_shape: [kernel],
      dilations: [dilation],
      strides: [stride],
      pads: pads ?? [side, side],
    };
    return (x) => this.add('Conv', [x, ...weights], attributes);
  }

  /**
   * A transposed convolution to `stride` times the length.
   * @param {string} x
   * @param {number} from
   * @param {number} to
   * @param {number} kernel
   * @param {{ stride: number, group?: number }} options
   */
  upsample(x, from, to, kernel, { stride, group = 1 }) {
    const over = kernel - stride;
    // A kernel of 3 and a stride of 2 leave one sample over: it is cut at the front.
    const pads = [Math.ceil(over / 2), Math.floor(over / 2)];
    const weights = this.scaled([from, to / group, kernel], ((from / group) * kernel) / stride);
    return this.add('ConvTranspose', [x, weights, this.weights([to], 0.1)], {
      kernel_shape: [kernel],
      strides: [stride],
      pads,
      group,
    });
  }

  /** Every sample twice. @param {string} x */
  twice(x) {
    const scales = this.floats(1, 1, 2);
    return this.add('Resize', [x, '', scales], {
      mode: 'nearest',
      nearest_mode: 'floor',
      coordinate_transformation_mode: 'asymmetric',
    });
  }

  /**
   * @param {string} x [time, from]
   * @param {number} from
   * @param {number} to both directions together
   * @returns {string} [time, to]
   */
  biLstm(x, from, to) {
    const hidden = to / 2;
    const batch = this.add('Unsqueeze', [x, this.ints(1)]);
    const inputs = [
      batch,
      this.weights([2, 4 * hidden, from], 1 / Math.sqrt(hidden)),
      this.weights([2, 4 * hidden, hidden], 1 / Math.sqrt(hidden)),
      this.weights([2, 8 * hidden], 1 / Math.sqrt(hidden)),
    ];
    // [time, direction, 1, hidden]
    const both = this.add('LSTM', inputs, { direction: 'bidirectional', hidden_size: hidden });
    return this.add('Reshape', [both, this.ints(-1, to)]);
  }

  /** @param {string} x [time, size] @param {number} size */
  layerNorm(x, size) {
    const inputs = [x, this.weights([size], 0.1, 1), this.weights([size], 0.1)];
    return this.add('LayerNormalization', inputs, { axis: -1, epsilon: { float: 1e-5 } });
  }

  /**
   * Each channel to mean 0 and variance 1, then scaled and moved as the style says.
   * @param {number} size
   * @param {string} style [1, 128]
   * @returns {(x: string) => string} from [1, size, time] to the same
   */
  adaptiveNorm(size, style) {
    const ones = this.tensor([size], new Float32Array(size).fill(1));
    const zeros = this.tensor([size], new Float32Array(size));
    const fromStyle = this.linear(style, styleSize, 2 * size);
    const [scale = '', shift = ''] = this.split(
      'Split',
      [this.add('Reshape', [fromStyle, this.ints(1, 2 * size, 1)]), this.ints(size, size)],
      2,
      { axis: 1 },
    );
    const factor = this.add('Add', [scale, this.floats(1)]);
    return (x) => {
      const plain = this.add('InstanceNormalization', [x, ones, zeros]);
      return this.add('Add', [this.add('Mul', [plain, factor]), shift]);
    };
  }

  /**
   * The snake activation x + sin²(a x) / a, an `a` for each channel.
   * @param {number} size
   * @returns {(x: string) => string} from [1, size, time] to the same
   */
  snake(size) {
    const a = this.weights([1, size, 1], 0.3, 1);
    return (x) => {
      const sine = this.add('Sin', [this.add('Mul', [x, a])]);
      const square = this.add('Mul', [sine, sine]);
      return this.add('Add', [x, this.add('Div', [square, a])]);
    };
  }

  /** @param {string} x */
  leaky(x) {
    return this.add('LeakyRelu', [x], { alpha: { float: 0.2 } });
  }

  /** [time, channels] to [1, channels, time]. @param {string} x */
  toChannels(x) {
    return this.add('Unsqueeze', [this.add('Transpose', [x], { perm: [1, 0] }), this.ints(0)]);
  }

  /** [1, channels, time] to [time, channels]. @param {string} x */
  toRows(x) {
    return this.add('Transpose', [this.add('Squeeze', [x, this.ints(0)])], { perm: [1, 0] });
  }

  /** Side by side along the channels. @param {string[]} parts @param {number} axis */
  join(parts, axis) {
    return this.add('Concat', parts, { axis });
  }
}
