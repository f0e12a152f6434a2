import { describe, expect, test } from 'vitest';
import { browserCandidates, chooseBrowser, installHint } from './browsers.mjs';

const choose = (platform, env, there, gpu) =>
  chooseBrowser({ platform, env, gpu, exists: (path) => there.includes(path) });

describe('chooseBrowser', () => {
  const shell = '/usr/bin/chromium-headless-shell';
  const chrome = '/usr/bin/google-chrome-stable';
  const env = { PATH: '/usr/local/bin:/usr/bin' };

  test('prefers the shell where no GPU helps, the whole browser where one does', () => {
    expect(choose('linux', env, [chrome, shell])).toEqual({ path: shell, kind: 'shell' });
    expect(choose('linux', env, [chrome, shell], true)).toEqual({ path: chrome, kind: 'full' });
  });

  test('takes what there is, and nothing where there is nothing', () => {
    expect(choose('linux', env, [chrome])).toEqual({ path: chrome, kind: 'full' });
    expect(choose('linux', env, [shell], true)).toEqual({ path: shell, kind: 'shell' });
    expect(choose('linux', env, [])).toBeNull();
    expect(choose('linux', {}, [shell])).toBeNull();
  });

  test('prefers the program to the wrapper script of the same package', () => {
    const program = '/usr/lib/chromium/chromium-headless-shell';
    expect(choose('linux', env, [shell, program])?.path).toBe(program);
  });

  test('SONARA_BROWSER is the only place to look', () => {
    const own = { ...env, SONARA_BROWSER: '/opt/my/browser' };
    expect(choose('linux', own, [shell, '/opt/my/browser'])?.path).toBe('/opt/my/browser');
    expect(choose('linux', own, [shell])).toBeNull();
    expect(browserCandidates('linux', { SONARA_BROWSER: '/x/headless_shell' })[0]?.kind).toBe(
      'shell',
    );
  });

  test('knows where macOS and Windows keep them', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(choose('darwin', { HOME: '/Users/a' }, [mac])?.path).toBe(mac);
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(choose('win32', { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }, [edge])?.path).toBe(
      edge,
    );
  });

  test('says in one sentence what to install', () => {
    for (const platform of ['linux', 'darwin', 'win32'])
      expect(installHint(platform)).toMatch(/install/);
  });
});
