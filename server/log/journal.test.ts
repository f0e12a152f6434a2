import { beforeEach, describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';

let lines: string[];
let debugLog: boolean;
let journal: Journal;
beforeEach(() => {
  [lines, debugLog] = [[], true];
  const stream = { line: (text: string) => void lines.push(text) };
  journal = new Journal({ stream, debugLog: () => debugLog, now: () => 0 });
});

const item = { item: 1, session: null, read: 1, chunks: 1, text: 'SPOKEN' };

/** One of everything that happens. */
function live(): void {
  journal.received({ type: 'speak', text: 'SPOKEN', label: 'SPOKEN' });
  journal.received({ type: 'get', key: 'volume' });
  journal.received({ type: 'hello' }, { http: true });
  journal.refused('set', 'E_NOT_FOUND', "no voice 'SPOKEN'");
  journal.refusedBeforeHello('E_AUTH');
  journal.refusedBeforeHello('E_AUTH');
  journal.readStart(item);
  journal.readerPaused(true);
  journal.readerPaused(false);
  journal.readEnd(item, 'finished');
  journal.readDrop({ item: 2, session: 'build' });
}

describe('Journal', () => {
  it('writes the lines in order', () => {
    live();
    expect(lines).toEqual([
      'in {"type":"speak","text":"SPOKEN","label":"SPOKEN"}',
      "in failed type=set E_NOT_FOUND: no voice 'SPOKEN'",
      'connection refused before hello: E_AUTH',
      'read start item=1 session=direct chunks=1',
      'reader paused',
      'reader resumed',
      'read text item=1 session=direct kind=speak from=speak chunks=1/1 text="SPOKEN"',
      'read end item=1 finished',
      'read drop item=2 session=build kind=speak from=speak unread',
    ]);
  });

  it('has no text while debug_log is off, which may change at any time', () => {
    debugLog = false;
    live();
    expect(lines.join('\n')).not.toContain('SPOKEN');
    expect(lines).toContain('in {"type":"speak"}');
    expect(lines).toContain('read end item=1 finished');
    debugLog = true;
    journal.received({ type: 'speak', text: 'SPOKEN' });
    expect(lines.at(-1)).toContain('SPOKEN');
  });
});
