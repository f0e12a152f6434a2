/** Registers the mixer with the audio thread; all it does is in `Bus`. */
import { Bus } from './bus.ts';

class MixerProcessor extends AudioWorkletProcessor {
  readonly #bus: Bus;

  constructor(options: { processorOptions: { memory: SharedArrayBuffer } }) {
    super();
    this.#bus = new Bus(options.processorOptions.memory);
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const channel = outputs[0]?.[0];
    if (channel) this.#bus.process(channel);
    return true;
  }
}

registerProcessor('sonara-mixer', MixerProcessor);
