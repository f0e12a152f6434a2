import { beforeEach, describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';

let lines: string[];
let debugLog: boolean;
let journal: Journal;
const secret = '0123456789abcdef'.repeat(4);
beforeEach(() => {
  [lines, debugLog] = [[], true];
  const stream = { line: (text: string) => void lines.push(text) };
  journal = new Journal({ stream, debugLog: () => debugLog, now: () => 0, secret });
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

  it('holds no secret, wherever it stands, and no half of one', () => {
    journal.received({ type: secret, label: `a ${secret} b` });
    journal.refused(secret, 'E_UNKNOWN_TYPE', `unknown type '${secret.slice(0, 60)}…'`);
    journal.readStart({ item: 1, session: secret, chunks: 1 });
    journal.line(`${secret}${secret}, ${secret.slice(0, 20)} and ${secret.slice(0, 15)}`);
    expect(lines).toEqual([
      'in {"type":"[redacted]","label":"a [redacted] b"}',
      "in failed type=[redacted] E_UNKNOWN_TYPE: unknown type '[redacted]…'",
      'read start item=1 session=[redacted] chunks=1',
      '[redacted][redacted], [redacted] and 0123456789abcde',
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
