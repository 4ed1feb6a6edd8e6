import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { createPackageCounter, formatProgress, listPackageFolders } from '../../bin/progress.mjs';

test('only packages for this system are listed for download, and development packages only on request', () => {
  const packages = {
    '': {},
    'node_modules/sharp': {},
    'node_modules/sharp-linux': { os: ['linux'], cpu: ['x64'] },
    'node_modules/sharp-arm': { os: ['linux'], cpu: ['arm64'] },
    'node_modules/not-windows': { os: ['!win32'] },
    'node_modules/vitest': { dev: true },
    'node_modules/esbuild': { devOptional: true },
  };
  const list = (development: boolean, platform = 'linux') =>
    listPackageFolders(packages, { development, platform, arch: 'x64' }).map((path) => path.replace(/.*\//, ''));
  expect(list(false)).toEqual(['sharp', 'sharp-linux', 'not-windows']);
  expect(list(false, 'win32')).toEqual(['sharp']);
  expect(list(true)).toEqual(['sharp', 'sharp-linux', 'not-windows', 'vitest', 'esbuild']);
});

test('a new package is counted once two checks have found it, with the size of its own files', () => {
  const root = createTemporaryFolder();
  const write = (path: string, bytes: number) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), ' '.repeat(bytes));
  };
  const outer = 'node_modules/outer';
  const inner = `${outer}/node_modules/inner`;
  const count = createPackageCounter(root, [outer, inner, 'node_modules/missing']);
  expect(count()).toEqual({ done: 0, total: 3, bytes: 0 });
  write(`${outer}/package.json`, 10);
  expect(count().done).toBe(0);
  write(`${outer}/lib/index.js`, 100);
  write(`${inner}/package.json`, 1000);
  expect(count()).toEqual({ done: 1, total: 3, bytes: 110 });
  expect(count()).toEqual({ done: 2, total: 3, bytes: 1110 });
});

test('progress is reported in packages, megabytes and seconds', () => {
  expect(formatProgress({ done: 84, total: 311, bytes: 41_234_567, seconds: 12.4 })).toBe(
    '84 of 311 packages, 41 MB, 12 s',
  );
});
