export interface BrowserCandidate {
  path: string;
  /** `shell`: a headless shell (small, no GPU); `full`: a whole browser, run with --headless=new. */
  kind: 'shell' | 'full';
}

export interface BrowserSearch {
  platform: string;
  env: Record<string, string | undefined>;
  /** Whether this path is an executable file. */
  exists(path: string): boolean;
  /** A GPU that the page could use: then a whole browser goes first. Default false. */
  gpu?: boolean;
}

/** Every place to look, shells first; `SONARA_BROWSER` (a path) is the only one when it is set. */
export function browserCandidates(
  platform: string,
  env: Record<string, string | undefined>,
): BrowserCandidate[];

/** The browser to use, or null. The headless shell is preferred where no GPU helps. */
export function chooseBrowser(search: BrowserSearch): BrowserCandidate | null;

/** One sentence which says what to install. */
export function installHint(platform: string): string;
