import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildManifest, listReleaseFiles, listRuntimePackages, listShippedPackages, readManifest } from './contents.ts';

const isWindows = process.platform === 'win32';

/** Runs npm in a folder, without requests to a registry, because the checkout's lock file has everything. */
function npm(folder: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('npm', [...args, '--offline', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed; the reason is above.`);
  return stdout;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Writes a lock file for some of the checkout's packages, with the same versions and checksums. */
function lockPackages(root: string, folder: string, packages: readonly string[]): void {
  const { overrides, ...own } = readManifest(root);
  const manifest = buildManifest(own, packages);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  lock.packages[''] = manifest;
  // npm accepts no override of a package that isn't in the lock file
  const isWhole = Object.keys(overrides).every((name) => packages.includes(name));
  writeFileSync(join(folder, 'package.json'), toJson(isWhole ? { ...manifest, overrides } : manifest));
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), toJson(lock));
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  npm(folder, 'install', '--package-lock-only');
  rmSync(join(folder, '.npmrc'));
}

/**
 * Adds the URL of each package to a lock file. Without the URLs, npm first asks the registry about each package, which
 * takes longer than fetching the packages. The URLs are those of the registry that is configured on this machine. Where
 * a release is installed, npm replaces URLs of its default registry by those of the registry that is configured there.
 */
function addPackageUrls(file: string, registry: string): void {
  const lock: { packages: Record<string, { version: string; resolved?: string; name?: string }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  writeFileSync(file, toJson(lock));
}

/**
 * Describes all packages whose code is in the release, in the CycloneDX format. The same packages and the same time
 * always give the same bytes.
 */
function describePackages(folder: string, madeAt: string): string {
  const list = JSON.parse(npm(folder, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'));
  list.metadata.timestamp = madeAt;
  list.metadata.component.name = 'callboard';
  delete list.serialNumber;
  const hash = sha256(toJson(list));
  const uuid = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  list.serialNumber = `urn:uuid:${[...uuid, hash.slice(20, 32)].join('-')}`;
  return toJson(list);
}

/**
 * Returns the time of the commit, or SOURCE_DATE_EPOCH if it is set, so that a commit always gives the same file.
 * Without either, returns the present time.
 */
function findCommitTime(root: string): string {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? stdout?.trim());
  return new Date(seconds > 0 ? seconds * 1000 : Date.now()).toISOString();
}

/**
 * Packs the built checkout as `callboard-VERSION.tgz`, with its checksum next to it.
 *
 * @param into the folder for both files; its previous content is deleted
 * @returns the path of the package
 */
export function packRelease(root: string, into: string): string {
  const folder = join(into, 'package');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of listReleaseFiles(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  copyFileSync(join(root, 'tools/release/README.md'), join(folder, 'README.md'));
  chmodSync(join(folder, 'bin/callboard.mjs'), 0o755);

  lockPackages(root, folder, listShippedPackages(readManifest(root)));
  const list = describePackages(folder, findCommitTime(root));
  lockPackages(root, folder, listRuntimePackages(root));
  addPackageUrls(join(folder, 'npm-shrinkwrap.json'), npm(folder, 'config', 'get', 'registry').trim());
  writeFileSync(join(folder, 'sbom.cdx.json'), list);

  const [{ filename }] = JSON.parse(npm(folder, 'pack', '--json', `--pack-destination=${into}`));
  rmSync(folder, { recursive: true });
  const file = join(into, filename);
  writeFileSync(`${file}.sha256`, `${sha256(readFileSync(file))}  ${basename(file)}\n`);
  return file;
}
