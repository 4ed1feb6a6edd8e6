// Runs the commands of docs/self-hosting.md as a reader would type them, on an imitated machine that consists of
// folders and programs.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from './engines.ts';

export const repositoryRoot = join(import.meta.dirname, '../../..');
export const readRepositoryFile = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** Matches programs that need a network, root or another machine, and that the systemd test therefore doesn't run. */
export const skippedPrograms = /^(apt-get|ufw|dig|git|docker|adduser|systemctl|journalctl|wget|sha256sum|tar|npm)$/;

/** Returns the commands of one section of the page, in order. A command includes its here-document. */
export function listCommandsUnder(heading: string): string[] {
  const [, section = ''] = readRepositoryFile('docs/self-hosting.md').split(`\n## ${heading}\n`);
  const blocks = Array.from(
    (section.split('\n## ')[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g),
    ([, text = '']) => text,
  );
  return blocks.flatMap((block) =>
    Array.from(block.matchAll(/^(?!#)\S.*?(?:<<'END'\n[\s\S]*?\nEND)?$/gm), ([command]) => command).filter(
      (command) => command.trim() !== '',
    ),
  );
}

/** Returns the program that a command names, after `cd` and `sudo`. */
export const getProgram = (command: string) =>
  (/^(?:cd \S+ && )?(?:sudo )?(\S+)/.exec(command)?.[1] ?? '').split('/').at(-1) ?? '';

/** Parses the settings in a block of the page or in a file, and keeps their values exactly as written. */
export const parseLiteralSettings = (text: string): Record<string, string> =>
  Object.fromEntries(Array.from(text.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]));

/**
 * Creates a folder that stands in for a Debian machine. The user who runs the tests acts as root and as all other
 * users.
 *
 * @param adapt adapts the commands of the self-hosting page so that they run on this machine
 */
export function createMachine(adapt: (text: string, machine: string) => string) {
  const machine = createTemporaryFolder();
  for (const folder of ['etc/caddy', 'etc/systemd/system', 'usr/local/bin', 'usr/bin', 'var/lib'])
    mkdirSync(join(machine, folder), { recursive: true });
  const addProgram = (name: string, script: string) =>
    writeFileSync(join(machine, 'usr/bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  addProgram('sudo', 'while [ "$1" = -u ]; do shift 2; done; exec "$@"');
  addProgram('id', '[ "$1" = -un ] && echo callboard || echo 1000');
  addProgram('chown', '');
  // Replaces `install` by a version without the two options that only root can use
  addProgram(
    'install',
    'n=$#; while [ $n -gt 0 ]; do case "$1" in -o|-g) shift 2; n=$((n-2));; *) set -- "$@" "$1"; shift; n=$((n-1));; esac; done; exec /usr/bin/install "$@"',
  );
  const path = [
    join(machine, 'usr/bin'),
    join(machine, 'usr/local/bin'),
    dirname(process.execPath),
    process.env.PATH,
  ].join(delimiter);
  const env = {
    PATH: path,
    HOME: machine,
    USER: 'ann',
    CALLBOARD_SETTINGS: join(machine, 'etc/callboard.env'),
  };
  const type = (command: string) => promisify(execFile)('sh', ['-euc', adapt(command, machine)], { cwd: machine, env });
  return { machine, env, addProgram, type };
}
