// `node bin/run.mjs SCRIPT …`, which npm's scripts call: prepares everything the script needs and opens it under a Node
// that is new enough. Works from any shell. Node built-ins only, and none newer than Node 20.0.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stop } from './packages.mjs';
import { suitableNode } from './runtime.mjs';
import { makeReady } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A smaller space for young objects takes a sixth less memory and no more time. package.json and deploy/ set it too.
 */
const smaller = ['--max-semi-space-size=4'];

/**
 * The file that each script opens, and what it needs: the built pages and program, the packages for development, the
 * tests' programs.
 */
const scripts = {
  start: { file: 'dist/program/main.js', flags: smaller, pages: true, program: true },
  dev: { file: 'src/main.ts', args: ['--dev'], watch: true, pages: true, development: true },
  check: { file: 'tests/repository/check.ts', development: true },
  test: { file: 'tests/repository/all.ts', pages: true, program: true, development: true, programs: true },
  'test:engines': { file: 'tests/engines/run.ts', pages: true, program: true, development: true },
  'test:properties': {
    file: 'tests/repository/properties.ts',
    pages: true,
    program: true,
    development: true,
    programs: true,
  },
  bench: { file: 'bench/run.ts', pages: true, program: true, development: true, programs: true },
  import: { file: 'src/import.ts' },
  export: { file: 'src/export.ts' },
  admin: { file: 'src/admin.ts' },
  backup: { file: 'src/backup.ts' },
  restore: { file: 'src/restore.ts' },
  messages: { file: 'src/messages.ts' },
  pictures: { file: 'tools/pictures.ts', pages: true, program: true, development: true, programs: true },
};

const [name = '', ...given] = process.argv.slice(2);
const script = Object.hasOwn(scripts, name) ? scripts[name] : stop(`There are: ${Object.keys(scripts).join(', ')}.`);
const args = [...(script.args ?? []), ...given];

await makeReady(script);
const node = suitableNode();
// Programs started by name, and tools that begin with `#!/usr/bin/env node`, run under the same Node
process.env.PATH = [dirname(node), process.env.PATH].join(delimiter);

if (node === process.execPath && !script.watch) {
  const { open } = await import('./open.mjs');
  await open(script.file, args);
} else {
  const flags = script.watch ? ['--watch', '--watch-preserve-output'] : (script.flags ?? []);
  const child = spawn(node, [...flags, join(root, 'bin', 'open.mjs'), script.file, ...args], { stdio: 'inherit' });
  // Ctrl+C reaches the child directly; a signal to this process alone is passed on
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => stop(`${node} can’t be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
}
