import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/site/engines.ts';
import { repositoryRoot } from '../support/site/self-hosting.ts';

/**
 * Calls `provideNode` in a process that claims to be Node 20.0.0, in a checkout whose fetched Node is the script
 * `fetched`. Returns the result of the process.
 */
function askForNode(fetched: string) {
  const folder = createTemporaryFolder();
  const bin = join(folder, 'bin/node/node_modules/node-test/bin');
  mkdirSync(bin, { recursive: true });
  cpSync(join(repositoryRoot, 'bin/runtime.mjs'), join(folder, 'bin/runtime.mjs'));
  writeFileSync(join(bin, 'node'), fetched, { mode: 0o755 });
  writeFileSync(
    join(folder, 'bin/packages.mjs'),
    'export const fetchPackages = () => {};\nexport function stop(why) { console.error(why); process.exit(1); }',
  );
  writeFileSync(
    join(folder, 'ask.mjs'),
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });
    const { packages, provideNode } = await import('./bin/runtime.mjs');
    packages[process.platform + ' ' + process.arch] = 'node-test';
    console.log(provideNode());`,
  );
  return spawnSync(process.execPath, ['ask.mjs'], { cwd: folder, encoding: 'utf8' });
}

test('if a fetched Node doesn’t run because a library is missing, the error says what to install', () => {
  const lacking = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  const { status, stderr } = askForNode(`#!/bin/sh\necho '${lacking}' >&2\nexit 127\n`);
  expect(status).toBe(1);
  expect(stderr).toContain(lacking);
  expect(stderr).toContain('sudo apt-get install libatomic1');
});

test('a fetched Node that runs on the system is used', () => {
  const { status, stdout } = askForNode('#!/bin/sh\necho v26.0.0\n');
  expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/node-test\/bin\/node$/)]);
});
