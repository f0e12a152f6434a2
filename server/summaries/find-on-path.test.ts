import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { argumentsOf, isHarmless, ollamaModelOf } from './commands.ts';
import { findOnPath } from './find-on-path.ts';
import { launchOf } from './launch.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-path-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('on POSIX', () => {
  const find = (PATH: string | undefined) =>
    findOnPath('claude', { env: { PATH }, platform: 'linux' });

  test('the first that can be run is taken', () => {
    for (const name of ['none', 'plain', 'folder/claude', 'first', 'second'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'plain/claude'), '');
    writeFileSync(join(folder, 'second/claude'), '');
    chmodSync(join(folder, 'second/claude'), 0o755);
    symlinkSync(join(folder, 'second/claude'), join(folder, 'first/claude'));
    const path = ['none', 'plain', 'folder', 'first', 'second'].map((each) => join(folder, each));
    expect(find(path.join(':'))).toBe(join(folder, 'first/claude'));
    expect(find(path.slice(0, 3).join(':'))).toBeNull();
  });

  test('the current folder is never looked in', () => {
    const canRun = () => true;
    const options = { platform: 'linux' as const, canRun };
    for (const PATH of ['', '.', ':', './bin', 'bin:.', '../x'])
      expect(findOnPath('claude', { env: { PATH }, ...options })).toBeNull();
    expect(find(undefined)).toBeNull();
  });
});

describe('on Windows', () => {
  const find = (files: string[], env: NodeJS.ProcessEnv) =>
    findOnPath('claude', { env, platform: 'win32', canRun: (file) => files.includes(file) });
  const npm = 'C:\\Users\\Ada B\\npm\\claude.cmd';

  test('the endings are those of PATHEXT that can be started', () => {
    const files = ['C:\\a\\claude.cmd', 'C:\\a\\claude.exe', 'C:\\a\\claude.js', 'C:\\a\\claude'];
    const env = { Path: 'C:\\a', PathExt: '.JS;.CMD;.EXE' };
    expect(find(files, env)).toBe('C:\\a\\claude.cmd');
    expect(find(files, { ...env, PathExt: '.EXE;.CMD' })).toBe('C:\\a\\claude.exe');
    expect(find(files, { PATH: 'C:\\a' })).toBe('C:\\a\\claude.exe');
    expect(find(files.slice(2), env)).toBeNull();
  });

  test('entries may be quoted or on a server, not of the current folder or drive', () => {
    expect(find([npm], { PATH: 'C:\\x;"C:\\Users\\Ada B\\npm"' })).toBe(npm);
    expect(find(['\\\\s\\d\\claude.exe'], { PATH: '\\\\s\\d' })).toBe('\\\\s\\d\\claude.exe');
    const env = { PATH: ';.;bin;C:;C:bin;\\tools' };
    expect(findOnPath('claude', { env, platform: 'win32', canRun: () => true })).toBeNull();
  });

  test('a shim is started by cmd.exe, which sees its path once, in quotes', () => {
    const shim = 'C:\\100% A & B\\claude.cmd';
    const env = { Path: 'C:\\100% A & B', SystemRoot: 'D:\\Win' };
    const canRun = (file: string) => file === shim;
    const launch = launchOf('claude', 'haiku', { env, platform: 'win32', canRun });
    expect(launch.file).toBe('D:\\Win\\System32\\cmd.exe');
    expect(launch.args.slice(0, 6)).toEqual([
      '/d',
      '/v:off',
      '/s',
      '/c',
      '%SONARA_SUMMARIZER_PROGRAM%',
      '-p',
    ]);
    expect(launch.env['SONARA_SUMMARIZER_PROGRAM']).toBe(`"${shim}"`);
  });

  test('a program is started as it is', () => {
    const canRun = (file: string) => file === 'C:\\a\\codex.exe';
    const launch = launchOf('codex', 'haiku', {
      env: { PATH: 'C:\\a' },
      platform: 'win32',
      canRun,
    });
    expect(launch.file).toBe('C:\\a\\codex.exe');
    expect(launch.args[0]).toBe('exec');
  });
});

describe('arguments', () => {
  test('of claude: no tools, no settings, the model', () => {
    expect(argumentsOf('claude', 'sonnet')).toEqual([
      '-p',
      '--output-format=text',
      '--tools=',
      '--setting-sources=',
      '--strict-mcp-config',
      '--disable-slash-commands',
      '--no-session-persistence',
      '--system-prompt=You turn a written reply into words to be heard.',
      '--model=sonnet',
    ]);
  });

  test('of codex: read-only, no tools, its own model unless one is chosen', () => {
    const args = argumentsOf('codex', 'haiku');
    expect(args).toEqual(
      expect.arrayContaining(['exec', '--sandbox=read-only', '--skip-git-repo-check']),
    );
    expect(args).toContain('--config=features.shell_tool=false');
    expect(args.at(-1)).toBe('-');
    expect(args.some((arg) => arg.startsWith('--model'))).toBe(false);
    expect(argumentsOf('codex', 'gpt-5-mini')).toContain('--model=gpt-5-mini');
  });

  test.each(['claude', 'codex'] as const)('of %s are harmless to a shell', (command) => {
    for (const arg of argumentsOf(command, 'a.b/c:d@e[1m]')) expect(isHarmless(arg)).toBe(true);
    for (const model of ['a"b', 'a&b', 'a|b', 'a%b', 'a^b', 'a\nb', 'a>b', '$(a)', 'a;b', '!a!'])
      expect(() => argumentsOf(command, model)).toThrow('cannot be passed on');
  });

  test("of ollama: claude's names are no models of its", () => {
    expect(['haiku', 'opus', undefined, 'gemma3:1b'].map(ollamaModelOf)).toEqual([
      'gemma3:4b',
      'gemma3:4b',
      'gemma3:4b',
      'gemma3:1b',
    ]);
  });
});

test('the environment says who we are, and not who started us', () => {
  const env = {
    PATH: '/bin',
    HOME: '/h',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_OAUTH_TOKEN: 't',
  };
  const launch = launchOf('claude', 'haiku', { env, platform: 'linux', canRun: () => true });
  expect(launch.env).toEqual({
    PATH: '/bin',
    HOME: '/h',
    CLAUDE_CODE_OAUTH_TOKEN: 't',
    CLAUDE_CODE_SAFE_MODE: '1',
    DISABLE_AUTOUPDATER: '1',
    SONARA_SUMMARIZER: '1',
  });
});

test('a command that is nowhere is said to be missing', () => {
  const options = { env: { PATH: '' }, platform: 'linux' as const };
  expect(() => launchOf('codex', 'haiku', options)).toThrow('codex is not on PATH');
});
