import { expect, test } from 'vitest';
import { findBrowser, type BrowserPlaces } from './find-browser.ts';

function places(files: string[], more: Partial<BrowserPlaces> = {}): BrowserPlaces {
  return {
    platform: 'linux',
    env: { PATH: '/opt/bin:/usr/bin', HOME: '/home/u' },
    isFile: (path) => files.includes(path),
    list: (directory) => {
      const inside = files.filter((file) => file.startsWith(`${directory}/`));
      return [
        ...new Set(inside.map((file) => file.slice(directory.length + 1).split('/')[0] ?? '')),
      ];
    },
    ...more,
  };
}

test('the shell goes before a whole browser', () => {
  const both = ['/usr/bin/google-chrome', '/usr/lib/chromium/chromium-headless-shell'];
  expect(findBrowser(places(both))).toEqual({ path: both[1], kind: 'shell' });
});

test('a browser on the PATH', () => {
  expect(findBrowser(places(['/opt/bin/microsoft-edge']))?.path).toBe('/opt/bin/microsoft-edge');
});

test('the newest of Playwright’s own, when there is nothing else', () => {
  const cache = '/home/u/.cache/ms-playwright';
  const shell = (n: number): string =>
    `${cache}/chromium_headless_shell-${n}/chrome-linux/chrome-headless-shell`;
  expect(findBrowser(places([shell(999), shell(1200)]))?.path).toBe(shell(1200));
  expect(findBrowser(places([shell(999), '/usr/bin/chromium']))?.path).toBe('/usr/bin/chromium');
});

test('what the user names is used, or nothing', () => {
  const env = { SONARA_BROWSER: '/x/browser', PATH: '/usr/bin' };
  expect(findBrowser(places(['/x/browser', '/usr/bin/chromium'], { env }))?.path).toBe(
    '/x/browser',
  );
  expect(findBrowser(places(['/usr/bin/chromium'], { env }))).toBeNull();
});

test('none', () => {
  expect(findBrowser(places([]))).toBeNull();
});
