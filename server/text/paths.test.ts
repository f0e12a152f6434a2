import { describe, expect, test } from 'vitest';
import { cutText, explainText } from './cut.ts';
import type { PathLength } from './path-reading.ts';

const read = (text: string, paths?: PathLength) => cutText(text, { paths }).join(' | ');

describe('how much is read', () => {
  test.each<[string, string, string, string, string]>([
    // path, short, last_two, last_three, full
    [
      'C:\\Users\\ada\\AppData\\Local\\Sonara\\config.json',
      'Sonara, config.json',
      'Sonara, config.json',
      'Local, Sonara, config.json',
      'C drive, Users, ada, AppData, Local, Sonara, config.json',
    ],
    [
      'C:\\ProgramData\\Sonara\\logs\\2024\\a.log',
      'logs, 2024, a.log',
      '2024, a.log',
      'logs, 2024, a.log',
      'C drive, ProgramData, Sonara, logs, 2024, a.log',
    ],
    [
      '/home/ada/work/main.ts',
      'work, main.ts',
      'work, main.ts',
      'ada, work, main.ts',
      'home, ada, work, main.ts',
    ],
    [
      '~/work/src/a/main.ts',
      'src, a, main.ts',
      'a, main.ts',
      'src, a, main.ts',
      'home, work, src, a, main.ts',
    ],
    [
      '../../shared/spec/a.md',
      'shared, spec, a.md',
      'spec, a.md',
      'shared, spec, a.md',
      'dot dot, dot dot, shared, spec, a.md',
    ],
    [
      '\\\\nas\\media\\music\\a.mp3',
      'media, music, a.mp3',
      'music, a.mp3',
      'media, music, a.mp3',
      'nas, media, music, a.mp3',
    ],
    ['/home/ada', 'ada', 'home, ada', 'home, ada', 'home, ada'],
    ['C:\\a.txt', 'a.txt', 'a.txt', 'a.txt', 'C drive, a.txt'],
    ['C:\\', 'C drive', 'C drive', 'C drive', 'C drive'],
  ])('%s', (path, short, lastTwo, lastThree, full) => {
    expect(read(`See ${path} now`)).toBe(`See ${short} now`);
    expect(read(path, 'short')).toBe(short);
    expect(read(path, 'last_two')).toBe(lastTwo);
    expect(read(path, 'last_three')).toBe(lastThree);
    expect(read(path, 'full')).toBe(full);
    expect(read(`\`${path}\``, 'full')).toBe(full);
    expect(read(`**${path}** and "${path}", (${path})?`, 'full')).toBe(
      `${full} and "${full}", (${full})?`,
    );
  });
});

describe('is a path, short', () => {
  test.each([
    ['/Users/ada/Library/x.plist', 'Library, x.plist'],
    ['/c/Users/ada/work/x.ts', 'work, x.ts'],
    ['/mnt/c/Users/ada/work/x.ts', 'work, x.ts'],
    ['C:/Users/ada/work/x.ts', 'work, x.ts'],
    ['C:\\\\Users\\\\ada\\\\x.ts', 'x.ts'],
    ['%APPDATA%\\Sonara\\x.json', 'Sonara, x.json'],
    ['%LOCALAPPDATA%\\Sonara', 'Sonara'],
    ['$HOME/work/x.ts', 'work, x.ts'],
    ['${HOME}/work/x.ts', 'work, x.ts'],
    ['~ada/work/x.ts', 'ada, work, x.ts'],
    ['AppData\\Local\\Sonara', 'Sonara'],
    ['src\\main.ts', 'src, main.ts'],
    ['.\\run.ps1', 'run.ps1'],
    ['C:\\.claude\\settings.json', '.claude, settings.json'],
    ['C:\\Program Files\\nodejs\\node.exe', 'Program Files, nodejs, node.exe'],
    ['C:\\Program Files (x86)\\Foo\\a.exe', 'Program Files (x86), Foo, a.exe'],
    ['in C:\\Temp Then more', 'in Temp Then more'],
    ['from C:\\Temp. Then Src\\a is', 'from Temp. | Then Src\\a is'],
    ['~/Library/Application Support/sonara/x', 'Application Support, sonara, x'],
    ['/data/my\\ files/a.txt', 'data, my files, a.txt'],
    ['/tmp', 'tmp'],
    ['/usr/local/bin/node', 'local, bin, node'],
    ['./a', 'a'],
    ['../a/b', 'a, b'],
    ['src/main.ts', 'src, main.ts'],
    ['a/b/c.ts', 'a, b, c.ts'],
    ['a/b/c/d.ts', 'b, c, d.ts'],
    ['server/text/', 'server, text'],
    ['server/text/paths', 'server, text, paths'],
    ['src/components', 'src, components'],
    ['.github/workflows', '.github, workflows'],
    ['src/__init__.py', 'src, __init__.py'],
    ['snake\\_case/file.ts', 'snake_case, file.ts'],
    ['src/**/*.ts', 'src, *.ts'],
    ['app/[id]/page.tsx', 'app, [id], page.tsx'],
    ['[id]/page.tsx', '[id], page.tsx'],
    ['_src/a.ts_', 'src, a.ts'],
    ['~~src/a.ts~~', 'src, a.ts'],
    ['*see src/a.ts*', 'see src, a.ts'],
    ['--config=src/a.json', 'dash dash config equals src, a.json'],
    ["src/a.ts's end", "src, a.ts's end"],
    ['src/a.ts,src/b.ts', 'src, a.ts,src, b.ts'],
    ['[src/a.ts](src/a.ts)', 'src, a.ts'],
    ['see [it](docs/a_(b).md) here', 'see it here'],
    [
      'See src/a.ts. Then src/b.ts! And src/c.ts',
      'See src, a.ts. | Then src, b.ts! | And src, c.ts',
    ],
    ['文は「src/a.ts」です。次', '文は「src, a.ts」です。 | 次'],
    ['Grüße/straße.md', 'Grüße, straße.md'],
    ['`server/text`', 'server, text'],
    ['run `cat /etc/hosts | wc`', 'run cat etc, hosts pipe W C'],
    ['| a | src/b.ts |\n|---|---|\n| c | /tmp |', 'a, src, b.ts | c, tmp'],
  ])('%s', (text, spoken) => expect(read(text)).toBe(spoken));
});

describe('a place in it', () => {
  test.each([
    ['src/a.ts:12', 'src, a.ts, line 12'],
    ['src/a.ts:12:5', 'src, a.ts, line 12, column 5'],
    ['src/a.ts:12:5: error', 'src, a.ts, line 12, column 5: error'],
    ['src/a.ts:12-20', 'src, a.ts, lines 12 to 20'],
    ['src/a.ts(12,5): error', 'src, a.ts, line 12, column 5: error'],
    ['src/a.ts#L12', 'src, a.ts, line 12'],
    ['src/a.ts#L12-L20', 'src, a.ts, lines 12 to 20'],
    ['(src/a.ts:12).', '(src, a.ts, line 12).'],
    ['`src/a.ts:12`', 'src, a.ts, line 12'],
    ['**src/a.ts:12**', 'src, a.ts, line 12'],
    ['C:\\a\\b.cs:7', 'a, b.cs, line 7'],
    ['file.py:123', 'file.py, line 123'],
    ['Makefile:3', 'Makefile, line 3'],
    ['at f (/home/ada/x/y.js:1:2)', 'at f (x, y.js, line 1, column 2)'],
    ['src/a.ts: 12', 'src, a.ts: 12'],
    ['docs/a.md#part', 'docs, a.md, part'],
  ])('%s', (text, spoken) => expect(read(text)).toBe(spoken));
});

describe('is no path', () => {
  test.each([
    'and/or',
    'he/she/they',
    '1/2',
    '24/7',
    'km/h',
    'm/s',
    'w/o',
    'n/a',
    'I/O',
    'TCP/IP',
    'CI/CD',
    '12/12/2026',
    '2024/01/02',
    '1.5/2.5',
    'client/server',
    'input/output',
    'red/green/blue/black',
    '/help',
    'a / b',
    '// comment',
    '@types/node',
    'https://a.b/c/d/e/f.ts',
    'https://a.b/c/d.ts:12',
    'file:///a/b/c/d.ts',
    'www.example.com/a/b/c/d.html',
    'github.com/a/b/c/d',
    'localhost:3000/a/b/c/d.ts',
    'git@example.com:a/b/c/d.git',
    'postgres://a:b@c/d/e/f',
    'main.ts',
    'localhost:8080',
    '10:30',
    'x:12',
    '../..',
  ])('%s', (text) => {
    const readings = explainText(`so ${text} it is`).flatMap((chunk) => chunk.readings);
    expect(readings.filter(({ rule }) => rule === 'path')).toEqual([]);
  });

  test.each(['`text/plain`', '`and/or`', '`/foo/g`', '`@scope/name`', '`1/2`', '`\\d+\\.ts?`'])(
    '%s',
    (text) => {
      const readings = explainText(text).flatMap((chunk) => chunk.readings);
      expect(readings.filter(({ rule }) => rule === 'path')).toEqual([]);
    },
  );

  test('nor is what a tag holds', () => {
    expect(read('a<br/>b <img src="a/b.png"/> c</div>')).toBe('a b c');
  });

  test('an address ends before the marks around it', () => {
    expect(read('**https://a.b/c_d**, (https://a.b/c). Go [x](https://a.b/(c)).')).toBe(
      'a dot B, C D, (a dot B, C). | Go x.',
    );
    expect(read('_https://a.b_ _see https://a.b/_')).toBe('a dot B see a dot B');
    expect(read('<https://a.b> `https://a.b`')).toBe('a dot B a dot B');
  });
});
