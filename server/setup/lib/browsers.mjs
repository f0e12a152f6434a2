// Where a Chromium-based browser may be, as one table for the set-up scripts and for the runtime
// (server/page-link/find-browser.ts). Pure: what exists and what the environment says is passed in.

/** @typedef {import('./browsers.d.mts').BrowserCandidate} BrowserCandidate */

const linux = {
  shell: ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'],
  full: [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
    'brave-browser',
  ],
  // The programs themselves, before the wrapper scripts of the same packages on the PATH.
  shellPaths: ['/usr/lib/chromium/chromium-headless-shell'],
  fullPaths: [
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/opt/microsoft/msedge/msedge',
    '/snap/bin/chromium',
  ],
};

const macApplications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Chromium.app/Contents/MacOS/Chromium',
  'Brave Browser.app/Contents/MacOS/Brave Browser',
];

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/**
 * Every place to look, shells first; `SONARA_BROWSER` (a path) is the only one when it is set.
 * @param {NodeJS.Platform} platform
 * @param {Record<string, string | undefined>} env
 * @returns {BrowserCandidate[]}
 */
export function browserCandidates(platform, env) {
  if (env.SONARA_BROWSER) {
    const shell = /headless[-_]shell/i.test(env.SONARA_BROWSER);
    return [{ path: env.SONARA_BROWSER, kind: shell ? 'shell' : 'full' }];
  }
  if (platform === 'darwin') {
    return [
      ...onPath(env, ['chrome-headless-shell'], 'shell', ':', '/'),
      ...['/Applications', `${env.HOME ?? ''}/Applications`].flatMap((folder) =>
        macApplications.map((name) => full(`${folder}/${name}`)),
      ),
    ];
  }
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return [
      ...onPath(env, ['chrome-headless-shell.exe'], 'shell', ';', '\\'),
      ...windowsPrograms.flatMap((name) =>
        roots.filter(Boolean).map((root) => full(`${root}\\${name}`)),
      ),
    ];
  }
  return [
    ...linux.shellPaths.map(shell),
    ...onPath(env, linux.shell, 'shell', ':', '/'),
    ...linux.fullPaths.map(full),
    ...onPath(env, linux.full, 'full', ':', '/'),
  ];
}

/**
 * The browser to use, or null. The headless shell is preferred where no GPU helps.
 * @param {import('./browsers.d.mts').BrowserSearch} search
 * @returns {BrowserCandidate | null}
 */
export function chooseBrowser({ platform, env, exists, gpu = false }) {
  const found = browserCandidates(platform, env).filter((candidate) => exists(candidate.path));
  const preferred = gpu ? 'full' : 'shell';
  return found.find((candidate) => candidate.kind === preferred) ?? found[0] ?? null;
}

/**
 * One sentence which says what to install.
 * @param {NodeJS.Platform} platform
 */
export function installHint(platform) {
  if (platform === 'darwin')
    return 'To hear speech, install Google Chrome (https://www.google.com/chrome) or run: brew install --cask google-chrome';
  if (platform === 'win32')
    return 'To hear speech, install Google Chrome or Microsoft Edge (winget install Google.Chrome).';
  return 'To hear speech, install a Chromium-based browser: the package chromium-headless-shell or chromium (or Google Chrome or Microsoft Edge) of your distribution.';
}

/** @returns {BrowserCandidate} */
function shell(path) {
  return { path, kind: 'shell' };
}

/** @returns {BrowserCandidate} */
function full(path) {
  return { path, kind: 'full' };
}

function onPath(env, names, kind, separator, slash) {
  const folders = (env.PATH ?? env.Path ?? '').split(separator).filter(Boolean);
  return names.flatMap((name) =>
    folders.map((folder) => ({ path: `${folder}${slash}${name}`, kind })),
  );
}
