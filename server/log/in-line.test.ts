import { describe, expect, it } from 'vitest';
import { inFailedLine, inLine } from './in-line.ts';

const on = { debugLog: true };
const off = { debugLog: false };

describe('inLine', () => {
  it('is the compact message', () => {
    expect(inLine({ type: 'speak', text: 'Hi "you".', label: 'a b' }, on)).toBe(
      'in {"type":"speak","text":"Hi \\"you\\".","label":"a b"}',
    );
  });

  it('is left out for get, voices, engine_list and HTTP hello', () => {
    for (const type of ['get', 'voices', 'engine_list']) {
      expect(inLine({ type, key: 'volume' }, on)).toBeNull();
      expect(inLine({ type, key: 'volume' }, off)).toBeNull();
    }
    expect(inLine({ type: 'hello' }, { ...on, http: true })).toBeNull();
    expect(inLine({ type: 'hello', token: 'x', keep_alive: true }, on)).toBe(
      'in {"type":"hello","keep_alive":true}',
    );
    expect(inLine({ type: 'speak', text: 'x' }, { ...on, http: true })).not.toBeNull();
  });

  it.each([null, [], 5, 'text', undefined])('takes %j', (message) => {
    expect(inLine(message, on)).toMatch(/^in /);
    expect(inLine(message, off)).toBe('in {}');
  });
});

describe('inLine with debug_log off', () => {
  it('keeps the fixed fields only', () => {
    const message = {
      type: 'stream',
      channel: 's-1',
      kind: 'question',
      t: 1.5,
      index: 0,
      final: true,
      key: 'volume',
      action: 'pause',
      mode: 'append',
      interrupt: false,
      engine: 'kokoro',
      text: 'TEXT',
      delta: 'TEXT',
      label: 'TEXT',
      value: 'TEXT',
      options: ['TEXT'],
      notes: 'TEXT',
      reply: 'TEXT',
      id: 'TEXT',
    };
    expect(JSON.parse(inLine(message, off)!.slice(3))).toEqual({
      type: 'stream',
      channel: 's-1',
      kind: 'question',
      t: 1.5,
      index: 0,
      final: true,
      key: 'volume',
      action: 'pause',
      mode: 'append',
      interrupt: false,
      engine: 'kokoro',
    });
  });

  it('lets no text through in a fixed field', () => {
    const text = 'Some session text, read aloud.';
    for (const field of [
      ...['type', 'channel', 'kind', 't', 'index', 'final', 'key', 'action', 'mode', 'interrupt'],
      ...['engine', 'value'],
    ]) {
      for (const value of [text, [text], { text }, 'x'.repeat(100)]) {
        const line = inLine({ type: 'set', key: 'paths', [field]: value }, off)!;
        expect(line).not.toContain('session');
        expect(line).not.toContain('xxx');
      }
    }
  });

  it('shows no word in a fixed field that the protocol does not know', () => {
    const fields = { type: 'zebra', key: 'zebra', action: 'zebra', kind: 'zebra', mode: 'zebra' };
    expect(inLine(fields, off)).toBe('in {}');
    expect(inFailedLine('zebra', 'E_UNKNOWN_TYPE', 'x', off)).toBe(
      'in failed type=- E_UNKNOWN_TYPE',
    );
  });

  it.each([
    ['volume', 40, true],
    ['debug_log', false, true],
    ['paths', 'last_two', true],
    ['verbosity', 'skip_code', true],
    ['audio_mode', 'duck', true],
    ['audio_mode', 'a text', false],
    ['voice', 'af_heart', false],
    ['pronunciations', [{ word: 'a', say: 'b' }], false],
    ['summaries', { prompt: 'b' }, false],
    ['constructor', 'name', false],
  ])('set %s %j shows its value: %s', (key, value, shown) => {
    const line = JSON.parse(inLine({ type: 'set', key, value }, off)!.slice(3)) as object;
    expect(Object.hasOwn(line, 'value')).toBe(shown);
  });

  it('shows no credential either', () => {
    expect(inLine({ type: 'speak', channel: 'AKIAIOSFODNN7EXAMPLE' }, off)).toBe(
      'in {"type":"speak","channel":"[redacted]"}',
    );
  });
});

describe('inFailedLine', () => {
  it('names type, code and message', () => {
    expect(inFailedLine('set', 'E_BAD_REQUEST', 'must be a number', on)).toBe(
      'in failed type=set E_BAD_REQUEST: must be a number',
    );
  });

  it('with debug_log off has no words of the message', () => {
    expect(inFailedLine('set', 'E_NOT_FOUND', "no voice 'a text'", off)).toBe(
      'in failed type=set E_NOT_FOUND',
    );
    expect(inFailedLine('a text', 'E_UNKNOWN_TYPE', 'unknown', off)).toBe(
      'in failed type=- E_UNKNOWN_TYPE',
    );
  });

  it('quotes and redacts', () => {
    expect(inFailedLine('a b', 'E_UNKNOWN_TYPE', 'password=hunter2', on)).toBe(
      'in failed type="a b" E_UNKNOWN_TYPE: password=[redacted]',
    );
    expect(inFailedLine(undefined, 'E_BAD_REQUEST', "missing field 'type'", on)).toBe(
      "in failed type=- E_BAD_REQUEST: missing field 'type'",
    );
  });
});
