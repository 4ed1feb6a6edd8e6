// Opens one of the program's own files, and uses the compiled sources that Node has cached: `node bin/open.mjs FILE …`.
import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent, takeParent } from './parent.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns a cache folder that this user can write to: a release's own folder belongs to root. systemd sets
 * `CACHE_DIRECTORY` for its service.
 */
function findCacheFolder() {
  const { CACHE_DIRECTORY, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (CACHE_DIRECTORY) return join(CACHE_DIRECTORY, 'node');
  if (!root.split(sep).includes('node_modules')) return join(root, 'node_modules', '.cache', 'node');
  if (process.platform === 'win32') {
    return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Callboard', 'Cache');
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Callboard');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'callboard');
}

/** Opens the file as if Node had been started with it. */
export async function open(file, args) {
  const cache = findCacheFolder();
  enableCompileCache(cache);
  // Processes that the program starts use the cache too
  process.env.NODE_COMPILE_CACHE = cache;
  const path = join(root, file);
  endWithParent(takeParent());
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}

// Runs only if this file was started, not imported. It may have been started through a symbolic link
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  await open(file, args);
}
