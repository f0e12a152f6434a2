import { expect, test } from 'vitest';
import type { EarconKind } from '../../shared/speech/chunk.ts';
import { EarconQueue, type QueueEffect } from './earcon-queue.ts';

/** The queue's effects as short words. */
const words = (effects: QueueEffect[]) =>
  effects.map((effect) => {
    if (effect.type === 'start') return `start ${effect.id} ${effect.kind}`;
    if (effect.type === 'arm') return `arm ${effect.at}`;
    if (effect.type === 'trace') return effect.line;
    return effect.type === 'cut' ? `cut ${effect.id}` : effect.type;
  });

function started(...kinds: EarconKind[]): EarconQueue {
  const queue = new EarconQueue();
  for (const kind of kinds) queue.play(kind, 0);
  queue.sounding(1);
  queue.take();
  return queue;
}

test('the first starts at once', () => {
  const queue = new EarconQueue();
  queue.play('nav', 5);
  expect(words(queue.take())).toEqual(['start 1 nav']);
});

test('the next starts 60 ms after the one before ended, not sooner', () => {
  const queue = started('nav', 'choice');
  queue.ended(1, 1000);
  expect(words(queue.take())).toEqual(['arm 1060']);
  queue.due(1059);
  expect(words(queue.take())).toEqual(['arm 1060']);
  queue.due(1060);
  expect(words(queue.take())).toEqual(['start 2 choice']);
});

test('one that comes within the 60 ms waits for the rest of them', () => {
  const queue = started('nav');
  queue.ended(1, 1000);
  queue.take();
  queue.play('nav', 1020);
  expect(queue.isQuiet).toBe(false);
  expect(words(queue.take())).toEqual(['arm 1060']);
});

test('one that comes later starts at once', () => {
  const queue = started('nav');
  queue.ended(1, 1000);
  queue.take();
  queue.play('nav', 1060);
  expect(words(queue.take())).toEqual(['start 2 nav']);
});

test('after one that was never heard the next need not wait', () => {
  const queue = new EarconQueue();
  queue.play('nav', 0);
  queue.play('choice', 0);
  queue.ended(1, 10);
  expect(words(queue.take())).toEqual(['start 1 nav', 'start 2 choice']);
});

test('they start in the order they came', () => {
  const queue = started('nav', 'choice', 'error');
  queue.ended(1, 100);
  queue.due(160);
  queue.sounding(2);
  queue.ended(2, 200);
  queue.due(260);
  expect(words(queue.take())).toEqual(['arm 160', 'start 2 choice', 'arm 260', 'start 3 error']);
});

test('one like the one right before is dropped, while that plays and while it waits', () => {
  const queue = started('nav');
  queue.play('nav', 1);
  queue.play('choice', 1);
  queue.play('choice', 1);
  const line = (kind: string) => `earcon ${kind} dropped: the same one is queued right before`;
  expect(words(queue.take())).toEqual([line('nav'), line('choice')]);
});

test('one like an earlier one is not', () => {
  const queue = started('nav', 'choice', 'nav');
  queue.ended(1, 0);
  queue.due(60);
  queue.ended(2, 60);
  expect(words(queue.take())).toEqual(['arm 60', 'start 2 choice', 'start 3 nav']);
});

test('three wait or play; a fourth is dropped, and has its place when one is over', () => {
  const queue = started('nav', 'choice', 'error');
  queue.play('step', 1);
  expect(words(queue.take())).toEqual(['earcon step dropped: 3 wait or play']);
  queue.ended(1, 10);
  queue.play('step', 10);
  expect(words(queue.take())).toEqual(['arm 70']);
});

test('it is quiet again when the last is over, and says so once', () => {
  const queue = started('nav', 'choice');
  queue.ended(1, 100);
  expect(words(queue.take())).toEqual(['arm 160']);
  queue.due(160);
  expect(queue.isQuiet).toBe(false);
  queue.ended(2, 300);
  queue.ended(2, 300);
  expect(words(queue.take())).toEqual(['start 2 choice', 'quiet']);
  expect(queue.isQuiet).toBe(true);
});

test('the end of another is no end', () => {
  const queue = started('nav', 'choice');
  queue.ended(7, 100);
  expect(queue.take()).toEqual([]);
});

test('mute level 2 cuts what sounds, drops what waits, and is quiet', () => {
  const queue = started('nav', 'choice', 'error');
  queue.setMuteLevel(2, 50);
  expect(words(queue.take())).toEqual([
    'cut 1',
    'earcon nav cut: mute level 2',
    'earcon choice dropped: mute level 2',
    'earcon error dropped: mute level 2',
    'quiet',
  ]);
  expect(queue.isQuiet).toBe(true);
});

test('mute level 2 drops what was started but is not heard yet', () => {
  const queue = new EarconQueue();
  queue.play('nav', 0);
  queue.take();
  queue.setMuteLevel(2, 1);
  expect(words(queue.take())).toEqual(['cut 1', 'earcon nav dropped: mute level 2', 'quiet']);
});

test('mute level 2 disarms the wait between two', () => {
  const queue = started('nav', 'choice');
  queue.ended(1, 100);
  queue.take();
  queue.setMuteLevel(2, 110);
  expect(words(queue.take())).toEqual(['earcon choice dropped: mute level 2', 'disarm', 'quiet']);
});

test('mute level 2 drops what comes, and says nothing when nothing is there', () => {
  const queue = new EarconQueue();
  queue.setMuteLevel(2, 0);
  expect(queue.take()).toEqual([]);
  queue.play('nav', 0);
  expect(words(queue.take())).toEqual(['earcon nav dropped: mute level 2']);
});

test('mute level 1 changes nothing', () => {
  const queue = started('nav', 'choice');
  queue.setMuteLevel(1, 50);
  queue.play('error', 51);
  expect(queue.take()).toEqual([]);
  expect(queue.isQuiet).toBe(false);
});

test('after an unmute nothing waits for what was dropped', () => {
  const queue = started('nav', 'choice');
  queue.setMuteLevel(2, 50);
  queue.setMuteLevel(0, 500);
  queue.take();
  queue.play('choice', 500);
  expect(words(queue.take())).toEqual(['start 2 choice']);
});

test('a late end of one that was cut ends nothing', () => {
  const queue = started('nav');
  queue.setMuteLevel(2, 50);
  queue.setMuteLevel(0, 500);
  queue.play('choice', 500);
  queue.take();
  queue.ended(1, 510);
  expect(queue.take()).toEqual([]);
  expect(queue.isQuiet).toBe(false);
});
