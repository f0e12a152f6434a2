import { describe, expect, it } from 'vitest';
import * as activity from './activity.ts';
import { RefusalGate } from './refusals.ts';

describe('activity lines', () => {
  it('are the documented ones', () => {
    expect(activity.readStart({ item: 7, session: 'build', chunks: 2 })).toBe(
      'read start item=7 session=build chunks=2',
    );
    expect(activity.readStart({ item: 7, session: null, chunks: 2 })).toBe(
      'read start item=7 session=direct chunks=2',
    );
    expect(activity.readEnd(7, 'skipped')).toBe('read end item=7 skipped');
    expect([activity.readerPaused, activity.readerResumed]).toEqual([
      'reader paused',
      'reader resumed',
    ]);
    expect(activity.readDrop({ item: 9, session: 'build' })).toBe(
      'read drop item=9 session=build kind=speak from=speak unread',
    );
    expect(
      activity.sonaradStarted({
        version: '0.36.0',
        pid: 5,
        engine: { engine: 'onecore', ready: true, status: 'ready' },
        home: '/a b',
      }),
    ).toBe('sonarad 0.36.0 started (pid 5): engine onecore ready; home /a b');
  });

  it('quote a value with a space', () => {
    expect(activity.readStart({ item: 1, session: 'my build', chunks: 1 })).toContain(
      'session="my build" chunks',
    );
    expect(activity.readStart({ item: 1, session: 'a" chunks=9', chunks: 1 })).toContain(
      'session="a\\" chunks=9" chunks=1',
    );
    expect(activity.readStart({ item: 1, session: 'a\nb', chunks: 1 })).toContain('"a\\nb"');
  });

  it('redact a label', () => {
    expect(activity.readStart({ item: 1, session: 'AKIAIOSFODNN7EXAMPLE', chunks: 1 })).toContain(
      'session=[redacted] ',
    );
  });
});

describe('readText', () => {
  const read = { item: 7, session: 'build', read: 1, chunks: 2, text: 'One. "Two".' };

  it('holds the text as a JSON string', () => {
    expect(activity.readText(read, { debugLog: true })).toBe(
      'read text item=7 session=build kind=speak from=speak chunks=1/2 text="One. \\"Two\\"."',
    );
  });

  it('is left out with debug_log false', () => {
    expect(activity.readText(read, { debugLog: false })).toBeNull();
  });

  it('holds no credential', () => {
    const line = activity.readText({ ...read, text: 'password=hunter2' }, { debugLog: true });
    expect(line).toContain('text="password=[redacted]"');
  });
});

describe('RefusalGate', () => {
  it('lets one line through in 10 s and counts the rest', () => {
    let now = 0;
    const gate = new RefusalGate(() => now);
    expect(gate.line('E_AUTH')).toBe('connection refused before hello: E_AUTH');
    now = 9_999;
    expect([gate.line('E_AUTH'), gate.line('E_AUTH')]).toEqual([null, null]);
    now = 10_000;
    expect(gate.line('E_AUTH')).toBe('connection refused before hello: E_AUTH (and 2 more before)');
    now = 20_000;
    expect(gate.line('E_AUTH')).toBe('connection refused before hello: E_AUTH');
  });
});
