import { describe, expect, test } from 'vitest';
import { knownLabels } from './languages.ts';
import { readCodeBlock } from './read-code.ts';

const read = (language: string, source: string) =>
  readCodeBlock({ language, lines: source.split('\n') });
const said = (language: string, source: string) =>
  read(language, source).lines.map(({ spoken }) => spoken.replace(/^Line [a-z ]+: /, ''));

describe('a block', () => {
  test('is announced, read by line and ended', () => {
    expect(read('ts', 'let a;\n\nlet b;')).toEqual({
      announcement: 'TypeScript code block, 3 lines.',
      lines: [
        { number: 1, spoken: 'Line one: let A' },
        { number: 3, spoken: 'Line three: let B' },
      ],
      end: 'End of TypeScript code.',
    });
  });

  test('of no lines is only announced', () => {
    expect(readCodeBlock({ language: 'py', lines: [] })).toEqual({
      announcement: 'Empty Python code block.',
      lines: [],
      end: '',
    });
    expect(readCodeBlock({ language: '', lines: [] }).announcement).toBe('Empty code block.');
  });

  test.each([
    ['', 'Code block, 1 line.', 'End of code.'],
    ['py', 'Python code block, 1 line.', 'End of Python code.'],
    ['sh', 'Shell code block, 1 line.', 'End of Shell code.'],
    ['cs', 'C sharp code block, 1 line.', 'End of C sharp code.'],
    ['C++', 'C plus plus code block, 1 line.', 'End of C plus plus code.'],
    ['brainfog', 'brainfog code block, 1 line.', 'End of brainfog code.'],
    ['ts title="a.ts"', 'TypeScript code block, 1 line.', 'End of TypeScript code.'],
    ['{.python .numberLines}', 'Python code block, 1 line.', 'End of Python code.'],
    ['language-go', 'Go code block, 1 line.', 'End of Go code.'],
    ['12:20:src/main.rs', 'Rust code block, 1 line.', 'End of Rust code.'],
    ['***', 'Code block, 1 line.', 'End of code.'],
  ])('behind the fence %j', (language, announcement, end) => {
    expect(read(language, 'a')).toMatchObject({ announcement, end });
  });

  test('knows 60 labels and more, each once', () => {
    expect(knownLabels.length).toBeGreaterThanOrEqual(60);
    for (const label of knownLabels)
      expect(read(label, '').announcement.startsWith(`${label} code`), label).toBe(false);
  });
});

describe('a line', () => {
  test.each<[language: string, source: string, spoken: string[]]>([
    ['ts', 'const x = getUserName();', ['const X, equals, get user name, open paren close paren']],
    ['ts', 'a === b && c !== d', ['A, triple equals, B, and, C, not double equals, D']],
    [
      'ts',
      'x ??= [...y];',
      ['X, double question equals, open bracket dot dot dot, Y, close bracket'],
    ],
    [
      'ts',
      'xs.map((i) => i.name)',
      ['xs dot map, open paren open paren, I, close paren, arrow, I dot name, close paren'],
    ],
    ['ts', "say(\"Hi, you\", 'it\\'s');", ["say, open paren, Hi, you, comma, it\\'s, close paren"]],
    [
      'ts',
      'f("", ", ", " ")',
      ['F, open paren, empty string, comma, comma, comma, space, close paren'],
    ],
    [
      'ts',
      'for (;;) x++; // go on',
      ['for, open paren semicolon semicolon close paren, X, plus plus, comment, go on'],
    ],
    ['ts', '/* one\n * two\n */ x', ['comment, one', 'two', 'comment goes on, X']],
    ['ts', '`a\nb` + "http://c"', ['a', 'b, plus, http://c']],
    ['ts', 'it\'s = "open', ['it, apostrophe, S, equals, quote, open']],
    [
      'ts',
      'n = 3.14 + 0xFF + 1_000 + 1e-5',
      ['N, equals, three point one four, plus, hex F F, plus, one thousand, plus, 1 E minus five'],
    ],
    ['ts', '====================', ['equals 20 times']],
    [
      'cpp',
      'p->x = std::move(y);',
      ['P, arrow, X, equals, standard colon colon move, open paren, Y, close paren'],
    ],
    [
      'rs',
      "fn f<'a>(c: char) { c == '\"' }",
      [
        'fn F, less than apostrophe, A, greater than open paren, C, colon, char, close paren, open brace, C, double equals, quote, close brace',
      ],
    ],
    [
      'py',
      'def __init__(self): # why',
      ['def init, open paren, self, close paren colon, comment, why'],
    ],
    ['py', '"""One\n\ntwo"""\nMAX_SIZE = 5', ['One', 'two', 'max size, equals, 5']],
    [
      'sh',
      "cd ~/src && npm-run --all-x -v | grep 'a b' # c",
      [
        'C D tilde slash, source, and, N P M run dash dash all X dash V, pipe, grep, a b, comment, c',
      ],
    ],
    ['sh', 'echo $#a "one\ntwo"', ['echo dollar hash A, one', 'two']],
    [
      'sql',
      "SELECT * FROM a AS b WHERE n = 'O x' -- c",
      ['select, star, from A as B where N, equals, O x, comment, c'],
    ],
    [
      'html',
      '<p id="a">Hello, you <b>there</b>!</p>',
      ['tag P I D, equals, a, Hello, you, tag B, there, close tag B, close tag P'],
    ],
    [
      'html',
      '<!-- a\nb --><a\n title="c\nd">e</a>',
      ['comment, a', 'b, tag A', 'title, equals, c', 'd, e, close tag A'],
    ],
    [
      'html',
      '<script>if (a < b) c</script>d < e',
      ['tag script, if, open paren, A, less than, B, close paren, C, close tag script, d < e'],
    ],
    [
      'css',
      '.my-box { margin-top: 10px } /* c */',
      ['dot my box, open brace, margin top, colon, 10 px, close brace, comment, c'],
    ],
    [
      'json',
      '{ "a": [1, null] }',
      ['open brace, a, colon, open bracket, 1, comma, null, close bracket, close brace'],
    ],
    ['yaml', "- name: don't stop # c", ["dash name, colon, don't stop, comment, c"]],
    ['ini', '; c\n[main]', ['comment, c', 'open bracket, main, close bracket']],
    ['clj', '(get-user "a\nb") ; c', ['open paren, get user, a', 'b, close paren, comment, c']],
    ['lua', '--[[ a\nb ]] x', ['comment, a', 'b, X']],
    ['', '\u200b\u0007', []],
  ])('of %s: %j', (language, source, spoken) => expect(said(language, source)).toEqual(spoken));

  test.each([
    ['', 'key = "AbC123dEf456gHi789jKl"', ['key, equals, a secret']],
    ['sh', 'export TOKEN=ghp_1234567890abcdefghij', ['export token, equals, a secret']],
    [
      'ts',
      'const key = getKeyOf(user);',
      ['const key, equals, get key of, open paren, user, close paren'],
    ],
  ])('does not say a secret: %s %j', (language, source, spoken) => {
    expect(said(language, source)).toEqual(spoken);
  });
});

test('a diff says what came and went', () => {
  const source = `diff --git a/src/x.ts b/src/x.ts
index 12ab34c..56de78f 100644
--- a/src/x.ts
+++ b/src/x.ts
@@ -10,4 +12,6 @@ function foo()
 /* a
-b */ c
+d */ "e"
--- f
\\ No newline at end of file`;
  expect(said('diff', source)).toEqual([
    'Diff of src/x.ts',
    'Index',
    'Old file: src/x.ts',
    'New file: src/x.ts',
    'Change at line 12, in function foo()',
    'comment, a',
    'Removed: b, C',
    'Added: d, e',
    'Removed: minus minus, F',
    'No newline at end of file',
  ]);
});
