// Opens one of the program's own files, with the compiled sources that Node cached last time: `node bin/open.mjs FILE
// …`.
import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent, takeParent } from './parent.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, 'node_modules', '.cache', 'node');

/** Opens the file as if Node had been started with it. */
export async function open(file, args) {
  enableCompileCache(cache);
  // Processes that the program starts use the cache too
  process.env.NODE_COMPILE_CACHE = cache;
  const path = join(root, file);
  endWithParent(takeParent());
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}

// The file may have been called through a link
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  await open(file, args);
}
