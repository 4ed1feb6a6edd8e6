// Prepares the checkout for a script: fetches packages, builds the pages and the program, and installs the programs
// that the tests drive. It runs before anything is installed, under the machine's own Node. It therefore uses only
// Node's built-in modules, and only those of Node 20.0.
//
// node bin/setup.mjs           packages, pages and the program
// node bin/setup.mjs --tests   packages (development ones too), pages, the program, Chromium, PostgreSQL's server
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressAssets } from './compress.mjs';
import { fetchPackages, formatElapsed, requireWritable, stop } from './packages.mjs';
import { provideNode } from './runtime.mjs';
import { findChromium, findPostgres, hasHeadlessShell, headlessShell } from './system.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function listFilesUnder(folder, servers = false) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'server' && !servers ? [] : listFilesUnder(path, servers);
    return /\.(test|cases)\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

const configFiles = ['package-lock.json', 'tsconfig.json', 'bin/setup.mjs'];

/**
 * Lists the files that the build of the pages reads. `server/` is left out, because the import boundaries don't let a
 * page import it.
 */
const listPageSources = () => [
  ...listFilesUnder(join(root, 'src')),
  ...listFilesUnder(join(root, 'docs', 'handbook', 'pictures')),
  ...[...configFiles, 'vite.config.ts', 'bin/compress.mjs'].map((file) => join(root, file)),
];

const listProgramSources = () => [
  ...listFilesUnder(join(root, 'src'), true).filter((file) => !file.endsWith('.tsx') && !file.endsWith('.css')),
  ...[...configFiles, 'vite.program.config.ts'].map((file) => join(root, file)),
];

const listProtocolSources = () => [
  ...listProgramSources(),
  ...[
    join(root, 'tools', 'protocol.ts'),
    ...listFilesUnder(join(root, 'tools', 'protocol')),
    join(root, 'package.json'),
  ],
];

function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    if (existsSync(file))
      hash.update(relative(root, file).split(sep).join('/')).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function runVite(...flags) {
  const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(provideNode(), [program, 'build', '--logLevel', 'warn', ...flags], {
    cwd: root,
    stdio: 'inherit',
    // Pages and the program are always built for production, also if NODE_ENV is unset or "test" here
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) stop('The build failed. Vite’s reason is above.');
}

/** Builds a target if it is missing, or if its sources have changed since it was built. */
async function build(what, { name, sources, make }) {
  const stamp = join(root, 'dist', name);
  const hash = hashFiles(sources());
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  requireWritable(dirname(stamp));
  const since = Date.now();
  console.log(`Building the ${what}…`);
  // The stamp is deleted before the build and written after it. Without a stamp, an interrupted build doesn't count as
  // complete.
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  console.log(`Built in ${formatElapsed(since)}.`);
}

async function buildPages() {
  runVite('--outDir', join('dist', 'browser'));
  runVite('--ssr', join('src', 'render.tsx'), '--outDir', join('dist', 'server'));
  await compressAssets(join(root, 'dist', 'browser', 'assets'));
}

async function buildProgram() {
  runVite('--config', 'vite.program.config.ts');
  runVite('--config', 'vite.program.config.ts', '--mode', 'entries');
}

function describeProtocol() {
  const done = spawnSync(provideNode(), [join(root, 'tools', 'protocol.ts')], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) stop('The description of the protocol couldn’t be written. The reason is above.');
}

/** Returns true if a program can be run and exits with 0; its output is ignored. */
const succeeds = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Lists the Debian packages of missing test programs. */
function listMissingPrograms() {
  return [...(findChromium() ? [] : ['chromium']), ...(findPostgres() ? [] : ['postgresql'])];
}

/**
 * Installs missing test programs. Ends this program with advice if some can't be installed, because tests are never
 * skipped for lack of a program.
 */
function installTestPrograms() {
  const isRoot = process.getuid?.() === 0;
  const mayInstall = succeeds('apt-get', '--version') && (isRoot || succeeds('sudo', '-n', 'true'));
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
    // The headless shell is preferred to any other Chromium. If it is missing, it is installed if there is no Chromium
    // at all, in CI, or if the system has a package of it. Ubuntu has none
    const isWanted =
      !hasHeadlessShell() && (!findChromium() || process.env.CI || succeeds('apt-cache', 'show', headlessShell));
    if (isWanted) install(headlessShell);
    install(...listMissingPrograms());
  }
  const missing = listMissingPrograms();
  if (missing.length > 0) {
    stop(
      `The tests drive a real browser and a real PostgreSQL. Missing here: ${missing.join(', ')}. On Debian or Ubuntu:\n\n` +
        `  sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}'\n\n` +
        'Elsewhere, install them and put chromium, initdb and postgres on the PATH (CHROMIUM=… names another browser).',
    );
  }
}

/** Fetches, builds and installs everything that a script needs and that is missing or out of date. */
export async function makeReady({ pages = false, program = false, development = false, programs = false }) {
  fetchPackages(root, { what: `the packages${development ? ', including those for development' : ''}`, development });
  if (pages) {
    await build('pages', { name: '.stamp', sources: listPageSources, make: buildPages });
    await build('description of the protocol', {
      name: '.protocol',
      sources: listProtocolSources,
      make: describeProtocol,
    });
  }
  if (program) await build('program', { name: '.program', sources: listProgramSources, make: buildProgram });
  if (programs) installTestPrograms();
}

// Runs only if this file was started, not imported. It may have been started through a symbolic link
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const tests = process.argv.includes('--tests');
  await makeReady({ pages: true, program: true, development: tests, programs: tests });
}
