/** Everything a page that sounds needs: a sound device, a browser, the link. */
import { installHint } from '../setup/lib/browsers.mjs';
import { createSoundProbe, type SoundProbe } from '../platform/sound.ts';
import { APPLICATION_NAME } from './browser.ts';
import type { BrowserHost } from './browser-host.ts';
import { findBrowser } from './find-browser.ts';
import { openPageLink, type PageLink } from './page-link.ts';

/** The machine lacks something; trying again soon does not help. The message says what to do. */
export class MissingError extends Error {
  override name = 'MissingError';
}

export interface HiddenPage {
  /** @throws MissingError without a sound device or a browser; Error when the page does not start */
  start(): Promise<PageLink>;
  /** Whether the sound server knows our stream; null when that cannot be known. */
  heard(): Promise<boolean | null>;
}

export interface HiddenPageOptions {
  /** Absolute directory of the built page. */
  page: string;
  host: BrowserHost;
}

export function createHiddenPage(
  options: HiddenPageOptions,
  probe: SoundProbe = createSoundProbe(),
): HiddenPage {
  return {
    async start() {
      const device = await probe.device();
      if (!device.present) throw new MissingError(device.reason ?? 'There is no sound device.');
      const browser = findBrowser();
      if (!browser) throw new MissingError(noBrowser());
      return openPageLink(options.page, (address) =>
        options.host.open(address, { program: browser.path, env: device.env, sounds: true }),
      );
    },
    heard: () => probe.heard(APPLICATION_NAME),
  };
}

export function noBrowser(): string {
  const chosen = process.env.SONARA_BROWSER;
  if (chosen) return `SONARA_BROWSER names ${chosen}, which is not there.`;
  return `There is no browser to sound through. ${installHint(process.platform)}`;
}
