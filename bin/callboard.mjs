#!/usr/bin/env node
// `callboard COMMAND …`: the command that a release installs, for a site on one's own machine, or for a server's site
// with the settings in /etc/callboard.env. It chooses the data folder and runs the command. It uses only Node's
// built-in modules, and only those of Node 20.0, so that an old Node can report that it is too old.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allocatorVariables, heapFlags } from './memory.mjs';
import { stop } from './packages.mjs';
import { parseSettings } from './settings-file.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const commands = {
  start: 'starts the site; Ctrl+C stops it',
  backup: 'FILE.zip: writes all rows and files to one file, even while the site runs',
  restore: 'FILE.zip: says what would be lost, asks, then restores the backup; with --check only reads the file',
  offsite: 'manages copies of backups in another place: make-key, list, upload or fetch',
  admin: 'makes somebody an admin, prints a password reset link, or leaves the demo',
  import: 'shows FILE.csv: imports an archive; with --dry-run only reports what it would do',
  export: 'shows FILE.csv: exports the archive',
  messages: 'prints messages from visitors and members',
  doctor: 'checks the machine, the settings and the site, and says what to do',
};

const usage = `Callboard ${version}: the website of a community drama society

  callboard COMMAND …

${Object.entries(commands)
  .map(([name, about]) => `  ${name.padEnd(9)} ${about}`)
  .join('\n')}
  help      prints this; --version prints the version

The data is in the folder DATA_DIR. If that isn’t set, the settings in /etc/callboard.env apply (CALLBOARD_SETTINGS
names another file). If there are none, the data is in a folder of your own, which callboard start prints.`;

const isWindows = process.platform === 'win32';
const settingsFile = process.env.CALLBOARD_SETTINGS || '/etc/callboard.env';
/** The data folder of a server whose settings don't name a folder. */
const serverDataFolder = '/var/lib/callboard';

/** Returns the data folder for somebody who runs a site for themselves, in the usual place of each system. */
function findPersonalDataFolder() {
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env;
  if (isWindows) return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Callboard');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Callboard');
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'callboard');
}

/** Reads the server's settings; undefined if there are none. */
function readSettings() {
  try {
    return parseSettings(readFileSync(settingsFile, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' && !process.env.CALLBOARD_SETTINGS) return undefined;
    if (error.code === 'EACCES') {
      stop(
        `This machine’s site has its settings in ${settingsFile}, which you may not read. Put sudo before the command; ` +
          'for a site of your own, set DATA_DIR.',
      );
    }
    return stop(`The settings can’t be read: ${error.message}`);
  }
}

/**
 * If root runs the command, continues as the owner of the data, so that root leaves no files that the site can't
 * change.
 */
function becomeOwnerOf(folder) {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!owner)
    stop(`There is no folder ${folder}. Create it for the site’s user: sudo install -d -m 0700 -o USER ${folder}`);
  process.initgroups(owner.uid, owner.gid);
  process.setgid(owner.gid);
  process.setuid(owner.uid);
}

/**
 * Chooses the data folder as docs/operating.md says. Sets the environment: the folder, a server's settings, and the
 * command that the site's messages suggest. If root runs a command with a server's settings, continues as the owner of
 * the data.
 */
function chooseDataFolder() {
  const settings = process.env.DATA_DIR?.trim() || isWindows ? undefined : readSettings();
  if (settings) {
    Object.assign(process.env, { DATA_DIR: serverDataFolder }, settings);
    becomeOwnerOf(process.env.DATA_DIR);
  }
  process.env.DATA_DIR = process.env.DATA_DIR?.trim() || findPersonalDataFolder();
  process.env.CALLED_AS ||= settings ? 'sudo callboard {}' : 'callboard {}';
}

const [name = 'help', ...args] = process.argv.slice(2);
if (['--version', '-v', 'version'].includes(name)) {
  console.log(version);
} else if (['help', '--help', '-h'].includes(name)) {
  console.log(usage);
} else if (!Object.hasOwn(commands, name)) {
  stop(`There is no command “${name}”.\n\n${usage}`);
} else {
  const minimum = Number(/\d+/.exec(engines.node)[0]);
  if (Number(process.versions.node.split('.')[0]) < minimum) {
    stop(
      `Callboard ${version} needs Node.js ${minimum} or newer, and this is ${process.versions.node}. Install a newer ` +
        'one from https://nodejs.org, then try again.',
    );
  }
  chooseDataFolder();
  if (name === 'start') console.log(`The data is in ${process.env.DATA_DIR}.`);
  await run();
}

async function run() {
  // In a checkout, anything missing is built first
  if (existsSync(join(root, 'src', 'main.ts'))) {
    process.argv = [process.execPath, join(root, 'bin', 'run.mjs'), name, ...args];
    await import('./run.mjs');
    return;
  }
  const file = name === 'start' ? 'dist/program/main.js' : `dist/entries/${name}.js`;
  if (name === 'start' && process.execve && !isWindows) {
    const command = [process.execPath, ...heapFlags, join(root, 'bin', 'open.mjs'), file, ...args];
    process.execve(process.execPath, command, { ...allocatorVariables, ...process.env });
  }
  const { open } = await import('./open.mjs');
  await open(file, args);
}
