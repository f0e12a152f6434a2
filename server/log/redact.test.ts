import { describe, expect, it } from 'vitest';
import { redact, redactString, STRING_BYTES } from './redact.ts';

const key = `sk-${'Ab3dEf6h'.repeat(4)}`;

describe('redact', () => {
  it('keeps an ordinary message', () => {
    const message = { type: 'speak', id: 7, text: 'Build finished.', interrupt: true, label: null };
    expect(redact(message)).toEqual(message);
  });

  it('drops the token and the secret', () => {
    const message = { type: 'hello', token: 'abc', secret: 'def', extensions: ['agent'] };
    expect(redact(message)).toEqual({ type: 'hello', extensions: ['agent'] });
  });

  it('drops a secret at any depth', () => {
    expect(redact({ type: 'x', engine: { secret: 'def', list: [{ secret: 'ghi' }] } })).toEqual({
      type: 'x',
      engine: { list: [{}] },
    });
  });

  it('shows options as their labels', () => {
    const options = [{ label: 'Yes', description: 'long' }, 'No', { description: 'x' }, 5];
    expect(redact({ type: 'ask', options })).toEqual({
      type: 'ask',
      options: ['Yes', 'No', '3', 5],
    });
  });

  it('hides every value whose name announces a credential', () => {
    expect(
      redact({
        profile: { api_key: 'a', password: 12, credentials: { user: 'u', pin: 'p' }, token: ['t'] },
        headers: [{ name: 'X-Api-Key', value: 'b' }],
        args: ['--api-key', 'c', '-v'],
        pair: ['Authorization', 'd'],
        empty: { password: null, secret_key: false },
      }),
    ).toEqual({
      profile: {
        api_key: '[redacted]',
        password: '[redacted]',
        credentials: '[redacted]',
        token: '[redacted]',
      },
      headers: [{ name: 'X-Api-Key', value: '[redacted]' }],
      args: ['--api-key', '[redacted]', '-v'],
      pair: ['Authorization', '[redacted]'],
      empty: { password: null, secret_key: false },
    });
    expect(redact({ type: 'set', key: 'api_key', value: 'swordfish' })).toEqual({
      type: 'set',
      key: 'api_key',
      value: '[redacted]',
    });
  });

  const places: [string, (secret: string) => unknown][] = [
    ['alone', (secret) => secret],
    ['a field', (secret) => ({ type: 'speak', text: `it is ${secret}!` })],
    ['the type', (secret) => ({ type: secret })],
    ['the id', (secret) => ({ type: 'speak', id: { nested: [secret] } })],
    ['a field name', (secret) => ({ type: 'x', [secret]: 1 })],
    ['a nested field name', (secret) => ({ type: 'x', a: [{ [`k ${secret}`]: 1 }] })],
    ['a list', (secret) => ({ type: 'x', events: ['a', [[secret]]] })],
    ['an option', (secret) => ({ type: 'ask', options: [secret, { label: secret }] })],
    [
      'a description',
      (secret) => ({ type: 'ask', options: [{ label: 'a', description: secret }] }),
    ],
    [
      'JSON in a string',
      (secret) => ({ text: JSON.stringify({ a: JSON.stringify({ b: secret }) }) }),
    ],
    ['deep down', (secret) => nest(secret, 40)],
    ['beyond depth', (secret) => nest(secret, 5000)],
    ['a long text', (secret) => ({ text: `${'word '.repeat(3000)}${secret}` })],
    ['where a text is clipped', (secret) => ({ text: `${'x '.repeat(2040)}${secret} ${secret}` })],
    [
      'where a text is no longer looked at',
      (secret) => ({ text: `${`${secret} `.repeat(2000)}`.slice(0, 16 * 1024 + 20) }),
    ],
  ];
  it.each(places)('a secret in %s does not survive', (_name, place) => {
    for (const secret of [key, 'ghp_Ab3dEf6hIj9kLm2nOp5q', 'AKIAIOSFODNN7EXAMPLE']) {
      const shown = JSON.stringify(redact(place(secret)));
      expect(shown).not.toContain(secret);
      // Nor enough of it to be worth something.
      for (let start = 4; start + 12 <= secret.length; start++) {
        expect(shown).not.toContain(secret.slice(start, start + 12));
      }
    }
  });

  it('bounds what it takes and gives', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 'v']));
    expect(JSON.stringify(redact(wide)).length).toBeLessThan(600_000);
    const long = { list: Array.from({ length: 200 }, () => 'word '.repeat(1000)) };
    expect(JSON.stringify(redact(long)).length).toBeLessThan(300_000);
  });

  it.each([null, 5, true, [], 'text', undefined])('takes %j', (value) => {
    expect(redact(value)).toEqual(value);
  });

  it('is not led astray by __proto__', () => {
    const message: unknown = JSON.parse('{"type":"x","__proto__":{"text":"a"}}');
    expect(JSON.stringify(redact(message))).toBe('{"type":"x","__proto__":{"text":"a"}}');
  });

  it('leaves the message itself alone', () => {
    const message = { token: 'a', options: [{ label: 'b' }] };
    redact(message);
    expect(message).toEqual({ token: 'a', options: [{ label: 'b' }] });
  });
});

function nest(value: unknown, depth: number): unknown {
  let result = value;
  for (let level = 0; level < depth; level++) result = level % 2 ? [result] : { a: result };
  return result;
}

describe('redactString', () => {
  it('clips to 4 KB of bytes', () => {
    expect(redactString('x'.repeat(STRING_BYTES))).toHaveLength(STRING_BYTES);
    const clipped = redactString('語'.repeat(STRING_BYTES));
    expect(Buffer.byteLength(clipped)).toBeLessThanOrEqual(STRING_BYTES);
    expect(Buffer.byteLength(clipped)).toBeGreaterThan(STRING_BYTES - 6);
    expect(clipped.endsWith('語…')).toBe(true);
  });
});
