import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { settingsIn } from '../../bin/environment-file.mjs';
import { temporaryFolder } from '../support/site/engines.ts';
import { read, root } from '../support/site/self-hosting.ts';

/** Characters that a password or an address may contain and a shell would interpret. */
const awkward = {
  DATABASE_URL: 'postgres://site:it(s)%27$$@db.example/site?sslmode=disable&application_name=site',
  SMTP_URL: "smtps://site:pa$$(id)`id`'#;*~{a,b}!@mail.example:465",
  SQUARE_LOCATION_ID: 'two words, and  three',
};

test('a command parses the settings file like systemd, not like a shell', async () => {
  const machine = temporaryFolder();
  mkdirSync(join(machine, 'bin'));
  for (const file of globSync('bin/*.mjs', { cwd: root })) copyFileSync(join(root, file), join(machine, file));
  writeFileSync(join(machine, 'bin/run.mjs'), 'console.log(JSON.stringify([process.argv.slice(2), process.env]));');
  const given = Object.entries(awkward).map(([name, value]) => `${name}=${value}\n`);
  const settings = `# Ours\n\n${given.join('')}SECRET="with  # in it"\nBACKUP_DIR='/b'\n`;
  writeFileSync(join(machine, 'callboard.env'), settings);
  // If each release has a folder of its own, a link leads to the one in use
  const link = join(temporaryFolder(), 'callboard');
  symlinkSync(machine, link);
  for (const folder of [machine, link]) {
    const script = read('deploy/callboard')
      .replaceAll('/opt/callboard', folder)
      .replaceAll('/etc/callboard.env', join(machine, 'callboard.env'))
      .replace('"$(id -un)"', 'callboard')
      .replace('exec node', `exec '${process.execPath}'`);
    const { stdout } = await promisify(execFile)('sh', ['-c', script, 'callboard', 'backup', 'to here.zip']);
    const [args, had] = JSON.parse(stdout || '[]');
    expect(args).toEqual(['backup', 'to here.zip']);
    expect(had).toMatchObject({
      ...awkward,
      SECRET: 'with  # in it',
      BACKUP_DIR: '/b',
      CALLED_AS: 'sudo callboard {}',
    });
  }
});

/** The expected settings are those that systemd 252 reports for each of these files. */
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
  expect(settingsIn(text)).toEqual(settings);
});
