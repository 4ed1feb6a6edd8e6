// `node bin/run.mjs SCRIPT …`, which npm's scripts call: prepares everything that the script needs, then opens its file
// under a Node that is new enough. Works from any shell. Node built-ins only, and none newer than Node 20.0.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allocatorVariables, heapFlags } from './memory.mjs';
import { stop } from './packages.mjs';
import { endWithParent, parentVariable } from './parent.mjs';
import { provideNode } from './runtime.mjs';
import { makeReady } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The file that each script opens, with Node's flags and environment, and the script's needs: the built pages, the
 * built program, the development packages, and the programs that the tests drive.
 */
const scripts = {
  start: { file: 'dist/program/main.js', flags: heapFlags, variables: allocatorVariables, pages: true, program: true },
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
  doctor: { file: 'src/doctor.ts' },
  restore: { file: 'src/restore.ts' },
  messages: { file: 'src/messages.ts' },
  offsite: { file: 'src/offsite.ts' },
  release: { file: 'tools/release.ts', pages: true, program: true, development: true },
  'test:release': { file: 'tests/release/run.ts', pages: true, program: true, development: true },
  pictures: { file: 'tools/pictures.ts', pages: true, program: true, development: true, programs: true },
};

const [name = '', ...ownArgs] = process.argv.slice(2);
const script = Object.hasOwn(scripts, name)
  ? scripts[name]
  : stop(`There is no script “${name}”. There are: ${Object.keys(scripts).join(', ')}.`);
const args = [...(script.args ?? []), ...ownArgs];

/**
 * The id of the process that started this one: npm or its shell. The program ends once that process has ended. The id
 * is read now, because npm may end while packages are fetched. 0 if npm didn't start this script, which then doesn't
 * end with its parent.
 */
const parent = process.env.npm_lifecycle_event === name ? process.ppid : 0;

await makeReady(script);
const node = provideNode();
// Makes programs that are started by name, and tools that begin with `#!/usr/bin/env node`, run under the same Node
process.env.PATH = [dirname(node), process.env.PATH].join(delimiter);

const flags = script.watch ? ['--watch', '--watch-preserve-output'] : (script.flags ?? []);
const command = [...flags, join(root, 'bin', 'open.mjs'), script.file, ...args];
const variables = { ...script.variables, ...process.env };
// With --watch, Node's watcher is the program's parent, and this process isn't
const parentEnvironment = (pid) => (script.watch || !pid ? {} : { [parentVariable]: String(pid) });
const canReplaceItself = process.execve && process.platform !== 'win32';

if (node === process.execPath && !script.watch && !(script.variables && canReplaceItself)) {
  const { open } = await import('./open.mjs');
  Object.assign(process.env, parentEnvironment(parent));
  await open(script.file, args);
} else if (canReplaceItself) {
  // This process becomes the program, so that only one Node process remains
  process.execve(node, [node, ...command], { ...variables, ...parentEnvironment(parent) });
} else {
  const child = spawn(node, command, { stdio: 'inherit', env: { ...variables, ...parentEnvironment(process.pid) } });
  // Ctrl+C reaches the child directly; a SIGTERM to this process alone is passed on
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => stop(`${node} can’t be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
  endWithParent(parent);
}
