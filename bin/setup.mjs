// Makes the checkout ready for a script: packages fetched, pages and program built, and the programs that the tests
// drive. It runs before anything is installed, under the machine's own Node. It therefore uses only Node's built-in
// modules, and only those of Node 20.0.
//
// node bin/setup.mjs           packages, pages and the program
// node bin/setup.mjs --tests   packages (those for development too), pages, the program, Chromium, PostgreSQL's server
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressAssets } from './compress.mjs';
import { fetchPackages, needToChange, seconds, stop } from './packages.mjs';
import { suitableNode } from './runtime.mjs';
import { findChromium, findPostgres, hasShell, shell } from './system.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function filesUnder(folder, servers = false) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'server' && !servers ? [] : filesUnder(path, servers);
    return /\.(test|cases)\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

const named = ['package-lock.json', 'tsconfig.json', 'bin/setup.mjs'];

/**
 * Lists the files that the build of the pages reads. `server/` is left out, because the import boundaries don't let a
 * page import it.
 */
const pageSources = () => [
  ...filesUnder(join(root, 'src')),
  ...filesUnder(join(root, 'docs', 'handbook', 'pictures')),
  ...[...named, 'vite.config.ts', 'bin/compress.mjs'].map((file) => join(root, file)),
];

const programSources = () => [
  ...filesUnder(join(root, 'src'), true).filter((file) => !file.endsWith('.tsx') && !file.endsWith('.css')),
  ...[...named, 'vite.program.config.ts'].map((file) => join(root, file)),
];

const protocolSources = () => [
  ...programSources(),
  ...[join(root, 'tools', 'protocol.ts'), ...filesUnder(join(root, 'tools', 'protocol')), join(root, 'package.json')],
];

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    if (existsSync(file))
      hash.update(relative(root, file).split(sep).join('/')).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function vite(...flags) {
  const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(suitableNode(), [program, 'build', '--logLevel', 'warn', ...flags], {
    cwd: root,
    stdio: 'inherit',
    // A society may run with NODE_ENV unset or "test"; it always serves the production build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) stop('That could not be built. Vite says why above.');
}

/** Builds a target if it is missing or older than its sources. */
async function build(what, { name, sources, make }) {
  const stamp = join(root, 'dist', name);
  const hash = hashOf(sources());
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  needToChange(dirname(stamp));
  const since = Date.now();
  console.log(`Building the ${what}…`);
  // The stamp is deleted before the build and written after it. Without a stamp, an interrupted build doesn't count as
  // complete.
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  console.log(`The ${what} built in ${seconds(since)}.`);
}

async function makePages() {
  vite('--outDir', join('dist', 'browser'));
  vite('--ssr', join('src', 'render.tsx'), '--outDir', join('dist', 'server'));
  await compressAssets(join(root, 'dist', 'browser', 'assets'));
}

async function makeProgram() {
  vite('--config', 'vite.program.config.ts');
  vite('--config', 'vite.program.config.ts', '--mode', 'entries');
}

function makeProtocol() {
  const done = spawnSync(suitableNode(), [join(root, 'tools', 'protocol.ts')], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) stop('The protocol could not be described. The reason is above.');
}

/** Returns true if a program can be run and exits with 0; its output is ignored. */
const goesWell = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Lists the Debian packages of missing test programs. */
function missingPrograms() {
  return [...(findChromium() ? [] : ['chromium']), ...(findPostgres() ? [] : ['postgresql'])];
}

/**
 * Installs missing test programs, and names those that can't be installed. Tests are never skipped for lack of a
 * program.
 */
function needTestPrograms() {
  const isRoot = process.getuid?.() === 0;
  const mayInstall = goesWell('apt-get', '--version') && (isRoot || goesWell('sudo', '-n', 'true'));
  const install = (...packages) => {
    if (packages.length === 0) return;
    console.log(`Installing ${packages.join(' and ')} for the tests…`);
    const [program, ...before] = isRoot ? ['sh'] : ['sudo', '-n', 'sh'];
    const command = `(apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}) >/dev/null`;
    spawnSync(program, [...before, '-c', command], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  if (mayInstall) {
    // The headless shell is preferred to any other Chromium if the system has a package of it, which Ubuntu doesn't
    const isWanted = !hasShell() && (!findChromium() || process.env.CI || goesWell('apt-cache', 'show', shell));
    if (isWanted) install(shell);
    install(...missingPrograms());
  }
  const missing = missingPrograms();
  if (missing.length > 0) {
    stop(
      `The tests drive a real browser and a real PostgreSQL. Missing here: ${missing.join(', ')}. On Debian or Ubuntu:\n\n` +
        `  sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}'\n\n` +
        'Elsewhere, install them and put chromium, initdb and postgres on the PATH (CHROMIUM=… names another browser).',
    );
  }
}

/** Fetches and builds everything that a script needs and that is missing. */
export async function makeReady({ pages = false, program = false, development = false, programs = false }) {
  fetchPackages(root, { what: `the packages${development ? ', those for development too' : ''}`, development });
  if (pages) {
    await build('pages', { name: '.stamp', sources: pageSources, make: makePages });
    await build('description of the protocol', { name: '.protocol', sources: protocolSources, make: makeProtocol });
  }
  if (program) await build('program', { name: '.program', sources: programSources, make: makeProgram });
  if (programs) needTestPrograms();
}

// The file may have been opened through a link
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const tests = process.argv.includes('--tests');
  await makeReady({ pages: true, program: true, development: tests, programs: tests });
}
