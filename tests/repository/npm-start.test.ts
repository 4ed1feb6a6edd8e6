import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../support/site/engines.ts';
import { repositoryRoot } from '../support/site/self-hosting.ts';

/** A program that replaces the site, and records its process id and the way it ends. */
const program = `import { appendFileSync } from 'node:fs';
const say = (text) => appendFileSync('said', text + '\\n');
const alone = setInterval(() => {}, 1000);
process.on('SIGTERM', () => { say('stopped'); clearInterval(alone); });
say(process.pid + ' ' + process.ppid + ' ' + process.env.MALLOC_ARENA_MAX + ' ' + process.env.CALLBOARD_PARENT);`;

/** Makes a complete checkout that starts the program above. */
function makeCheckout(setup: string, runtime: string): string {
  const folder = createTemporaryFolder();
  for (const file of [...globSync('bin/*.mjs', { cwd: repositoryRoot }), 'package.json'])
    cpSync(join(repositoryRoot, file), join(folder, file));
  mkdirSync(join(folder, 'dist/program'), { recursive: true });
  writeFileSync(join(folder, 'dist/program/main.js'), program);
  writeFileSync(join(folder, 'bin/setup.mjs'), `export async function makeReady() {}\n${setup}`);
  writeFileSync(join(folder, 'bin/runtime.mjs'), runtime);
  symlinkSync(process.execPath, join(folder, 'another-node'));
  return folder;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const ownNode = 'export const provideNode = () => process.execPath;';
const anotherNode = "export const provideNode = () => process.cwd() + '/another-node';";
/** Simulates Node before version 22.15, which can't replace its own process. */
const asOldNode = 'delete process.execve;';

test.each([
  ['the same Node', '', ownNode],
  ['another Node', '', anotherNode],
  ['another Node in a child process', asOldNode, anotherNode],
])('SIGTERM sent only to npm start stops the site running under %s', async (_, setup, runtime) => {
  const folder = makeCheckout(setup, runtime);
  const { NODE_ENV: _env, MALLOC_ARENA_MAX: _arenas, ...env } = process.env;
  const npm = spawn('npm', ['start'], { cwd: folder, env, stdio: 'ignore' });
  onTestFinished(() => void npm.kill('SIGKILL'));
  const said = () => {
    try {
      return readFileSync(join(folder, 'said'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };
  await expect.poll(() => said().length).toBe(1);
  const [pid = '', parent = '', arenas, belongsTo] = said()[0]?.split(' ') ?? [];
  expect([arenas, belongsTo]).toEqual(['2', 'undefined']);
  onTestFinished(() => {
    if (isAlive(Number(pid))) process.kill(Number(pid), 'SIGKILL');
  });

  const gone = once(npm, 'exit');
  npm.kill('SIGTERM');
  await gone;
  await expect.poll(() => said().slice(1)).toEqual(['stopped']);
  await expect.poll(() => [Number(pid), Number(parent)].filter(isAlive)).toEqual([]);
});
