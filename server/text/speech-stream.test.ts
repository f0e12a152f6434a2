import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';
import { type Piece, SpeechStream, type SpeechStreamOptions } from './speech-stream.ts';

const read: SpeechStreamOptions = { code: 'read' };

function pieces(deltas: readonly string[], options: SpeechStreamOptions = read): Piece[] {
  const stream = new SpeechStream(options);
  return [...deltas.flatMap((delta) => stream.push(delta)), ...stream.end()];
}

/** A piece of prose as its text, one of code as its chunks' texts. */
const said = (text: string, options?: SpeechStreamOptions) =>
  pieces([text], options).map((piece) =>
    piece.kind === 'prose' ? piece.text : piece.chunks.map(({ text }) => text),
  );

let seed = 3;
const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;

function split(text: string): string[] {
  const longest = 1 + next(next(3) === 0 ? 60 : 8);
  const deltas: string[] = [];
  for (let at = 0; at < text.length;) {
    const to = at + 1 + next(longest);
    deltas.push(text.slice(at, to));
    at = to;
  }
  return deltas;
}

describe('a block of code', () => {
  test('is one piece: its announcement, each line, its end', () => {
    expect(pieces(['Look:\n```ts\nlet x;\n\nlet y;\n```\nDone.'])).toEqual([
      { kind: 'prose', text: 'Look:' },
      {
        kind: 'code',
        chunks: [
          { text: 'TypeScript code block, 3 lines.', code: 'start' },
          { text: 'Line one: let X', code: 'line' },
          { text: 'Line three: let Y', code: 'line' },
          { text: 'End of TypeScript code.', code: 'end' },
        ],
      },
      { kind: 'prose', text: 'Done.' },
    ]);
  });

  test('tells the key for the next line, where there is one', () => {
    const [piece] = pieces(['```\nlet x\n```'], { code: 'read', nextLineKey: 'F7' });
    expect(piece).toMatchObject({
      chunks: [{ text: 'Code block, 1 line. Use F7 for the next line.' }, {}, {}],
    });
    expect(said('```\n```', { code: 'read', nextLineKey: 'F7' })).toEqual([['Empty code block.']]);
    expect(said('```\nlet x\n```', { code: 'read', nextLineKey: null })[0]).toContain(
      'Code block, 1 line.',
    );
  });

  test('is dropped without a word, or told as in any text', () => {
    const text = 'One.\n```ts\nlet x;\n```\nTwo.';
    expect(said(text, { code: 'skip' })).toEqual(['One.', 'Two.']);
    expect(said(text, { code: 'announce' })).toEqual(['One.', 'Code block, 1 line.', 'Two.']);
  });

  test('is given when its fence closes, and prose as soon as it is certain', () => {
    const stream = new SpeechStream(read);
    expect(stream.push('It works. No')).toEqual([{ kind: 'prose', text: 'It works.' }]);
    expect(stream.push('w\n```\nlet x\n``')).toEqual([{ kind: 'prose', text: 'Now' }]);
    expect(stream.push('`\n')).toHaveLength(1);
    expect(stream.end()).toEqual([]);
  });

  const lines = (text: string) => said(text).find(Array.isArray)?.slice(1, -1);

  test.each<[string, string, string[]]>([
    ['in a list', '- a\n\n  ```\n  x\n    y\n  ```\n- b', ['Line one: X', 'Line two: Y']],
    ['deep in a list', '1. a\n   - b\n     ```\n     x\n     ```\n2. c', ['Line one: X']],
    ['as an item', '1. ```\n   x\n   ```\n2. c', ['Line one: X']],
    ['in a quote', '> ```\n> x\n> > y\n> ```\n> z', ['Line one: X', 'Line two: greater than, Y']],
    ['in a quote that ends', '> ```\n> x\nz', ['Line one: X']],
    ['without an end', '```\nx\ny\n', ['Line one: X', 'Line two: Y']],
    ['in waves', '~~~\nx\n```\n~~~', ['Line one: X', 'Line two: backtick backtick backtick']],
    ['with a fence inside', '````\n```\nx\n```\n````', expect.arrayContaining(['Line two: X'])],
    [
      'with a fence in its string',
      '```\n"""\n    ```\nx\n```',
      expect.arrayContaining(['Line three: X']),
    ],
    ['with an HTML comment', '```html\n<!-- x y -->\n```', ['Line one: comment, x y']],
    ['with an open HTML comment', '```html\n<!--\n```\nA --> b', ['Line one: comment']],
    [
      'of a diff',
      '```diff\n-let x\n+let y\n```',
      ['Line one: Removed: let X', 'Line two: Added: let Y'],
    ],
  ])('%s', (_, text, expected) => expect(lines(text)).toEqual(expected));

  test('that is only indented is text', () => {
    expect(said('See:\n\n    let x\n')).toEqual(['See:', 'let x']);
  });

  test('and what follows it stay apart', () => {
    expect(said('> ```\n> x\nz')).toHaveLength(2);
    expect(said('1. ```\n   x\n   ```\n2. c').at(-1)).toBe('2: c');
    expect(said('```html\n<!--\n```\nA --> b').at(-1)).toBe('A to b');
  });

  test('has its long lines cut as sentences are', () => {
    const [piece] = pieces([`\`\`\`\n${'word '.repeat(300)}\n\`\`\``]);
    const chunks = piece?.kind === 'code' ? piece.chunks : [];
    expect(chunks.length).toBeGreaterThan(4);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(600);
  });
});

describe("the user's words and credentials in code", () => {
  const pronunciations = [
    { word: 'db', say: 'data base' },
    { word: '=>', say: 'goes to' },
    { word: 'hi you', say: 'hello' },
    { word: 'useThing', say: 'Use Thing' },
    { word: '—', say: '' },
  ];
  const lines = (text: string) =>
    said(`\`\`\`ts\n${text}\n\`\`\``, { code: 'read', pronunciations }).flat().slice(1, -1);

  test.each([
    [
      'const db = useThing();',
      'Line one: const data base, equals, Use Thing, open paren close paren',
    ],
    ['(x) => dbs', 'Line one: open paren, X, close paren, goes to dbs'],
    [
      'say("hi you, db") // db',
      'Line one: say, open paren, hello, data base, close paren, comment, data base',
    ],
    [
      'const key = "AbC123dEf456gHi789jKl"; db',
      'Line one: const key, equals, a secret, semicolon, data base',
    ],
  ])('%s', (text, spoken) => expect(lines(text)).toEqual([spoken]));

  test('a private key is told once', () => {
    const key =
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAbCd\n-----END RSA PRIVATE KEY-----\nx = 1';
    expect(lines(key)).toEqual(['Line one: a secret', 'Line five: X, equals, 1']);
  });

  test('the headers of a diff hide them too', () => {
    const text = '```diff\n--- a/db x\n+++ b/db x\n```';
    expect(said(text, { code: 'read', pronunciations }).flat()).toContain(
      'Line one: Old file: data base x',
    );
  });
});

const parts = [
  ...' .,:!?-*_`~#>|()[]<&\\"\'…。1a x'.split(''),
  ...['\n', '\n', '\n\n', '\r\n', '\r', '. ', '! ', '.** ', '\u2028'],
  ...['- ', '1. ', '> ', '> > ', '  ', '    ', '\t', '## ', '- [ ] ', '---'],
  ...[
    '\n```\n',
    '\n```ts\n',
    '\n> ```\n',
    '\n- ```\n',
    '\n  ~~~\n',
    '~~~',
    '\n````\n',
    '\n> ',
    '```',
  ],
  ...['| a | b |\n', '|---|---|\n', 'a | b\n', '<!-- note -->', '<!--', '-->', '`<!--`', '<!'],
  ...[
    'const x = "a";',
    '// why',
    '/*',
    '*/',
    'It works',
    'Words',
    'done',
    'e.g. ',
    '`f()`',
    '**b**',
  ],
  ...[
    'at run (a.ts:1:2)\n',
    '\n  at b.C(D.java:5)\n',
    'ERROR: no',
    '[!NOTE]',
    '\n> [!NOTE]\n',
    'INFO  x',
  ],
  ...[
    'Ctrl+`',
    '3. ',
    'no. of ',
    '5 ms. ',
    '2026-01-01T00:00:00 ',
    '14. März ',
    'a1b2c3d fix\n',
    'Vol. ',
  ],
  ...['f(x) ', 'List<T> ', '<<<<<<< HEAD\n', '>>>>>>> x\n', 'a.ts | 2 +-\n', 'panic: x', 'vol. X'],
  ...['token: AbC123dEf456gHi789jKl', '-----BEGIN PRIVATE KEY-----', '\x1b[31m', '😀', '文。'],
];
const random = (count: number) =>
  Array.from({ length: 1 + next(count) }, () => parts[next(parts.length)]).join('');

test('any deltas of a text give the same pieces, none of them empty', () => {
  for (let round = 0; round < 4000; round += 1) {
    const text = random(40);
    const options: SpeechStreamOptions = { code: round % 4 === 0 ? 'skip' : 'read' };
    const whole = pieces([text], options);
    expect(pieces(split(text), options), JSON.stringify(text)).toEqual(whole);
    for (const piece of whole)
      for (const { text: chunk } of piece.kind === 'prose' ? [piece] : piece.chunks)
        expect(chunk, JSON.stringify(text)).toMatch(/^\S.*[\p{L}\p{N}]|[\p{L}\p{N}]/u);
  }
});

test('its prose is that of the whole text', () => {
  for (let round = 0; round < 2000; round += 1) {
    const text = random(30);
    expect(said(text, { code: 'announce' }), JSON.stringify(text)).toEqual(cutText(text));
  }
});

test.each(['a', '`', '~', '> ', '- ', '<!-', '<!--', 'word ', '```\n', '> ```\n', 'x. '])(
  'a megabyte of %j comes through',
  (piece) => {
    const text = piece.repeat(Math.ceil(2 ** 20 / piece.length));
    for (const start of ['', '```\n']) {
      const deltas = (start + text).match(/[^]{1,5000}/g) ?? [];
      expect(() => pieces(deltas)).not.toThrow();
    }
  },
);
