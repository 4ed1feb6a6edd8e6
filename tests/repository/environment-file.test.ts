import { execFile } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseSettings } from '../../bin/settings-file.mjs';
import { createTemporaryFolder } from '../support/site/engines.ts';
import { readRepositoryFile, repositoryRoot } from '../support/site/self-hosting.ts';

/** Characters that a password or an address may contain and a shell would interpret. */
const awkward = {
  DATABASE_URL: 'postgres://site:it(s)%27$$@db.example/site?sslmode=disable&application_name=site',
  SMTP_URL: "smtps://site:pa$$(id)`id`'#;*~{a,b}!@mail.example:465",
  SQUARE_LOCATION_ID: 'two words, and  three',
};

/** Makes a checkout whose commands print their arguments and environment. */
function makeCheckout(): string {
  const machine = createTemporaryFolder();
  for (const folder of ['bin', 'src', 'data']) mkdirSync(join(machine, folder));
  for (const file of [...globSync('bin/*.mjs', { cwd: repositoryRoot }), 'package.json'])
    copyFileSync(join(repositoryRoot, file), join(machine, file));
  writeFileSync(join(machine, 'src/main.ts'), '');
  writeFileSync(
    join(machine, 'bin/run.mjs'),
    'console.log(JSON.stringify([process.argv.slice(2), process.env, process.getuid?.()]));',
  );
  return machine;
}

const run = (file: string, args: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, ...env } });

test('a command parses the settings file like systemd, not like a shell', async () => {
  const machine = makeCheckout();
  const given = Object.entries({ ...awkward, DATA_DIR: join(machine, 'data') }).map(
    ([name, value]) => `${name}=${value}\n`,
  );
  const file = join(machine, 'callboard.env');
  writeFileSync(file, `# Ours\n\n${given.join('')}SECRET="with  # in it"\nBACKUP_DIR='/b'\n`);
  // If the tests run as root, the command continues as the owner of the data
  const owner = process.getuid?.() === 0 ? 65534 : process.getuid?.();
  if (owner === 65534) {
    chmodSync(machine, 0o755);
    chownSync(join(machine, 'data'), owner, owner);
  }
  // npm installs the command as a link. The folder of the current version may be a link too
  const link = join(createTemporaryFolder(), 'callboard');
  symlinkSync(join(machine, 'bin/callboard.mjs'), link);
  const folder = join(createTemporaryFolder(), 'folder');
  symlinkSync(machine, folder);
  const calls: [string, string[], NodeJS.ProcessEnv][] = [
    [join(machine, 'bin/callboard.mjs'), [], { CALLBOARD_SETTINGS: file }],
    [link, [], { CALLBOARD_SETTINGS: file }],
    // Servers that were set up before there were releases use this command
    [join(machine, 'bin/environment-file.mjs'), [file], {}],
    [join(folder, 'bin/environment-file.mjs'), [file], {}],
  ];
  for (const [program, before, env] of calls) {
    const { stdout } = await run(program, [...before, 'backup', 'to here.zip'], env);
    const [args, had, uid] = JSON.parse(stdout || '[]');
    expect([args, uid]).toEqual([['backup', 'to here.zip'], owner]);
    expect(had).toMatchObject({
      ...awkward,
      SECRET: 'with  # in it',
      BACKUP_DIR: '/b',
      DATA_DIR: join(machine, 'data'),
      CALLED_AS: 'sudo callboard {}',
    });
  }
});

test('with DATA_DIR, a command ignores the settings file; without, a file named in CALLBOARD_SETTINGS must exist', async () => {
  const machine = makeCheckout();
  const file = join(machine, 'callboard.env');
  writeFileSync(file, `DATA_DIR=${join(machine, 'data')}\nPORT=4000\n`);
  const environmentOf = async (env: NodeJS.ProcessEnv) =>
    JSON.parse((await run(join(machine, 'bin/callboard.mjs'), ['backup'], env)).stdout)[1];
  const chosen = await environmentOf({ CALLBOARD_SETTINGS: file, DATA_DIR: '/elsewhere' });
  expect([chosen.DATA_DIR, chosen.PORT, chosen.CALLED_AS]).toEqual(['/elsewhere', undefined, 'callboard {}']);
  await expect(environmentOf({ CALLBOARD_SETTINGS: join(machine, 'none.env') })).rejects.toMatchObject({
    stderr: expect.stringContaining('The settings can’t be read'),
  });
});

test('an installed command says which Node it needs if it runs under an older one', async () => {
  const machine = makeCheckout();
  writeFileSync(join(machine, 'package.json'), JSON.stringify({ version: '1.2.3', engines: { node: '>=999' } }));
  await expect(run(join(machine, 'bin/callboard.mjs'), ['start'], {})).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`needs Node.js 999 or newer, and this is ${process.versions.node}`),
  });
});

test('the callboard command prints its version and its commands, and refuses unknown ones', async () => {
  const program = join(makeCheckout(), 'bin/callboard.mjs');
  const { version } = JSON.parse(readRepositoryFile('package.json'));
  expect((await run(program, ['--version'], {})).stdout).toBe(`${version}\n`);
  expect((await run(program, [], {})).stdout).toMatch(/\n {2}backup +FILE\.zip/);
  await expect(run(program, ['toString'], {})).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no command'),
  });
});

/** Files, each with the settings that systemd 252 reads from it. */
test.each([
  ["A=plain & ( ' # x   ", { A: "plain & ( ' # x" }],
  ['; a comment\n  # another\nA=1', { A: '1' }],
  ['A="double \\" \\\\ \\a q"', { A: 'double " \\ \\a q' }],
  ["A='single \" \\ # & '", { A: 'single " \\ # & ' }],
  ['A=back\\slash \\# end', { A: 'backslash # end' }],
  ['A=one\\\ntwo\nB=3', { A: 'onetwo', B: '3' }],
  ['A="x" y \'z\'', { A: "xy 'z'" }],
  ['  A = spaced\r\nB=tab\t', { A: 'spaced', B: 'tab' }],
  ['A="a\nb"\nB=2', { A: 'a\nb', B: '2' }],
  ['A=a"b"c', { A: 'a"b"c' }],
  ['A=$B$$(B)\nB=', { A: '$B$$(B)', B: '' }],
  ['export A=1\n1B=2\nnothing\nC=3', { C: '3' }],
  ['A="never closed\nB=2', { A: 'never closed\nB=2' }],
])('a settings file with %j sets %j', (text, settings) => {
  expect(parseSettings(text)).toEqual(settings);
});
