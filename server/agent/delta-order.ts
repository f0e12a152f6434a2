/** Reads the deltas of a block in the order of their index, whatever order they arrive in. */

/** Milliseconds that a delta waits for one before it. */
export const ORDER_WAIT_MS = 400;

/** A documented limit: what waits for its order beyond this is read without what is missing. */
export const MOST_WAITING = { deltas: 1_000, characters: 262_144 } as const;

/** Runs of missing indexes that are remembered; an older one, should it come, counts as repeated. */
const mostGaps = 1_000;
/** Deltas of one block by which a repeated one is known after the block's end. */
const mostRemembered = 2_000;
const mostNamed = 20;

export interface Delta {
  readonly index: number;
  readonly text: string;
  readonly final: boolean;
}

export type OrderStep =
  /** The block before this is over: an unfinished sentence ends, and a new block begins. */
  | { readonly type: 'begin' }
  | { readonly type: 'text'; readonly text: string }
  /** An unfinished sentence ends. */
  | { readonly type: 'flush' }
  /** Its index came before. */
  | { readonly type: 'ignored'; readonly index: number; readonly text: string }
  | { readonly type: 'held'; readonly index: number; readonly missing: string }
  | {
      readonly type: 'released';
      readonly count: number;
      readonly missing: string;
      readonly why: string;
    };

interface Run {
  readonly from: number;
  readonly to: number;
}

type Waiting = Delta & { readonly since: number };

/** The blocks of one session, one after the other. */
export class DeltaOrder {
  /** Every index below it was read, is in `#gaps`, or is ignored. */
  #next = 0;
  /** The final delta was read. */
  #isOver = false;
  /** Something was read before delta 0 came. */
  #isHeadless = false;
  /** What was read since delta 0 came late: it may be another block's. */
  #sinceHead: Map<number, string> | null = null;
  #gaps: Run[] = [];
  #waiting: Waiting[] = [];
  #characters = 0;
  #read = new Map<number, string>();

  /** @returns what follows from it, in order */
  take(delta: Delta, now: number): OrderStep[] {
    const steps: OrderStep[] = [];
    const { index } = delta;
    const isMissing = this.#isMissing(index);
    if (index === 0 && this.#next > 0 && !isMissing) {
      this.#release(steps, Infinity, 'next block');
      steps.push({ type: 'begin' });
      this.#reset();
    } else if (this.#isOver && !isMissing && delta.text !== (this.#read.get(index) ?? '')) {
      // All of the block was read: it is ahead of the next block's beginning.
      steps.push({ type: 'begin' });
      this.#reset();
    } else if (this.#isOther(delta)) {
      if (this.#sinceHead) this.#rebase(this.#sinceHead);
      else {
        this.#release(steps, Infinity, 'next block');
        steps.push({ type: 'begin' });
        this.#reset();
      }
    }
    if (this.#isMissing(index)) this.#readLate(steps, delta);
    else if (index < this.#next) this.#ignore(steps, delta);
    else if (index === this.#next) this.#deliver(steps, delta);
    else this.#hold(steps, delta, now);
    this.#deliverNext(steps);
    return steps;
  }

  /** When something waited long enough, or null. Monotonic ms. */
  get dueAt(): number | null {
    if (this.#waiting.length === 0) return null;
    return Math.min(...this.#waiting.map(({ since }) => since)) + ORDER_WAIT_MS;
  }

  /** Reads what waited long enough, and what comes before it. */
  due(now: number): OrderStep[] {
    const steps: OrderStep[] = [];
    const last = this.#waiting.findLast(({ since }) => now - since >= ORDER_WAIT_MS);
    if (last) this.#release(steps, last.index, `waited ${ORDER_WAIT_MS} ms`);
    return steps;
  }

  /** A block came that is whole and has no numbers: the one before it is over. */
  end(why: string): OrderStep[] {
    const steps = this.release(why);
    this.#gaps = [];
    if (this.#next > 0) this.#isOver = true;
    return steps;
  }

  /** Reads all that waits. */
  release(why: string): OrderStep[] {
    const steps: OrderStep[] = [];
    this.#release(steps, Infinity, why);
    return steps;
  }

  /** Drops what waits. @returns the dropped texts */
  drop(): string[] {
    const dropped = this.#waiting;
    for (const delta of dropped) {
      this.#pass(delta.index);
      this.#remember(delta);
      if (delta.final) this.#isOver = true;
    }
    this.#waiting = [];
    this.#characters = 0;
    return dropped.map(({ text }) => text);
  }

  #reset(): void {
    this.#next = 0;
    this.#isOver = false;
    this.#isHeadless = false;
    this.#sinceHead = null;
    this.#gaps = [];
    this.#read = new Map();
  }

  /** Whether it is another block's: of a block without its delta 0 no one knows where it ended. */
  #isOther({ index, text }: Delta): boolean {
    if (!this.#isHeadless || this.#isOver || text === '') return false;
    if (this.#isMissing(index) || this.#sinceHead?.has(index)) return false;
    const known = this.#read.get(index);
    return known !== undefined && known !== text;
  }

  /** The delta 0 that came late began a block of its own: goes on in that one. */
  #rebase(read: Map<number, string>): void {
    this.#reset();
    this.#read = read;
    for (const index of [...read.keys()].sort((a, b) => a - b)) this.#pass(index);
  }

  #isMissing(index: number): boolean {
    return this.#gaps.some(({ from, to }) => index >= from && index <= to);
  }

  #readLate(steps: OrderStep[], { index, text, final }: Delta): void {
    this.#gaps = this.#gaps.flatMap((run) => {
      if (index < run.from || index > run.to) return run;
      return [
        { from: run.from, to: index - 1 },
        { from: index + 1, to: run.to },
      ].filter(({ from, to }) => from <= to);
    });
    if (index === 0) {
      // What was read without it does not go on with it.
      steps.push({ type: 'begin' });
      this.#sinceHead = new Map();
    }
    this.#remember({ index, text });
    steps.push({ type: 'text', text });
    if (final) this.#isOver = true;
    if (this.#isOver) steps.push({ type: 'flush' });
  }

  #ignore(steps: OrderStep[], { index, text, final }: Delta): void {
    if (text !== '') steps.push({ type: 'ignored', index, text });
    if (!final) return;
    if (this.#waiting.length === 0) this.#isOver = true;
    steps.push({ type: 'flush' });
  }

  #deliver(steps: OrderStep[], { index, text, final }: Delta): void {
    this.#pass(index);
    this.#remember({ index, text });
    steps.push({ type: 'text', text });
    if (!final) return;
    this.#isOver = true;
    steps.push({ type: 'flush' });
  }

  #deliverNext(steps: OrderStep[]): void {
    while (this.#waiting[0]?.index === this.#next) this.#deliver(steps, this.#shift());
  }

  #hold(steps: OrderStep[], delta: Delta, now: number): void {
    const at = this.#waiting.findIndex(({ index }) => index >= delta.index);
    const same = at >= 0 && this.#waiting[at]!.index === delta.index ? this.#waiting[at]! : null;
    if (same) {
      if (delta.text !== '') steps.push({ type: 'ignored', index: delta.index, text: delta.text });
      if (delta.final) this.#waiting[at] = { ...same, final: true };
      return;
    }
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, { ...delta, since: now });
    this.#characters += delta.text.length;
    steps.push({ type: 'held', index: delta.index, missing: this.#missingUpTo(delta.index) });
    const isFull =
      this.#waiting.length > MOST_WAITING.deltas || this.#characters > MOST_WAITING.characters;
    if (isFull) this.#release(steps, Infinity, 'too many');
  }

  #release(steps: OrderStep[], last: number, why: string): void {
    const released = this.#waiting.filter(({ index }) => index <= last);
    if (released.length === 0) return;
    const missing = this.#missingUpTo(released.at(-1)!.index);
    steps.push({ type: 'released', count: released.length, missing, why });
    for (const _ of released) this.#deliver(steps, this.#shift());
    this.#deliverNext(steps);
  }

  #shift(): Waiting {
    const first = this.#waiting.shift()!;
    this.#characters -= first.text.length;
    return first;
  }

  /** Goes on behind an index; what was left out is missing from now on. */
  #pass(index: number): void {
    if (index > 0 && this.#next === 0) this.#isHeadless = true;
    if (index > this.#next) this.#gaps.push({ from: this.#next, to: index - 1 });
    if (this.#gaps.length > mostGaps) this.#gaps.shift();
    this.#next = index + 1;
  }

  #remember({ index, text }: { index: number; text: string }): void {
    if (this.#read.size < mostRemembered) this.#read.set(index, text);
    const since = this.#sinceHead;
    if (since && since.size < mostRemembered) since.set(index, text);
  }

  /** The indexes that what waits up to `last` waits for, as the log says them. */
  #missingUpTo(last: number): string {
    const named: string[] = [];
    let next = this.#next;
    for (const { index } of this.#waiting) {
      for (; next < index && named.length < mostNamed; next++) named.push(`${next}`);
      if (next < index) return `${named.join(', ')}, ...`;
      if (index >= last) break;
      next = index + 1;
    }
    return named.join(', ');
  }
}
