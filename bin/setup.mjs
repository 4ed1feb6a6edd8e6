// Makes the house ready for the script that npm runs next: packages installed, pages built, and with `--tests` the
// programs that the tests drive. It runs before anything is installed and under the machine's own Node, so: Node
// built-ins only, and none newer than Node 20.0.
//
//   node bin/setup.mjs              packages and pages
//   node bin/setup.mjs --no-build   packages
//   node bin/setup.mjs --tests      packages (those for development too), pages, Chromium, PostgreSQL's server
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressAssets } from './compress.mjs';
import { findChromium, findPostgres } from './system.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const installed = join(root, 'node_modules', '.package-lock.json');
const wanted = new Set(process.argv.slice(2));
const withDevelopment = wanted.has('--tests') || process.env.NODE_ENV !== 'production';

function stop(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** npm writes its own lock into node_modules when an install has ended well: what it names is what is there. */
function packagesAreThere() {
  const asked = readJson(join(root, 'package-lock.json'))?.packages ?? stop('package-lock.json is missing or broken.');
  const found = readJson(installed)?.packages;
  if (!found) return false;
  return Object.entries(asked).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || ((dev || devOptional) && !withDevelopment)) return true;
    return found[path] ? found[path].version === version : Boolean(optional);
  });
}

function install() {
  if (packagesAreThere()) return;
  const since = Date.now();
  console.log('Installing packages (the first time takes a minute)…');
  // npm writes that lock last: a node_modules without it is an install that was cut off, with files that lack.
  if (!existsSync(installed)) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  // npm must not run under the Node that it is about to replace.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  // Not `npm ci`: it refuses a lock file that lacks a package for a system that nobody here runs. This installs what
  // the lock file says, to the version and the checksum, and changes neither file.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', [...flags, ...(withDevelopment ? ['--include=dev'] : [])], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  if (done.status !== 0) {
    stop('The packages could not be installed. npm says why above; when it is the network, try again later.');
  }
  console.log(`Packages installed in ${seconds(since)}.`);
}

function needNode24() {
  const version = spawnSync(node24, ['--version'], { encoding: 'utf8' }).stdout?.trim();
  if (version?.startsWith('v24.')) return;
  stop(
    `Callboard runs under Node 24, which comes as the npm package "node" and is ${version ? `here as ${version}` : 'missing'}.\n` +
      'npm was probably told not to run install scripts (ignore-scripts). Run this, then try again:\n\n' +
      '  npm rebuild --ignore-scripts=false node better-sqlite3',
  );
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'server' ? [] : filesUnder(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

/** Of everything that a build reads. `server/` is left out: the boundaries see to it that no page imports it. */
function sourceHash() {
  const named = ['package-lock.json', 'tsconfig.json', 'vite.config.ts'].map((file) => join(root, file));
  const files = [...filesUnder(join(root, 'src')), ...filesUnder(join(root, 'bin')), ...named];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    if (existsSync(file))
      hash.update(relative(root, file).split(sep).join('/')).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function vite(...flags) {
  const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(node24, [program, 'build', '--logLevel', 'warn', ...flags], {
    cwd: root,
    stdio: 'inherit',
    // A society may run with NODE_ENV unset or "test"; what it serves is always the production build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) stop('The pages could not be built. Vite says why above.');
}

async function build() {
  const stamp = join(root, 'dist', '.stamp');
  const hash = sourceHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const since = Date.now();
  console.log('Building the pages…');
  // Taken away first and written last: a build that was cut off is not taken for a whole one.
  rmSync(stamp, { force: true });
  vite('--outDir', join('dist', 'browser'));
  vite('--ssr', join('src', 'render.tsx'), '--outDir', join('dist', 'server'));
  await compressAssets(join(root, 'dist', 'browser', 'assets'));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  console.log(`Pages built in ${seconds(since)}.`);
}

/** Never skipped: what can't be found is installed, and what can't be installed is named. */
function needTestPrograms() {
  const missing = () => [...(findChromium() ? [] : ['chromium']), ...(findPostgres() ? [] : ['postgresql'])];
  const packages = missing();
  if (packages.length === 0) return;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const isRoot = process.getuid?.() === 0;
  const maySudo = !isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0 && (isRoot || maySudo)) {
    console.log(`Installing ${packages.join(' and ')} for the tests…`);
    const [program, ...before] = isRoot ? ['sh'] : ['sudo', '-n', 'sh'];
    spawnSync(program, [...before, '-c', `(${command}) >/dev/null`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const still = missing();
  if (still.length > 0) {
    stop(
      `The tests drive a real browser and a real PostgreSQL. Missing here: ${still.join(', ')}. On Debian or Ubuntu:\n\n` +
        `  sudo sh -c '${command}'\n\n` +
        'Elsewhere, install them and put chromium, initdb and postgres on the PATH (CHROMIUM=… names another browser).',
    );
  }
}

install();
needNode24();
if (!wanted.has('--no-build')) await build();
if (wanted.has('--tests')) needTestPrograms();
