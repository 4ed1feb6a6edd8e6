// Finds the programs that the tests need from the machine and that npm can't install: a browser and a PostgreSQL
// server. Node built-ins only, and none newer than Node 20.0: this runs before anything is installed.
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const runnable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find(runnable);

const windowed = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Chromium without windows, menus and extensions, which opens a page in a quarter of the time, and draws it like the
 * full browser.
 */
export const shell = 'chromium-headless-shell';

/** Returns true if the headless shell is installed, or if `CHROMIUM` names a replacement. */
export const hasShell = () => Boolean(process.env.CHROMIUM ?? onPath(shell));

/**
 * Finds Chromium; undefined if there is none. `CHROMIUM` names another one. Measurements need the whole browser, as
 * visitors have it.
 */
export function findChromium({ whole = false } = {}) {
  const named = process.env.CHROMIUM;
  if (named) return runnable(named) ? named : undefined;
  return (whole ? [...windowed, shell] : [shell, ...windowed]).map(onPath).find(Boolean);
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
 * Finds the browsers of `npm run test:engines`.
 *
 * @throws when a program is missing, with its name and how to install it
 */
export function findEnginePrograms() {
  const [firefox, webKitDriver, screen] = Object.keys(enginePackages).map(onPath);
  if (firefox && webKitDriver && screen) return { firefox, webKitDriver, screen };
  const missing = Object.keys(enginePackages).filter((name) => !onPath(name));
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
  return folders.find((folder) => runnable(join(folder, 'initdb')) && runnable(join(folder, 'postgres')));
}
