// `node bin/progress.mjs FOLDER [--development]`: prints how many of a folder's packages npm has fetched so far, until
// its parent ends it. npm itself prints nothing, and the parent can't print either, because it is blocked until npm
// ends. This file uses only Node's built-in modules, and only those of Node 20.0.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './parent.mjs';

/**
 * Returns true if a package's list of systems or processors, such as `["linux"]` or `["!win32"]`, allows this one, or
 * if there is no list.
 */
const allows = (list, name) =>
  !list || (!list.includes(`!${name}`) && (list.every((entry) => entry.startsWith('!')) || list.includes(name)));

/**
 * Lists the folders of the packages in a lock file that npm installs on a system.
 *
 * @param packages the `packages` of the lock file
 */
export function listPackageFolders(packages, { development, platform, arch }) {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, os, cpu }]) => {
      const isWanted = path !== '' && (development || !(dev || devOptional));
      return isWanted && allows(os, platform) && allows(cpu, arch);
    })
    .map(([path]) => path);
}

/** Formats the progress as "84 of 311 packages, 41 MB, 12 s". */
export function formatProgress({ done, total, bytes, seconds }) {
  return `${done} of ${total} packages, ${Math.round(bytes / 1e6)} MB, ${Math.round(seconds)} s`;
}

/** Adds up the sizes of a package's files, without the packages inside it, which are counted separately. */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path);
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}

/**
 * Returns a function that counts the packages that have arrived in a folder. A package is counted one call after its
 * package.json was first seen, because npm may still have been writing its files at that time.
 */
export function createPackageCounter(root, folders) {
  const seen = new Set();
  const sizes = new Map();
  return () => {
    for (const folder of folders) {
      if (sizes.has(folder)) continue;
      try {
        if (seen.has(folder)) sizes.set(folder, sizeOf(join(root, folder)));
        else if (existsSync(join(root, folder, 'package.json'))) seen.add(folder);
      } catch {
        // npm may be moving the folder; the next call counts it
      }
    }
    return { done: sizes.size, total: folders.length, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
  };
}

/** The time between two progress lines in milliseconds. On a terminal, each line replaces the one before. */
const every = { terminal: 500, file: 10_000 };

function showProgress(root, development) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { platform, arch } = process;
  const count = createPackageCounter(root, listPackageFolders(packages, { development, platform, arch }));
  const since = Date.now();
  const { isTTY } = process.stdout;
  setInterval(
    () => {
      const line = formatProgress({ ...count(), seconds: (Date.now() - since) / 1000 });
      process.stdout.write(isTTY ? `\r  ${line}\u001b[K` : `  ${line}\n`);
    },
    isTTY ? every.terminal : every.file,
  );
  endWithParent(process.ppid);
}

// Runs only if this file was started, not imported. It may have been started through a symbolic link
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  showProgress(process.argv[2], process.argv.includes('--development'));
}
