import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createMachine,
  listCommandsUnder,
  parseLiteralSettings,
  readRepositoryFile,
  repositoryRoot,
} from '../support/site/self-hosting.ts';
import { findFreePort } from '../support/site/site.ts';

/**
 * Creates in a folder what the Dockerfile copies from the checkout, without the tests in `src`, and links to the
 * checkout's packages and build.
 */
function makeImage(folder: string): void {
  const [, copied = ''] = readRepositoryFile('Dockerfile').split(/^FROM .*AS build$/m);
  for (const [, files = '', into = ''] of (copied.split(/^FROM /m)[0] ?? '').matchAll(/^COPY (?!--)(.*) (\S+)$/gm)) {
    const several = into.endsWith('/');
    for (const file of files.split(' ')) {
      const target = join(folder, into, several ? (file.split('/').at(-1) ?? '') : '');
      cpSync(join(repositoryRoot, file), target, { recursive: true, filter: (path) => !path.includes('node_modules') });
    }
  }
  for (const test of globSync('src/**/*.test.ts', { cwd: folder })) rmSync(join(folder, test));
  for (const made of ['node_modules', 'dist']) symlinkSync(join(repositoryRoot, made), join(folder, made));
}

/** Returns the environment that the image and compose.yml give the site with the `.env` of the docs page. */
function environmentOf(dotEnv: Record<string, string>): Record<string, string> {
  const [, image = ''] = /^ENV (.*)$/m.exec(readRepositoryFile('Dockerfile')) ?? [];
  const [, ours = ''] = /\n {4}environment:\n([\s\S]*?)\n {4}\w/.exec(readRepositoryFile('compose.yml')) ?? [];
  const given = Array.from(ours.matchAll(/^ {6}([A-Z_]+): (.*)$/gm), ([, name = '', value = '']) => [
    name,
    value.replaceAll('"', '').replaceAll(/\$\{(\w+)[^}]*\}/g, (_, wanted) => dotEnv[wanted] ?? ''),
  ]);
  const own = image.split(' ').map((one) => one.split('='));
  return { ...Object.fromEntries(own), ...Object.fromEntries(given) };
}

test('the Docker instructions make a backup, add a font, restore the backup and move the site, without npm', async () => {
  const port = await findFreePort();
  const volumes = (text: string, folder: string) =>
    text.replaceAll(/(?<![\w.~-])\/(data|backups)(?![\w-])/g, `${folder}/$1`);
  const { machine, addProgram, type } = createMachine((text, folder) =>
    volumes(text, folder).replaceAll('/opt/callboard', join(folder, 'app')),
  );
  const app = join(machine, 'app');
  mkdirSync(app);
  makeImage(app);
  const [, page = ''] = readRepositoryFile('docs/self-hosting.md').split('\n## With Docker\n');
  const [, dotEnv = ''] = /```ini\n([\s\S]*?)```/.exec(page) ?? [];
  const given = environmentOf(parseLiteralSettings(dotEnv));
  const folders = { DATA_DIR: join(machine, 'data'), BACKUP_DIR: join(machine, 'backups') };
  expect(given).toMatchObject({ DATA_DIR: '/data', BACKUP_DIR: '/backups' });
  // The image contains Node and Debian's programs
  const bin = join(machine, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  const env = { ...given, ...folders, HOST: '127.0.0.1', PORT: String(port), PATH: `${bin}:/usr/bin:/bin` };
  // A command in the container runs in the image's folder, with only the container's environment. Copying to or from
  // the container is copying between folders
  const settings = Object.entries(env).map(([name, value]) => `'${name}=${value}'`);
  addProgram(
    'docker',
    `shift
case $1 in
  cp) shift; for a; do shift; set -- "$@" "\${a#site:}"; done; exec cp -R "$@";;
  exec) shift;;
  run) shift; [ "$1" = --rm ] && shift; [ "$1" = -T ] && shift;;
  *) exit 64;;
esac
[ "$1" = site ] && shift && cd ${app} && exec env -i ${settings.join(' ')} "$@"`,
  );

  let running: ReturnType<typeof spawn> | undefined;
  const said = join(machine, 'said');
  const log = openSync(said, 'a');
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.error(readFileSync(said, 'utf8'));
  });
  const start = async () => {
    const [command = ''] = /(?<=\nCMD ).*/.exec(readRepositoryFile('Dockerfile')) ?? [];
    const [, ...args] = JSON.parse(command);
    running = spawn(process.execPath, args, { cwd: app, env, stdio: ['ignore', log, log] });
    const ready = `http://127.0.0.1:${port}/readyz`;
    await type(`curl --silent --fail --retry 60 --retry-connrefused --retry-delay 1 ${ready}`);
  };
  const stop = async () => {
    const child = running;
    running = undefined;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  };
  onTestFinished(stop);
  /**
   * Runs a page's commands. Docker's own tasks, starting and stopping the site, are done here. Docker's substitute does
   * everything else.
   */
  const follow = async (commands: string[]) => {
    for (const command of commands.filter((one) => /docker compose/.test(one))) {
      if (/compose (up|restart)/.test(command)) {
        await stop();
        await start();
      } else if (/compose stop/.test(command)) await stop();
      else if (!/compose (build|logs)/.test(command)) await type(command);
    }
  };
  const emptyVolumes = async () => {
    for (const volume of ['data', 'backups']) {
      rmSync(join(machine, volume), { recursive: true, force: true });
      mkdirSync(join(machine, volume), { mode: 0o700 });
    }
  };

  await emptyVolumes();
  await follow(listCommandsUnder('With Docker'));
  expect(existsSync(join(app, 'backups/by-hand.zip'))).toBe(true);
  copyFileSync(join(repositoryRoot, 'tests/support/fonts/hebrew.ttf'), join(app, 'NotoSansHebrew-Bold.ttf'));
  await follow(listCommandsUnder('Posters in other scripts'));
  expect(existsSync(join(machine, 'data/fonts/NotoSansHebrew-Bold.ttf'))).toBe(true);
  // The site would name a font that it can't use
  expect(readFileSync(said, 'utf8')).not.toContain('NotoSansHebrew-Bold.ttf');
  await follow(listCommandsUnder('Upgrading'));
  expect(globSync('before-*.zip', { cwd: join(machine, 'backups') })).toHaveLength(1);

  // Adds `--yes`, because there is no terminal here in which to answer the question
  await follow(listCommandsUnder('Restoring').map((command) => command.replace(/(src\/restore\.ts .*)/, '$1 --yes')));
  expect(globSync('before-restore-*.zip', { cwd: join(machine, 'backups') })).toHaveLength(1);
  const moving = listCommandsUnder('Moving to another server');
  const arrival = moving.findIndex((command) => command.includes('compose build'));
  await follow(moving.slice(0, arrival));
  await emptyVolumes();
  await follow(moving.slice(arrival));
  expect(running?.exitCode).toBeNull();
  // The site may have made an overdue nightly backup in the meantime
  const byHand = globSync('*.zip', { cwd: join(machine, 'backups') }).filter((file) => !file.startsWith('callboard-'));
  expect(byHand).toEqual(['moving.zip']);
  // Checks that only the owner may read the file
  expect(statSync(join(machine, 'moving.zip')).mode & 0o077).toBe(0);
});
