// Finds the programs that the tests need and that npm can't install: browsers and a PostgreSQL server. Node built-ins
// only, and none newer than Node 20.0: this runs before anything is installed.
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findOnPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find(isExecutable);

const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Chromium without windows, menus and extensions. It opens a page in a quarter of the time, and draws it like the full
 * browser.
 */
export const headlessShell = 'chromium-headless-shell';

/** Returns true if the headless shell is installed, or if `CHROMIUM` names a replacement. */
export const hasHeadlessShell = () => Boolean(process.env.CHROMIUM ?? findOnPath(headlessShell));

/**
 * Finds Chromium, or the program that `CHROMIUM` names; undefined if it is missing.
 *
 * @param whole true to prefer the whole browser, which visitors have, to the headless shell
 */
export function findChromium({ whole = false } = {}) {
  const named = process.env.CHROMIUM;
  if (named) return isExecutable(named) ? named : undefined;
  return (whole ? [...wholeBrowsers, headlessShell] : [headlessShell, ...wholeBrowsers]).map(findOnPath).find(Boolean);
}

/**
 * The options with which we start every Chromium: no background network requests, and no sandbox for root, because
 * Chromium refuses to run as root with a sandbox.
 */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Debian package of each program that `npm run test:engines` needs. */
const enginePackages = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/**
 * Finds the programs of `npm run test:engines`: two browsers, and a screen for them.
 *
 * @throws when a program is missing, with its name and how to install it
 */
export function findEnginePrograms() {
  const [firefox, webKitDriver, screen] = Object.keys(enginePackages).map(findOnPath);
  if (firefox && webKitDriver && screen) return { firefox, webKitDriver, screen };
  const missing = Object.keys(enginePackages).filter((name) => !findOnPath(name));
  throw new Error(
    `Missing here: ${missing.join(', ')}. On Debian:\n\n` +
      `  sudo apt-get install --no-install-recommends ${missing.map((name) => enginePackages[name]).join(' ')}\n`,
  );
}

/**
 * Finds the folder with `initdb` and `postgres`, or undefined. Debian keeps them off the PATH, in one folder per
 * version.
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  let versions = [];
  try {
    versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  } catch {
    // Not Debian, or PostgreSQL isn't installed
  }
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ];
  return folders.find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')));
}
