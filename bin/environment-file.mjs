// `node bin/environment-file.mjs FILE COMMAND …`: called by `callboard` on servers that were set up before there were
// releases. It runs the command with the settings in the file. It uses only Node's built-in modules, and only those of
// Node 20.0.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [file, ...args] = process.argv.slice(2);
process.env.CALLBOARD_SETTINGS = file;
process.argv = [process.execPath, join(dirname(fileURLToPath(import.meta.url)), 'callboard.mjs'), ...args];
await import('./callboard.mjs');
