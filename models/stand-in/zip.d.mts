/** A zip of these members; `stored`: not compressed, with NumPy's ZIP64 field in the local headers. */
export function zip(
  members: { name: string; data: Uint8Array }[],
  options?: { stored?: boolean },
): Uint8Array;
