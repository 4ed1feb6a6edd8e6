import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packRelease } from '../../tools/release/pack.ts';
import { findFreePort } from '../support/site/site.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'callboard-release-'));
const prefix = join(folder, 'prefix');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const installed = join(prefix, 'lib/node_modules/callboard');
const callboard = join(prefix, 'bin/callboard');
const archive = join(root, 'src/features/archive/shows/spreadsheets/server/import/small-archive.csv');
let file = '';

/** Returns the environment of a user who has only a home folder and Node.js. */
function makeEnvironment(home: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  mkdirSync(home, { recursive: true });
  return { PATH: process.env.PATH, HOME: home, CALLBOARD_SETTINGS: '', ...more };
}

const run = (program: string, args: string[], env: NodeJS.ProcessEnv, cwd = folder) =>
  spawnSync(program, args, { cwd, env, encoding: 'utf8' });

beforeAll(() => {
  file = packRelease(root, join(folder, 'packed'));
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // Uses the real home folder, because npm's cache is there
  const npm = spawnSync('npm', ['install', '--global', '--prefix', prefix, ...flags, file], { stdio: 'inherit' });
  expect(npm.status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a site and waits until it responds. */
async function start(program: string, args: string[], env: NodeJS.ProcessEnv, cwd: string) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(program, args, {
    cwd,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const health = async () => (child.exitCode === null ? (await fetch(`${url}/healthz`)).json() : printed);
  await expect.poll(() => health().catch(() => undefined)).toEqual({ status: 'alive', version });
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { url, port, child, stop, printed: () => printed };
}

test('a release has a checksum next to it, and packing one commit twice gives the same bytes', () => {
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  expect(readFileSync(`${file}.sha256`, 'utf8')).toBe(`${sum}  callboard-${version}.tgz\n`);
  const again = packRelease(root, join(folder, 'packed-again'));
  expect(readFileSync(`${again}.sha256`, 'utf8')).toBe(readFileSync(`${file}.sha256`, 'utf8'));
});

test('the list of packages in a release names both installed packages and those that are built in', () => {
  const { components, bomFormat } = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const listed = components.map((one: { purl: string }) => one.purl);
  const { packages } = JSON.parse(readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8'));
  const locked = Object.entries<{ version: string; name?: string }>(packages).filter(([path]) => path !== '');
  expect(locked.length).toBeGreaterThan(100);
  // The lock file's entry for an alias contains the name of the package itself
  const purl = (path: string, entry: { version: string; name?: string }) => {
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
  };
  expect(locked.map(([path, entry]) => purl(path, entry)).filter((one) => !listed.includes(one))).toEqual([]);
  for (const name of ['react', 'zod', 'kysely'])
    expect(listed.some((one: string) => one.startsWith(`pkg:npm/${name}@`))).toBe(true);
});

test('a release is installed without build tools, and without running packages’ scripts', () => {
  const names = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: installed });
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => /\/(vite|rolldown|lightningcss|typescript|@vitejs)\//.test(name))).toEqual([]);
  expect(existsSync(join(installed, 'node_modules/better-sqlite3/build'))).toBe(false);
  // The size in MB, without Node.js itself
  const bytes = globSync('**/*', { cwd: installed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  console.log(`Installed: ${Math.round(bytes / 1_000_000)} MB`);
});

test('the installed command starts, checks, backs up and restores the same site from any folder', async () => {
  const home = join(folder, 'home');
  const env = makeEnvironment(home);
  expect(run(callboard, ['--version'], env).stdout).toBe(`${version}\n`);
  const healthy = run(callboard, ['doctor'], { ...env, PORT: String(await findFreePort()) });
  expect(healthy.stdout).toMatch(/^✓ Node\.js: /);
  expect(healthy.stdout).toContain('✓ Database: ');
  expect(existsSync(join(home, '.local/share/callboard'))).toBe(false);

  const data = join(
    home,
    process.platform === 'darwin' ? 'Library/Application Support/Callboard' : '.local/share/callboard',
  );
  const places = [join(folder, 'here'), join(folder, 'there')];
  for (const place of places) mkdirSync(place);
  const [here = '', there = ''] = places;
  const site = await start(callboard, ['start'], env, here);
  expect(site.printed()).toContain(`The data is in ${data}.`);
  // The demo society is created, rendered and served with only the files of the release
  const { shows } = (await (await fetch(`${site.url}/past-shows?react`)).json()) as { shows: { programme: string }[] };
  const drawn = shows.find(({ programme }) => programme.startsWith('/posters/'));
  expect(await (await fetch(`${site.url}${drawn?.programme}`)).text()).toContain('</svg>');
  expect(await (await fetch(`${site.url}/past-shows`)).text()).toContain('The Importance of Being Earnest');
  expect(await (await fetch(`${site.url}/api/openapi.json`)).text()).toContain('"openapi"');
  const running = run(callboard, ['doctor'], { ...env, PORT: String(site.port) });
  expect(running.stdout).toContain(`the site is running on ${site.port}, version ${version}`);
  expect(await site.stop()).toBe(0);
  const saved = run(callboard, ['backup', 'saved.zip'], env, there);
  expect([saved.status, saved.stderr]).toEqual([0, '']);
  expect(existsSync(join(there, 'saved.zip'))).toBe(true);
  const restored = run(callboard, ['restore', 'saved.zip'], { ...env, DATA_DIR: join(folder, 'restored') }, there);
  expect([restored.status, restored.stderr]).toEqual([0, '']);

  const again = await start(callboard, ['start'], env, there);
  expect(again.printed()).toContain(`The data is in ${data}.`);
  again.child.kill('SIGINT');
  await once(again.child, 'exit');
});

test('a release continues with the settings and data of a clone', async () => {
  const server = join(folder, 'server');
  const data = join(server, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const settings = join(server, 'callboard.env');
  writeFileSync(settings, `DATA_DIR=${data}\nDEMO=0\nMETRICS_TOKEN="${'# & $'.repeat(10)}"\n`);
  copyFileSync(archive, join(server, 'archive.csv'));
  const env = makeEnvironment(join(server, 'home'), { CALLBOARD_SETTINGS: settings });
  const old = [join(root, 'bin/environment-file.mjs'), settings];
  const imported = run(process.execPath, [...old, 'import', 'shows', 'archive.csv'], env, server);
  expect(imported.stdout).toContain('shows      12 new ones');

  const exported = run(callboard, ['export', 'shows', 'ours.csv'], env, server);
  expect(exported).toMatchObject({ status: 0, stdout: `12 shows written to ${join(server, 'ours.csv')}\n` });
  expect(run(callboard, ['admin'], env, server).stderr).toContain('sudo callboard admin make-admin ADDRESS');
  const site = await start(callboard, ['start'], env, server);
  expect(site.printed()).toContain(`The data is in ${data}.`);
  expect(await (await fetch(`${site.url}/past-shows`)).text()).toContain('The Farmer’s Wife');
  expect(await site.stop()).toBe(0);
});
