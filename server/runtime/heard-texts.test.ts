import { beforeEach, describe, expect, it } from 'vitest';
import type { Unheard } from '../../shared/speech/chunk.ts';
import type { DroppedText, HeardText } from '../ledger/port.ts';
import type { Effect, ReaderEvent } from '../reader/events.ts';
import { HeardTexts } from './heard-texts.ts';

let heard: HeardText[];
let dropped: DroppedText[];
let silence: 'sound muted' | 'no sound' | null;
let texts: HeardTexts;
beforeEach(() => {
  heard = [];
  dropped = [];
  silence = null;
  texts = new HeardTexts({
    ledger: { heard: (text) => heard.push(text), dropped: (text) => dropped.push(text) },
    silence: () => silence,
    labelOf: (channel) => `label of ${channel}`,
  });
});

type ItemEffect = Extract<Effect, { type: 'item' }>;
const item = (
  more: Partial<ItemEffect> = {},
  own: Partial<ItemEffect['item']> = {},
): ItemEffect => ({
  type: 'item',
  item: { id: 3, label: null, chunks: [{ text: 'One.' }, { text: 'Two.' }], ...own },
  phase: 'finished',
  read: 2,
  ...more,
});
const control = (action: 'stop' | 'skip' | 'next'): ReaderEvent => ({ type: 'control', action });
const speak: ReaderEvent = {
  type: 'speak',
  label: null,
  chunks: [],
  mode: 'append',
  interrupt: true,
};
const unheard = (more: Partial<Unheard> = {}): Unheard => ({
  channel: 'c',
  kind: 'prose',
  from: 'stream',
  chunks: 1,
  reason: 'turn_start',
  ...more,
});

describe('an item', () => {
  it('is told when it is over, whole and with how far it was read', () => {
    texts.item(item({ phase: 'skipped', read: 1 }), control('skip'));
    expect(heard).toEqual([
      {
        item: 3,
        channel: null,
        label: null,
        kind: 'speak',
        from: 'speak',
        text: 'One. Two.',
        chunks: 2,
        read: 1,
        phase: 'skipped',
        reason: 'skip',
        again: false,
      },
    ]);
  });

  it('of a channel is told with it', () => {
    const origin = { channel: 'c', hostTab: null, kind: 'prose', from: 'stream', again: true };
    texts.item(item({}, { label: 'build', origin }), null);
    const told = { channel: 'c', label: 'build', kind: 'prose', from: 'stream', again: true };
    expect(heard[0]).toMatchObject(told);
  });

  it('is not told when it begins', () => {
    texts.item(item({ phase: 'started', read: 0 }), speak);
    expect(heard).toEqual([]);
  });

  it('without a word to say is not told', () => {
    texts.item(item({ phase: 'skipped', read: null }, { chunks: [] }), speak);
    expect(heard).toEqual([]);
  });

  it('that waited and was dropped was not read', () => {
    texts.item(item({ phase: 'skipped', read: null }), control('stop'));
    expect(heard[0]).toMatchObject({ phase: 'dropped', read: 0, reason: 'stop' });
  });

  it.each<[string, ItemEffect, ReaderEvent | null, string | null]>([
    ['stopped', item({ phase: 'skipped' }), control('stop'), 'stop'],
    ['passed over', item({ phase: 'skipped' }), control('next'), 'skip'],
    ['interrupted', item({ phase: 'skipped' }), speak, 'preempted'],
    ['making room in a channel', item({ phase: 'skipped' }), null, 'preempted'],
    ['replaced in the queue', item({ phase: 'skipped', read: null }), speak, 'replaced'],
    ['failed', item({ phase: 'failed' }), null, null],
    ['finished', item(), null, null],
  ])('%s says why', (_, effect, cause, reason) => {
    texts.item(effect, cause);
    expect(heard[0]!.reason).toBe(reason);
  });

  it('read while nothing could be heard says so', () => {
    silence = 'sound muted';
    texts.item(item(), null);
    expect(heard[0]).toMatchObject({ phase: 'finished', reason: 'sound muted' });
  });

  it('that ends with the runtime says so', () => {
    texts.close();
    texts.item(item({ phase: 'skipped' }), control('stop'));
    expect(heard[0]!.reason).toBe('ended');
  });
});

describe('a text that is dropped', () => {
  it('is told at once, under the label of its channel', () => {
    texts.unheard(unheard(), 'Held.');
    expect(dropped).toEqual([
      {
        channel: 'c',
        label: 'label of c',
        kind: 'prose',
        from: 'stream',
        chunks: 1,
        reason: 'turn_start',
        text: 'Held.',
      },
    ]);
  });

  it('keeps a label of its own', () => {
    texts.unheard(unheard({ label: 'mine' }), 'Held.');
    expect(dropped[0]!.label).toBe('mine');
  });

  it('while it is read is told once, when it ends', () => {
    texts.unheard(unheard({ item: 3 }), 'One. Two.');
    texts.item(item({ phase: 'skipped', read: 1 }), null);
    expect(dropped).toEqual([]);
    expect(heard.map(({ reason, read }) => [reason, read])).toEqual([['turn_start', 1]]);
  });

  it('says nothing of the item after it', () => {
    texts.unheard(unheard({ item: 3 }), 'One. Two.');
    texts.item(item({ phase: 'skipped' }), null);
    texts.item(item({ phase: 'skipped' }, { id: 4 }), control('skip'));
    expect(heard[1]!.reason).toBe('skip');
  });
});
