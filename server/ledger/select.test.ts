import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../shared/protocol/events.ts';
import type { Line } from './lines.ts';
import { select } from './select.ts';

let minute = 0;
const entry = (text: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  time: new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString(),
  item: 1,
  channel: 'c',
  label: null,
  kind: 'prose',
  from: 'stream',
  text,
  chunks: 2,
  read: 2,
  phase: 'finished',
  ...more,
});
const dropped = (text: string, reason: string, more: Partial<HistoryEntry> = {}) =>
  entry(text, { phase: 'dropped', read: 0, item: null, reason, ...more });

const ask = (lines: Line[], query: Partial<Parameters<typeof select>[1]> = {}) => {
  const { entries, more } = select(lines, {
    ...{ channel: null, since: null, limit: 50, missed: false },
    ...query,
  });
  return { texts: entries.map(({ text }) => text), more };
};
const missed = (...lines: Line[]) => ask(lines, { missed: true }).texts;

describe('the history', () => {
  it('is everything, the newest last', () => {
    expect(ask([entry('a'), dropped('b', 'stop')]).texts).toEqual(['a', 'b']);
  });

  it('of a channel', () => {
    expect(ask([entry('a'), entry('b', { channel: 'd' })], { channel: 'd' }).texts).toEqual(['b']);
  });

  it('since a time, that time included', () => {
    const lines = [entry('a'), entry('b'), entry('c')];
    expect(ask(lines, { since: Date.parse(lines[1]!.time) }).texts).toEqual(['b', 'c']);
  });

  it('so many of the newest, and how many more there are', () => {
    const lines = ['a', 'b', 'c'].map((text) => entry(text));
    expect(ask(lines, { limit: 2 })).toEqual({ texts: ['b', 'c'], more: 1 });
  });

  it('goes on behind a mark', () => {
    expect(ask([entry('a'), { seen: '2026-01-01T00:00:00Z' }]).texts).toEqual(['a']);
  });
});

describe('what was missed', () => {
  it.each([
    ['skipped', entry('x', { phase: 'skipped', read: 1, reason: 'skip' })],
    ['skipped within its last part', entry('x', { phase: 'skipped', read: 2, reason: 'stop' })],
    ['failed', entry('x', { phase: 'failed', read: 2 })],
    ['dropped', dropped('x', 'turn_start')],
    ['stored while muted', dropped('x', 'stored')],
    ['a question that was dropped', dropped('x', 'stop', { kind: 'question' })],
    ['prose dropped by an answer', dropped('x', 'answered')],
    ['read while the sound was off', entry('x', { reason: 'sound muted' })],
    ['read without a sound device', entry('x', { reason: 'no sound' })],
  ])('%s', (_, line) => {
    expect(missed(line)).toEqual(['x']);
  });

  it.each([
    ['read to its end', entry('x')],
    ['an announcement', dropped('x', 'stop', { kind: 'announce' })],
    ['code that verbosity leaves out', dropped('x', 'skip_code', { kind: 'code' })],
    ['what read_mode final leaves out', dropped('x', 'turn_end')],
    ['a question that was answered', dropped('x', 'answered', { kind: 'question' })],
    ['a replay that was cut', entry('x', { phase: 'skipped', reason: 'skip', again: true })],
  ])('not: %s', (_, line) => {
    expect(missed(line)).toEqual([]);
  });

  it('not when it was heard to its end later', () => {
    expect(missed(dropped('x', 'stored'), entry('x', { again: true }))).toEqual([]);
  });

  it('also when the same text was heard before', () => {
    expect(missed(entry('x'), dropped('x', 'stop'))).toEqual(['x']);
  });

  it('also when the same text was heard in another channel', () => {
    expect(missed(dropped('x', 'stop'), entry('x', { channel: 'd' }))).toEqual(['x']);
  });

  it('also when it was read again without sound', () => {
    expect(missed(dropped('x', 'stop'), entry('x', { reason: 'sound muted' }))).toEqual(['x']);
  });

  it('once, where it was missed last', () => {
    const lines = [dropped('x', 'stored'), dropped('y', 'stop'), dropped('x', 'flush')];
    expect(missed(...lines)).toEqual(['y', 'x']);
  });

  it('since the last mark', () => {
    const lines = [dropped('x', 'stop'), { seen: '2026-01-01T00:00:00Z' }, dropped('y', 'stop')];
    expect(missed(...lines)).toEqual(['y']);
  });

  it('before the mark too when a time is given', () => {
    const lines = [dropped('x', 'stop'), { seen: '2026-01-01T00:00:00Z' }];
    expect(ask(lines, { missed: true, since: 0 }).texts).toEqual(['x']);
  });
});
