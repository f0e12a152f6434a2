import { expect, test } from 'vitest';
import { DeltaOrder, MOST_WAITING, type OrderStep } from './delta-order.ts';

/** Texts as they are read; `/` where a sentence is flushed, `^` where a block begins. */
function said(steps: OrderStep[]): string {
  return steps
    .map(
      (step) =>
        ({
          text: 'text' in step ? step.text : '',
          flush: '/',
          begin: '^',
          held: '',
          ignored: '',
          released: '',
        })[step.type],
    )
    .join('');
}

class Feed {
  readonly order = new DeltaOrder();
  said = '';
  now = 0;

  at(now: number): this {
    this.now = now;
    return this;
  }

  take(index: number, text: string, final = false): OrderStep[] {
    const steps = this.order.take({ index, text, final }, this.now);
    this.said += said(steps);
    return steps;
  }

  due(now: number): OrderStep[] {
    this.now = now;
    const steps = this.order.due(now);
    this.said += said(steps);
    return steps;
  }
}

test('deltas are read in the order of their index', () => {
  const feed = new Feed();
  for (const index of [2, 0, 3, 1]) feed.take(index, `${index}`);
  expect(feed.said).toBe('0123');
});

test('final flushes in its place', () => {
  const feed = new Feed();
  feed.take(2, 'c', true);
  feed.take(0, 'a');
  feed.take(1, 'b');
  expect(feed.said).toBe('abc/');
});

test('a delta ahead says what it waits for', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(2, 'c');
  expect(feed.take(5, 'f')).toEqual([{ type: 'held', index: 5, missing: '1, 3, 4' }]);
});

test('a delta waits 400 ms', () => {
  const feed = new Feed();
  feed.at(1_000).take(1, 'b');
  expect(feed.order.dueAt).toBe(1_400);
});

test('nothing is released before', () => {
  const feed = new Feed();
  feed.at(1_000).take(1, 'b');
  expect(feed.due(1_399)).toEqual([]);
});

test('then what waited is read in order without what is missing', () => {
  const feed = new Feed();
  feed.at(0).take(4, 'e');
  feed.take(1, 'b');
  expect(feed.due(400)).toEqual([
    { type: 'released', count: 2, missing: '0, 2, 3', why: 'waited 400 ms' },
    { type: 'text', text: 'b' },
    { type: 'text', text: 'e' },
  ]);
});

test('a later delta goes on waiting its own 400 ms', () => {
  const feed = new Feed();
  feed.at(0).take(1, 'b');
  feed.at(300).take(3, 'd');
  feed.due(400);
  feed.at(500).take(2, 'c');
  expect(feed.said).toBe('bcd');
});

test('a missing delta that comes after all is read late', () => {
  const feed = new Feed();
  feed.take(1, 'b');
  feed.due(400);
  feed.take(0, 'a');
  expect(feed.said).toBe('b^a');
});

test('late in a block that is over it is flushed', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(2, 'c', true);
  feed.due(400);
  feed.take(1, 'b');
  expect(feed.said).toBe('ac/b/');
});

test('a late delta is read once', () => {
  const feed = new Feed();
  feed.take(1, 'b');
  feed.due(400);
  feed.take(0, 'a');
  feed.take(2, 'c');
  feed.take(1, 'b');
  expect(feed.said).toBe('b^ac');
});

test('a repeated index is ignored', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(1, 'b');
  feed.take(1, 'other');
  expect(feed.said).toBe('ab');
});

test('but its final flushes', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(1, 'b');
  feed.take(1, '', true);
  expect(feed.said).toBe('ab/');
});

test('the final of a delta that waits counts', () => {
  const feed = new Feed();
  feed.take(1, 'b');
  feed.take(1, 'b', true);
  feed.take(0, 'a');
  expect(feed.said).toBe('ab/');
});

test('a repeated delta after the final is ignored', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(1, 'b', true);
  feed.take(1, 'b');
  feed.due(1_000);
  expect(feed.said).toBe('ab/');
});

test('index 0 again begins a new block', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(0, 'b');
  expect(feed.said).toBe('a^b');
});

test('index 0 again releases what waits', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(2, 'c');
  const steps = feed.take(0, 'd');
  expect(steps[0]).toEqual({ type: 'released', count: 1, missing: '1', why: 'next block' });
  expect(feed.said).toBe('ac^d');
});

test('the indexes of a new block count from 0', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(1, 'b', true);
  feed.take(0, 'c');
  feed.take(1, 'd');
  expect(feed.said).toBe('ab/^cd');
});

test('after the final, another text ahead of its index 0 belongs to the next block', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(1, 'b', true);
  feed.take(1, 'd');
  feed.take(0, 'c');
  expect(feed.said).toBe('ab/^cd');
});

/** Of the first block only delta 1 came. */
function headless(): Feed {
  const feed = new Feed();
  feed.take(1, 'b');
  feed.due(400);
  return feed;
}

test('of a block without its delta 0 and its final, another text is the next block', () => {
  const feed = headless();
  feed.take(0, 'c');
  feed.take(1, 'd', true);
  expect(feed.said).toBe('b^cd/');
});

test('also when it comes before its index 0', () => {
  const feed = headless();
  feed.take(1, 'd', true);
  feed.take(0, 'c');
  expect(feed.said).toBe('b^cd/');
});

test('also when a later one comes before it', () => {
  const feed = headless();
  feed.take(0, 'c');
  feed.take(2, 'e');
  feed.take(1, 'd');
  feed.take(3, 'f');
  expect(feed.said).toBe('b^cedf');
});

test('what waits then goes on waiting', () => {
  const feed = headless();
  feed.take(0, 'c');
  feed.take(3, 'f');
  feed.take(1, 'd');
  feed.take(2, 'e');
  expect(feed.said).toBe('b^cdef');
});

test('a repeated delta of that next block is ignored', () => {
  const feed = headless();
  feed.take(0, 'c');
  feed.take(1, 'd');
  feed.take(1, 'other');
  expect(feed.said).toBe('b^cd');
});

test('also before it is known to be one', () => {
  const feed = headless();
  feed.take(0, 'c');
  feed.take(2, 'e');
  feed.take(2, 'other');
  feed.take(1, 'b');
  expect(feed.said).toBe('b^ce');
});

test('a whole block without numbers ends the one before', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(1, 'b');
  feed.order.end('next block');
  feed.take(1, 'd');
  feed.take(0, 'c');
  expect(feed.said).toBe('ab^cd');
});

test('and releases what waits', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(2, 'c');
  expect(said(feed.order.end('next block'))).toBe('c');
});

test('what was missing before it is read late', () => {
  const feed = new Feed();
  feed.take(0, 'a');
  feed.take(2, 'c');
  feed.order.end('next block');
  feed.at(1_000).take(1, 'b');
  feed.due(1_400);
  expect(feed.said).toBe('a^b');
});

test('an index up to 2^31 is no work', () => {
  const feed = new Feed();
  const [held] = feed.take(2 ** 31, 'z');
  expect(held).toMatchObject({ missing: expect.stringMatching(/^0, 1, .*19, \.\.\.$/) });
  feed.due(400);
  feed.take(2 ** 31 - 1, 'y');
  expect(feed.said).toBe('zy');
});

test('too many that wait are released at once', () => {
  const feed = new Feed();
  for (let index = 1; index <= MOST_WAITING.deltas; index++) feed.take(index, '.');
  expect(feed.said).toBe('');
  feed.take(MOST_WAITING.deltas + 1, '.');
  expect(feed.said).toHaveLength(MOST_WAITING.deltas + 1);
});

test('too much that waits is released at once', () => {
  const feed = new Feed();
  const half = 'x'.repeat(MOST_WAITING.characters / 2);
  feed.take(1, half);
  feed.take(2, half);
  expect(feed.said).toBe('');
  feed.take(3, 'x');
  expect(feed.said).toHaveLength(MOST_WAITING.characters + 1);
});

test('what is dropped is not waited for', () => {
  const feed = new Feed();
  feed.take(2, 'c');
  expect(feed.order.drop()).toEqual(['c']);
  feed.take(3, 'd');
  expect(feed.said).toBe('d');
});

test('nothing waits, nothing is due', () => {
  const feed = new Feed();
  feed.take(1, 'b');
  feed.take(0, 'a');
  expect(feed.order.dueAt).toBeNull();
});
