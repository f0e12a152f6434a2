/** Registers the mixer with the audio thread; all it does is in `Mixer`. */
import { Mixer } from './mixer.ts';
import { Ring } from './ring.ts';

class MixerProcessor extends AudioWorkletProcessor {
  readonly #mixer: Mixer;

  constructor(options: { processorOptions: { memory: SharedArrayBuffer } }) {
    super();
    this.#mixer = new Mixer(new Ring(options.processorOptions.memory));
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const channel = outputs[0]?.[0];
    if (channel) this.#mixer.process(channel);
    return true;
  }
}

registerProcessor('sonara-mixer', MixerProcessor);
