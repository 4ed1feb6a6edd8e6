import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/engines.ts';
import { freePort } from '#tests/support/site.ts';
import { readConfig, refusePlainHttp } from '../../src/config.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** What only a network, root or another machine can do: passed by. Any other program on the page is run. */
const elsewhere = /^(apt-get|ufw|dig|git|docker|adduser|systemctl|journalctl)$/;

/** The commands of one section of the page, in order; what a command reads from the page belongs to it. */
function commandsUnder(heading: string): string[] {
  const [, section = ''] = read('docs/self-hosting.md').split(`\n## ${heading}\n`);
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

/** The program that a command names, behind `cd` and `sudo`. */
const programOf = (command: string) =>
  (/^(?:cd \S+ && )?(?:sudo )?(\S+)/.exec(command)?.[1] ?? '').split('/').at(-1) ?? '';

test('every command on the page is one that is run here, or one that is known to need what isn’t here', () => {
  const sections = [
    'Names',
    'Firewall',
    'With Docker',
    'More than one process',
    'With systemd',
    'Upgrading',
    'Moving house',
  ];
  const programs = sections.flatMap(commandsUnder).map(programOf);
  expect(programs.length).toBeGreaterThan(25);
  const run = new Set(programs.filter((program) => !elsewhere.test(program)));
  expect([...run].sort()).toEqual(['callboard', 'curl', 'install', 'node', 'tee']);
});

test('a volunteer who types what the page says has a site that is ready, a backup, and moves house with it', async () => {
  const machine = temporaryFolder();
  const port = await freePort();
  for (const folder of ['etc/caddy', 'etc/systemd/system', 'usr/local/bin', 'usr/bin'])
    mkdirSync(join(machine, folder), { recursive: true });
  // What isn't here: root, another user, and programs at their usual places
  const stand = (name: string, script: string) =>
    writeFileSync(join(machine, 'usr/bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  stand('sudo', 'while [ "$1" = -u ]; do shift 2; done; exec "$@"');
  stand('id', '[ "$1" = -un ] && echo callboard || echo 1000');
  stand(
    'install',
    'for a; do shift; case "$a" in root|callboard) continue;; -o|-g) continue;; esac; set -- "$@" "$a"; done; exec /usr/bin/install "$@"',
  );
  const here = (text: string) =>
    text
      .replaceAll(
        /(?<![\w.])\/(etc\/(?:callboard|caddy|systemd)|var\/(?:lib|backups)\/callboard|usr\/local\/bin)/g,
        `${machine}/$1`,
      )
      .replaceAll('/opt/callboard', root)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  const path = [
    join(machine, 'usr/bin'),
    join(machine, 'usr/local/bin'),
    dirname(process.execPath),
    process.env.PATH,
  ].join(delimiter);
  const env = { PATH: path, HOME: machine };
  const type = (command: string) => promisify(execFile)('sh', ['-euc', here(command)], { cwd: machine, env });

  let running: ReturnType<typeof spawn> | undefined;
  const said = join(machine, 'said');
  const log = openSync(said, 'a');
  onTestFailed(() => console.error(readFileSync(said, 'utf8')));
  /** What systemd does with the unit, as far as the unit says it. */
  const start = () => {
    const unit = readFileSync(join(machine, 'etc/systemd/system/callboard.service'), 'utf8');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const [, settings = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
    const set = Array.from(
      readFileSync(here(settings), 'utf8').matchAll(/^(\w+)=(.*)$/gm),
      ([, name = '', value = '']) => [name, value],
    );
    const [program = '', ...args] = here(command).split(' ');
    running = spawn(program, args, {
      env: { ...env, ...Object.fromEntries(set), PORT: String(port) },
      stdio: ['ignore', log, log],
    });
  };
  const stop = async () => {
    const [child] = [running];
    running = undefined;
    if (!child) return undefined;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  onTestFinished(async () => void (await stop()));

  for (const command of commandsUnder('With systemd')) {
    const program = programOf(command);
    // The packages and pages are here, and fetching them is another test's
    if (/systemctl enable/.test(command)) start();
    else if (!elsewhere.test(program) && !command.includes('bin/setup.mjs')) await type(command);
    // The unit and the settings name the machine's folders
    const settings = join(machine, 'etc/callboard.env');
    if (program === 'tee' && existsSync(settings)) writeFileSync(settings, here(readFileSync(settings, 'utf8')));
    const script = join(machine, 'usr/local/bin/callboard');
    if (program === 'install' && existsSync(script))
      writeFileSync(script, here(readFileSync(script, 'utf8')), { mode: 0o755 });
  }
  const backups = join(machine, 'var/backups/callboard');
  expect(existsSync(join(backups, 'by-hand.zip'))).toBe(true);
  expect(readFileSync(join(machine, 'etc/caddy/Caddyfile'), 'utf8')).toContain(`reverse_proxy 127.0.0.1:${port}`);
  expect(await stop()).toBe(0);

  const [leave = '', pack = '', ...arrive] = commandsUnder('Moving house');
  expect(leave).toContain('systemctl stop');
  await type(pack);
  // Another machine has nothing yet
  const empty = join(machine, 'var/lib/callboard');
  await promisify(execFile)('sh', ['-euc', 'rm -rf "$1" && mkdir -m 0700 "$1"', 'sh', empty]);
  for (const command of arrive) await (/systemctl/.test(command) ? start() : type(command));
  const [ready = ''] = commandsUnder('With systemd').filter((command) => programOf(command) === 'curl');
  expect(JSON.parse((await type(ready)).stdout)).toEqual({ status: 'ready' });
}, 180_000);

test('the image and the unit start the program with what is said of them', () => {
  const image = read('Dockerfile');
  expect(image.match(/^FROM /gm)).toHaveLength(2);
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/readyz/);
  // Else npm fetches what only tests need, though it was asked to take something away
  expect(image).toMatch(/npm uninstall .*--omit=dev/);
  for (const [, file = ''] of image.matchAll(/^COPY (?!--)(.*) \S+$/gm)) {
    for (const one of file.split(' '))
      expect({ one, there: existsSync(join(root, one)) }).toEqual({ one, there: true });
  }
  // What the program reads beside its source
  const needed = globSync('src/**/server/**/*.ts', { cwd: root }).flatMap((file) =>
    Array.from(read(file).matchAll(/new URL\('[./]+\/(docs\/[^']*?)\/?',/g), ([, path = '']) => path),
  );
  expect(needed).toContain('docs/handbook');
  for (const path of needed) {
    expect(image).toContain(`COPY ${path} `);
    expect(read('.dockerignore')).toContain(`\n!${path}\n`);
  }
  const compose = read('compose.yml');
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'condition: service_healthy'])
    expect(compose).toContain(line);
  // Each setting that it passes on is one that the program reads
  const passed = Array.from(compose.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name).filter(
    (name) => !['DOMAIN', 'UPSTREAM'].includes(name),
  );
  const known = read('src/config.ts');
  expect(passed.filter((name) => !known.includes(`  ${name}: `))).toEqual([]);
});

test('with what the page has in .env, both processes get settings that the program takes, and find what they name', () => {
  const compose = read('compose.scale.yml');
  const [, page = ''] = read('docs/self-hosting.md').split('\n## More than one process\n');
  const [, ini = ''] = /```ini\n([\s\S]*?)```/.exec(page) ?? [];
  const given = new Map(
    Array.from(ini.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value || 'f'.repeat(64)]),
  );
  // Whatever the file can't do without is on the page
  const needed = Array.from(compose.matchAll(/\$\{(\w+):\?/g), ([, name = '']) => name);
  expect(needed.length).toBeGreaterThan(4);
  expect(needed.filter((name) => !given.has(name))).toEqual([]);

  const [shared = '', services = ''] = compose.split('\nservices:\n');
  const settings = Object.fromEntries(
    Array.from(shared.matchAll(/^ {4}([A-Z_]+): (.*)$/gm), ([, name = '', value = '']) => [
      name,
      value.replaceAll(/"/g, '').replaceAll(/\$\{(\w+)[^}]*\}/g, (_, wanted) => given.get(wanted) ?? ''),
    ]),
  );
  const known = read('src/config.ts');
  expect(Object.keys(settings).filter((name) => !known.includes(`  ${name}: `))).toEqual([]);
  const config = readConfig({ ...settings, NODE_ENV: 'production' });
  refusePlainHttp(config);
  expect(config).toMatchObject({ publicUrl: 'https://players.example', backupDir: '/backups', demo: false });

  const store = read('deploy/garage.toml');
  expect(store).toContain(`s3_region = "${config.s3?.region}"`);
  expect(store).toContain(`api_bind_addr = "[::]:${new URL(config.s3?.endpoint ?? '').port}"`);
  expect(services).toContain(`GARAGE_DEFAULT_BUCKET: ${config.s3?.bucket}\n`);
  expect(services).toContain(`POSTGRES_DB: ${new URL(config.databaseUrl).pathname.slice(1)}\n`);
  for (const { hostname } of [new URL(config.s3?.endpoint ?? ''), new URL(config.databaseUrl)])
    expect(services).toContain(`\n  ${hostname}:\n`);
  const balancer = read('deploy/Caddyfile.scale');
  const [, asked = ''] = /reverse_proxy (.*) \{/.exec(balancer) ?? [];
  for (const upstream of asked.split(' '))
    expect(services).toContain(`  ${upstream.replace(':3000', '')}:\n    <<: *site\n`);
  const [, health = ''] = /health_uri (\S+)/.exec(balancer) ?? [];
  expect(read('src/platform/server/http/health.ts')).toContain(`fastify.get('${health}'`);
  // Only the balancer is reached from outside, and each process has a folder of its own
  expect(services.match(/^ {4}ports:/gm)).toHaveLength(1);
  const folders = Array.from(services.matchAll(/"(data-\d):\/data"/g), ([, name]) => name);
  expect(new Set(folders).size).toBe(asked.split(' ').length);
  for (const [, file = ''] of compose.matchAll(/- \.\/(\S+?):/g)) expect(existsSync(join(root, file))).toBe(true);
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) expect(shared).toContain(line);
});
