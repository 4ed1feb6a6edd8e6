import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  buildManifest,
  listReleaseFiles,
  listRuntimePackages,
  listShippedPackages,
  readManifest,
} from '../../tools/release/contents.ts';
import { repositoryRoot } from '../support/site/self-hosting.ts';

const manifest = readManifest(repositoryRoot);

/** Packages that are built into the pages or the program, and aren't installed with a release. */
const builtIn = /^(@simplewebauthn\/browser|kysely|prosemirror-[\w-]+|react|react-dom|zod)$/;

test('a release installs the packages that the built program imports, and no others', () => {
  const packages = listRuntimePackages(repositoryRoot);
  expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', 'pg', 'sharp']));
  // Fails if a package is missing in releases, or is no longer needed
  expect(Object.keys(buildManifest(manifest, packages).dependencies)).toEqual(packages);
  const others = Object.keys(manifest.dependencies).filter((name) => !packages.includes(name));
  expect(others.filter((name) => !builtIn.test(name)).sort()).toEqual(['@vitejs/plugin-react', 'vite']);
  expect(listShippedPackages(manifest)).toEqual(expect.arrayContaining(['react', ...packages]));
});

test('a release’s package.json names the source repository if the checkout’s does', () => {
  const repository = 'github:players/callboard';
  expect(buildManifest({ ...manifest, repository }, [])).toMatchObject({ repository });
});

test('building a release fails if the program needs a package that package.json doesn’t list', () => {
  expect(() => buildManifest(manifest, ['left-pad'])).toThrow('left-pad');
});

test('a release contains every file that its program reads, but no sources or tests', () => {
  const files = listReleaseFiles(repositoryRoot);
  expect(files.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
  expect(files.filter((file) => /\.tsx?$|\.test\.|\.stamp|\.unfinished$|^dist\/release/.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      ...['LICENSE', 'NOTICE', 'CHANGELOG.md', 'bin/callboard.mjs', 'deploy/callboard.service'],
      ...['dist/browser/.vite/manifest.json', 'dist/openapi.json', 'dist/program/main.js', 'dist/server/render.js'],
      ...['docs/handbook/treasurer.md', 'docs/self-hosting.md', 'src/migrations/baseline/sqlite.sql'],
      ...['src/demo/media/assets/the-door.mp4', 'src/practice/square/browser/card.html'],
    ]),
  );
  const program = files.filter((file) => /^dist\/(program|entries)\/.*\.js$/.test(file));
  const read = program.flatMap((file) =>
    Array.from(
      readFileSync(join(repositoryRoot, file), 'utf8').matchAll(
        /new URL\(`([^`$]+\.\w+)`,new URL\(`([^`]+)`,import\.meta\.url\)/g,
      ),
      ([, path = '', source = '']) => new URL(path, new URL(source, pathToFileURL(join(repositoryRoot, file)))),
    ),
  );
  const needed = read.map((url) =>
    fileURLToPath(url)
      .slice(repositoryRoot.length + 1)
      .replaceAll('\\', '/'),
  );
  expect(needed.length).toBeGreaterThan(3);
  expect(needed.filter((file) => !files.includes(file) && file !== 'package.json')).toEqual([]);
  // The files that licences require
  const named = Array.from(
    readFileSync(join(repositoryRoot, 'NOTICE'), 'utf8').matchAll(/\bsrc\/\S+?license-[\w-]+\.txt/g),
    String,
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});

test('the command’s file begins with the line that names its interpreter', () => {
  expect(readFileSync(join(repositoryRoot, 'bin/callboard.mjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('the files that start a release import only files that the release contains', () => {
  const files = listReleaseFiles(repositoryRoot);
  const starter = files.filter((file) => file.startsWith('bin/'));
  const imported = starter.flatMap((file) =>
    Array.from(
      readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/from '\.\/([\w-]+\.mjs)'/g),
      ([, name]) => `bin/${name}`,
    ),
  );
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((file) => !files.includes(file))).toEqual([]);
});
