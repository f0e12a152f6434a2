import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';

const pronunciations = Object.entries({
  API: 'A P I',
  'C++': 'C plus plus',
  C: 'see',
  'C#': 'C sharp',
  '.NET': 'dot net',
  'node.js': 'node J S',
  'Visual Studio': 'V S',
  'Visual Studio Code': 'V S code',
  kubectl: 'kube *control* & `more`',
  SQL: 'sequel. Really! Yes.',
  nginx: 'engine/x',
  main: 'MAIN',
  snake_case: 'snake case',
  'src/main.ts': 'the main file',
  'example.com': 'the example',
  Fig: 'figure',
  'U.S.': 'United States',
  '->': 'gives',
  'List<T>': 'list of T',
  '😀': 'smile',
  ö: 'umlaut',
  APIs: 'A P eyes',
  'A P I': 'wrong',
  東京: 'Tokyo',
  Code: 'CODE',
  'TCP/IP': 'T C P',
}).map(([word, say]) => ({ word, say }));
const read = (text: string) => cutText(text, { pronunciations }).join(' | ');

describe('the user’s words', () => {
  test.each([
    ['The API is.', 'The A P I is.'],
    ['API', 'A P I'],
    ['(API), "API"; API! API? API: -API-', '(A P I), "A P I"; A P I! | A P I? | A P I: -A P I-'],
    [
      'Api api APIX XAPI API2 2API API_ _API aAPI',
      'A P I A P I APIX XAPI A P I two two A P I A P I A P I a A P I',
    ],
    ['éAPI API\u0301 APIé', 'éAPI API\u0301 APIé'],
    ['APIs', 'A P eyes'],
    ['**API** *API* _API_ __API__ ~~API~~ `API`', 'A P I A P I A P I A P I A P I A P I'],
    ['_the API_', 'the A P I'],
    ['[API](https://x/API) ![API](API.png)', 'A P I A P I'],
    ['C++, C and C#.', 'C plus plus, see and C sharp.'],
    ['C#x XC++ .NETs', "see#x X C++ dot NET's"],
    ['.NET and ASP.NET', 'dot net and A S P dot net'],
    ['node.js and node.jsx', 'node J S and node.jsx'],
    ['Visual Studio Code or Visual Studio', 'V S code or V S'],
    ['Visual\nStudio  Code', 'V S code'],
    ['Visual Studios', 'Visual Studios'],
    ['kubectl get', 'kube *control* & `more` get'],
    ['Use SQL here. Then go.', 'Use sequel. Really! Yes. here. | Then go.'],
    ['nginx', 'engine/x'],
    ['snake_case is', 'snake case is'],
    ['a -> b', 'a gives b'],
    ['a List<T> is', 'a list of T is'],
    ['It 😀.', 'It smile.'],
    ['ö', 'umlaut'],
    ['öö o\u0308', 'öö o\u0308'],
    ['東京 and 東京都', 'Tokyo and 東京都'],
    ['このAPIを', 'このA P Iを'],
    ['See Fig. 5 now. Fig. 6', 'See figure. 5 now. | figure. 6'],
    ['The U.S. policy', 'The United States policy'],
    ['# API\n- API\n1. API', 'A P I | A P I | 1: A P I'],
    ['| API | x |\n|---|---|', 'A P I, x'],
    ['A P I', 'wrong'],
    ['TCP/IP and `TCP/IP`', 'T C P and T C P'],
    ['```\nCode\n```', 'Code block, 1 line.'],
    ['main is', 'MAIN is'],
  ])('%j is %j', (text, spoken) => expect(read(text)).toBe(spoken));

  test.each([
    ['a path', 'x/main/y.ts', 'x, main, y.ts'],
    ['a path with a line', 'src/main.py:5', 'src, main.py, line 5'],
    ['a Windows path', 'C:\\main\\x', 'main, x'],
    ['a path in code', '`lib/main`', 'lib, main'],
    ['a file with a line', 'main.py:5', 'main.py, line 5'],
    ['a URL', 'https://x.y/main?main=API#C', 'X dot Y, main'],
    ['a host', 'main.com/API', 'main dot com, A P I'],
    ['an address', 'main@API.com', 'main at A P I dot com'],
    ['a remote', 'git@x.com:main/API', 'X dot com, A P I'],
  ])('are not read inside %s', (_, text, spoken) => {
    expect(read(`So ${text} is`)).toBe(`So ${spoken} is`);
  });

  test('may be a whole path or address', () => {
    expect(read('See src/main.ts and example.com.')).toBe('See the main file and the example.');
    expect(read('See x/src/main.ts.')).toBe('See x, src, main.ts.');
  });

  test.each<[string, string, string]>([
    ['marks', '**a** [b](c) `d` <b> -> & &amp; \\* # - > | 🎉 ✅', 'word'],
    ['sentences', 'One. Two! Three? 。Four', 'word'],
    ['a path and an address', '/home/ada/a/b/c/d.ts https://a.b x@y.zz', 'word'],
    ['white space', 'a\n\nb\t c', 'word'],
    ['other words', 'word API word', 'word'],
    ['our own seals, which go', 'a\ufdd0\ufde0\ufdd1b', 'word'],
  ])('a say with %s is said as it is', (_, say, word) => {
    const options = {
      pronunciations: [
        { word, say },
        { word: 'API', say: 'x' },
      ],
    };
    const said = say.replace(/[\ufdd0-\ufdef]/g, '');
    expect(cutText(`Now **${word}** is. So.`, options)).toEqual([`Now ${said} is.`, 'So.']);
    expect(cutText(`- \`${word}\``, options)).toEqual([said]);
  });

  test('a say is not cut where a long sentence is', () => {
    const say = 'one, two; three '.repeat(12) + '.';
    for (let before = 0; before < 640; before += 7) {
      const text = `${'a'.repeat(before)} (word) word, word word and more`;
      const chunks = cutText(text, { pronunciations: [{ word: 'word', say }] });
      expect(chunks.join(' ').split(say)).toHaveLength(5);
      expect(chunks.flatMap((chunk) => chunk.split(say)).length - chunks.length).toBe(4);
      for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(600);
    }
  });

  test('the last say of a word counts; blank words are none', () => {
    const twice = [
      { word: 'a', say: '1' },
      { word: 'a', say: '2' },
      { word: ' \u200b', say: 'x' },
    ];
    expect(cutText('a b', { pronunciations: twice })).toEqual(['2 b']);
  });

  test('a say with nothing to say is no chunk', () => {
    expect(cutText('word', { pronunciations: [{ word: 'word', say: '...' }] })).toEqual([]);
  });
});
