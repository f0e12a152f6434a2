/** Finds a Chromium-based browser that is installed already. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { browserCandidates, type BrowserCandidate } from '../setup/lib/browsers.mjs';

export interface BrowserPlaces {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isFile(path: string): boolean;
  /** Names in a directory; none when it cannot be read. */
  list(directory: string): string[];
}

/** The first there is, the lean ones first, Playwright's own last; null when none is installed. */
export function findBrowser(places: BrowserPlaces = thisMachine()): BrowserCandidate | null {
  const installed = browserCandidates(places.platform, { ...places.env });
  // What the user named is used or nothing, so that a mistake in it shows.
  const more = places.env.SONARA_BROWSER ? [] : playwrightShells(places);
  return [...installed, ...more].find(({ path }) => places.isFile(path)) ?? null;
}

/** Headless shells that Playwright has downloaded, the newest first. */
function playwrightShells(places: BrowserPlaces): BrowserCandidate[] {
  const { platform, env } = places;
  const home = env.HOME ?? env.USERPROFILE ?? '';
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library/Caches'),
    win32: env.LOCALAPPDATA,
  };
  const cache = join(
    caches[platform] ?? (env.XDG_CACHE_HOME || join(home, '.cache')),
    'ms-playwright',
  );
  const revision = (name: string): number => Number(name.split('-').pop());
  const program = platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return places
    .list(cache)
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((version) =>
      places.list(join(cache, version)).map((build): BrowserCandidate => {
        return { path: join(cache, version, build, program), kind: 'shell' };
      }),
    );
}

function thisMachine(): BrowserPlaces {
  return {
    platform: process.platform,
    env: process.env,
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
    list(directory) {
      try {
        return readdirSync(directory);
      } catch {
        return [];
      }
    },
  };
}
