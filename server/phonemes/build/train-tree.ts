/**
 * Grows one binary decision tree a letter, which says what the letter stands for from its
 * neighbours and from what was said before. Deterministic: the same samples give the same trees.
 */

/** A question is `features[feature] === value`. */
export type Tree = { leaf: number } | { feature: number; value: number; yes: Tree; no: Tree };

export interface Samples {
  /** Values below 64, `width` of them a sample. */
  features: Uint8Array;
  width: number;
  /** The answer of each sample. */
  classes: Uint16Array;
  classCount: number;
}

export interface Growth {
  /** A question must save this many nats over all its samples. */
  gain: number;
}

const values = 64;

export function growTree(samples: Samples, { gain }: Growth): Tree {
  const { features, width, classes, classCount } = samples;
  const order = Uint32Array.from(classes, (_, at) => at);
  const swap = new Uint32Array(order.length);
  const logs = new Float64Array(order.length + 1);
  for (let n = 2; n <= order.length; n++) logs[n] = n * Math.log(n);
  const counts = new Uint32Array(width * values * classCount);
  const sums = new Uint32Array(width * values);
  const totals = new Uint32Array(classCount);

  return grow(0, order.length);

  function grow(from: number, to: number): Tree {
    const present: number[] = [];
    for (let i = from; i < to; i++) {
      const answer = classes[order[i]!]!;
      if (totals[answer]!++ === 0) present.push(answer);
    }
    present.sort((a, b) => a - b);
    const all = Uint32Array.from(present, (answer) => totals[answer]!);
    for (const answer of present) totals[answer] = 0;
    let top = 0;
    all.forEach((count, at) => {
      if (count > all[top]!) top = at;
    });
    const leaf: Tree = { leaf: present[top]! };
    if (present.length === 1) return leaf;

    const found = question(from, to, present, all);
    if (!found) return leaf;
    const middle = divide(from, to, found.feature, found.value);
    const yes = grow(from, middle);
    const no = grow(middle, to);
    if ('leaf' in yes && 'leaf' in no && yes.leaf === no.leaf) return yes;
    return { ...found, yes, no };
  }

  /** The question that tells most, or null when none tells enough. */
  function question(from: number, to: number, present: number[], all: Uint32Array) {
    const touched: number[] = [];
    for (let i = from; i < to; i++) {
      const sample = order[i]!;
      const answer = classes[sample]!;
      const row = sample * width;
      for (let feature = 0; feature < width; feature++) {
        const cell = feature * values + features[row + feature]!;
        if (sums[cell]!++ === 0) touched.push(cell);
        counts[cell * classCount + answer]!++;
      }
    }
    touched.sort((a, b) => a - b);
    const size = to - from;
    let before = -logs[size]!;
    for (const count of all) before += logs[count]!;
    let best = -1;
    let most = gain;
    for (const cell of touched) {
      const yes = sums[cell]!;
      if (yes < size) {
        let after = -logs[yes]! - logs[size - yes]!;
        for (let at = 0; at < present.length; at++) {
          const count = counts[cell * classCount + present[at]!]!;
          after += logs[count]! + logs[all[at]! - count]!;
        }
        if (after - before > most) {
          most = after - before;
          best = cell;
        }
      }
      sums[cell] = 0;
      for (const answer of present) counts[cell * classCount + answer] = 0;
    }
    return best < 0 ? null : { feature: Math.floor(best / values), value: best % values };
  }

  /** Puts the samples that say yes first, in their order; returns where the others begin. */
  function divide(from: number, to: number, feature: number, value: number): number {
    let middle = from;
    let others = 0;
    for (let i = from; i < to; i++) {
      const sample = order[i]!;
      if (features[sample * width + feature] === value) order[middle++] = sample;
      else swap[others++] = sample;
    }
    order.set(swap.subarray(0, others), middle);
    return middle;
  }
}

export function countNodes(tree: Tree): number {
  return 'leaf' in tree ? 1 : 1 + countNodes(tree.yes) + countNodes(tree.no);
}
