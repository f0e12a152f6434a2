import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../shared/client/index.ts';
import { missedLines, spokenMissed } from './missed-view.ts';
import { clockTime, sinceOf } from './when.ts';

const now = new Date(2026, 9, 3, 15, 0);
const entry = (text: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  time: new Date(2026, 9, 3, 14, 2).toISOString(),
  item: null,
  channel: 's1',
  label: 'website',
  kind: 'prose',
  from: 'stream',
  text,
  chunks: 3,
  read: 0,
  phase: 'dropped',
  reason: 'stop',
  ...more,
});
const line = (more: Partial<HistoryEntry>) => missedLines([entry('One.', more)], now)[0];

describe('lines', () => {
  it('name time, session, text and why', () => {
    expect(line({})).toBe('14:02 website: One. (reading was stopped)');
  });

  it('name a decision, and a channel without a label', () => {
    expect(line({ kind: 'question', label: null })).toMatch(/^14:02 s1, question: One\./);
    expect(line({ channel: null, label: null })).toMatch(/^14:02 direct: /);
  });

  it('say how far it was read', () => {
    expect(line({ read: 2, phase: 'skipped' })).toMatch(/\(2 of 3 parts were begun: reading/);
    expect(line({ read: 3, phase: 'skipped' })).toMatch(/\(reading was stopped\)$/);
  });

  it('say that the voice failed', () => {
    const failed = entry('One.', { phase: 'failed' });
    delete failed.reason;
    expect(missedLines([failed], now)[0]).toMatch(/\(the voice could not say it\)$/);
  });

  it('steer no terminal', () => {
    expect(line({ label: 'a\u001b[2J\nb' })).toBe('14:02 a [2J b: One. (reading was stopped)');
  });
});

describe('read aloud', () => {
  it('each session is named once', () => {
    const entries = [
      entry('One.'),
      entry('Two'),
      entry('Go?', { label: 'build', kind: 'question' }),
    ];
    expect(spokenMissed(entries, 3)).toBe(
      'You have not heard 3 texts.\n\nwebsite: One.\n\nTwo.\n\nbuild, question: Go?',
    );
  });

  it('one text is one', () => {
    expect(spokenMissed([entry('One.')], 1)).toMatch(/^You have not heard one text\./);
  });

  it('of many the newest five', () => {
    const entries = Array.from({ length: 8 }, (_, n) => entry(`Text ${n}.`));
    const spoken = spokenMissed(entries, 12);
    expect(spoken).toMatch(/^You have not heard 12 texts\.\n\nThe newest 5:\n\nwebsite: Text 3\./);
    expect(spoken.match(/Text \d/g)).toHaveLength(5);
  });

  it('a long text ends at a word', () => {
    expect(spokenMissed([entry('word '.repeat(100))], 1)).toMatch(/word and so on\.$/);
    expect(spokenMissed([entry('word '.repeat(100))], 1).length).toBeLessThan(260);
  });
});

describe('times', () => {
  it('of another day have their day', () => {
    expect(clockTime(new Date(2026, 9, 2, 9, 5).toISOString(), now)).toBe('2026-10-02 09:05');
  });

  it.each([
    ['90s', 90],
    ['30m', 1_800],
    ['2h', 7_200],
    ['1d', 86_400],
    ['2026-10-03T10:59:14Z', '2026-10-03T10:59:14.000Z'],
  ])('%s', (text, since) => {
    expect(sinceOf(text)).toBe(since);
  });

  it.each(['', '2', '2x', 'h', '-2h', 'yesterday', '2026-99-99'])('%j is refused', (text) => {
    expect(() => sinceOf(text)).toThrow(/--since takes/);
  });
});
