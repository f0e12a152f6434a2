/** 16-bit samples as floats of -1 to 1. */
export function fromPcm16(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) samples[at] = pcm[at]! / 32_768;
  return samples;
}
