import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertHttps, parseConfig } from '../../src/config.ts';
import { createTemporaryFolder } from '../support/site/engines.ts';
import {
  createMachine,
  getProgram,
  listCommandsUnder,
  parseLiteralSettings,
  readRepositoryFile,
  repositoryRoot,
  skippedPrograms,
} from '../support/site/self-hosting.ts';
import { findFreePort } from '../support/site/site.ts';

test('the self-hosting page names only programs that these tests run or that need a network, root or another machine', () => {
  const headings = Array.from(
    readRepositoryFile('docs/self-hosting.md').matchAll(/^## (.+)$/gm),
    ([, heading = '']) => heading,
  );
  const programs = headings.flatMap(listCommandsUnder).map(getProgram);
  expect(programs.length).toBeGreaterThan(40);
  const run = new Set(programs.filter((program) => !skippedPrograms.test(program)));
  expect([...run].sort()).toEqual(['callboard', 'curl', 'install', 'rm', 'tee']);
});

/** Settings that are valid for the site but that a shell would change. */
const awkward = {
  SMTP_URL: "smtps://site:it's$$(id)&`id`*~@mail.example:465",
  METRICS_TOKEN: "forty characters; & $HOME, (a) 'b' # c  d",
};

test('the systemd instructions set up a site, add a font, make a backup, restore it and move the site', async () => {
  const port = await findFreePort();
  const here = (text: string, folder: string) =>
    text
      .replaceAll(
        /(?<![\w.])\/(etc\/(?:callboard|caddy|systemd)|var\/(?:lib|backups)\/callboard|usr\/(?:local\/bin|share\/fonts))/g,
        `${folder}/$1`,
      )
      .replaceAll('/usr/local/lib/node_modules/callboard', repositoryRoot)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  const { machine, env, type } = createMachine(here);
  const settings = join(machine, 'etc/callboard.env');
  const script = join(machine, 'usr/local/bin/callboard');
  const debianFonts = join(machine, 'usr/share/fonts/truetype/noto');
  mkdirSync(debianFonts, { recursive: true });
  copyFileSync(join(repositoryRoot, 'tests/support/fonts/hebrew.ttf'), join(debianFonts, 'NotoSansHebrew-Bold.ttf'));

  let running: ReturnType<typeof spawn> | undefined;
  const said = join(machine, 'said');
  const log = openSync(said, 'a');
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.error(readFileSync(said, 'utf8'));
  });
  /** Starts the service with the unit's settings, as systemd would. */
  const start = () => {
    const unit = readFileSync(join(machine, 'etc/systemd/system/callboard.service'), 'utf8');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const [, file = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
    const set = parseLiteralSettings(readFileSync(here(file, machine), 'utf8'));
    const [program = '', ...args] = here(command, machine).split(' ');
    running = spawn(program, args, { env: { ...env, ...set, PORT: String(port) }, stdio: ['ignore', log, log] });
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
  /** Runs the page's commands. Does the work of systemd here, and skips commands that need root or a network. */
  const follow = async (commands: string[]) => {
    for (const command of commands) {
      const program = getProgram(command);
      if (/systemctl (stop|restart) callboard/.test(command)) {
        // If the signal arrives before the program listens for it, the program ends by that signal and not with 0
        if (running) await isReady();
        expect(await stop()).toBe(0);
      }
      if (/systemctl (enable|start|restart)/.test(command)) start();
      if (!skippedPrograms.test(program)) await type(command);
      // Stands in for the installation, which `npm run test:release` tests with a real release
      if (program === 'npm' && !existsSync(script)) symlinkSync(join(repositoryRoot, 'bin/callboard.mjs'), script);
      // Adds settings that a shell would change, and replaces the folders in the file by those of the imitated machine
      if (program === 'tee' && command.includes('callboard.env')) {
        const ours = Object.entries(awkward).map(([name, value]) => `${name}=${value}\n`);
        const theirs = readFileSync(settings, 'utf8').replace(/^SMTP_URL=.*\n/m, '');
        writeFileSync(settings, here(`# Ours\n\n${theirs}${ours.join('')}`, machine));
      }
    }
  };
  const [ask = ''] = listCommandsUnder('With systemd').filter((command) => getProgram(command) === 'curl');
  const isReady = async () => expect(JSON.parse((await type(ask)).stdout)).toEqual({ status: 'ready' });

  await follow(listCommandsUnder('With systemd'));
  const backups = join(machine, 'var/backups/callboard');
  expect(existsSync(join(backups, 'by-hand.zip'))).toBe(true);
  expect(readFileSync(join(machine, 'etc/caddy/Caddyfile'), 'utf8')).toContain(`reverse_proxy 127.0.0.1:${port}`);
  await follow(listCommandsUnder('Posters in other scripts'));
  await isReady();
  expect(existsSync(join(machine, 'var/lib/callboard/fonts/NotoSansHebrew-Bold.ttf'))).toBe(true);
  // The site would name a font that it can't use
  expect(readFileSync(said, 'utf8')).not.toContain('NotoSansHebrew-Bold.ttf');
  await follow(listCommandsUnder('Upgrading'));
  expect(globSync('before-*.zip', { cwd: backups })).toHaveLength(1);
  await type(`rm ${backups}/before-*.zip`);

  await follow(listCommandsUnder('From a clone to a release').filter((command) => !command.includes('doctor')));
  await isReady();

  // Adds `--yes`, because there is no terminal here in which to answer the question
  await follow(listCommandsUnder('Restoring').map((command) => command.replace(/(callboard restore .*)/, '$1 --yes')));
  await isReady();
  expect(globSync('before-restore-*.zip', { cwd: backups })).toHaveLength(1);

  const moving = listCommandsUnder('Moving to another server');
  const arrival = moving.findIndex((command) => /~\/moving\.zip \/var/.test(command));
  await follow(moving.slice(0, arrival));
  // Another machine has only the files that were copied there
  for (const folder of ['var/lib/callboard', 'var/backups/callboard'])
    await type(`rm -rf ${machine}/${folder} && mkdir -m 0700 ${machine}/${folder}`);
  await follow(moving.slice(arrival));
  await isReady();
});

test('a new version that isn’t built yet tells the unprivileged site user what to type', () => {
  const program = createTemporaryFolder();
  chmodSync(program, 0o755);
  for (const folder of ['bin', 'src', 'docs/handbook/pictures']) mkdirSync(join(program, folder), { recursive: true });
  for (const file of globSync('bin/*.mjs', { cwd: repositoryRoot }))
    copyFileSync(join(repositoryRoot, file), join(program, file));
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const needs = (packages: object) => {
    chmodSync(program, 0o755);
    writeFileSync(join(program, 'package-lock.json'), JSON.stringify({ packages }));
    chmodSync(program, 0o555);
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
    const { status, stderr } = spawnSync(process.execPath, ['bin/run.mjs', 'start'], { cwd: program, env, ...nobody });
    expect({ status, says: stderr.toString() }).toEqual({
      status: 1,
      says: expect.stringContaining(`(sudo node ${join(program, 'bin/setup.mjs')})`),
    });
  };
  needs({ 'node_modules/new': { version: '1.0.0' } });
  // All packages are installed, but nothing is built
  chmodSync(program, 0o755);
  mkdirSync(join(program, 'node_modules'));
  writeFileSync(join(program, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  needs({});
  chmodSync(program, 0o755);
});

test('the image contains all that the program reads, and compose.yml passes on only settings that exist', () => {
  const image = readRepositoryFile('Dockerfile');
  expect(image.match(/^FROM /gm)).toHaveLength(2);
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/readyz/);
  // Without this option, npm would fetch the tests' packages, although it was told to remove packages
  expect(image).toMatch(/npm uninstall .*--omit=dev/);
  for (const [, file = ''] of image.matchAll(/^COPY (?!--)(.*) \S+$/gm)) {
    for (const one of file.split(' '))
      expect({ one, there: existsSync(join(repositoryRoot, one)) }).toEqual({ one, there: true });
  }
  // Files that the program reads in addition to its source
  const needed = globSync('src/**/server/**/*.ts', { cwd: repositoryRoot }).flatMap((file) =>
    Array.from(readRepositoryFile(file).matchAll(/new URL\('[./]+\/(docs\/[^']*?)\/?',/g), ([, path = '']) => path),
  );
  expect(needed).toContain('docs/handbook');
  for (const path of needed) {
    expect(image).toContain(`COPY ${path} `);
    expect(readRepositoryFile('.dockerignore')).toContain(`\n!${path}\n`);
  }
  // Node needs AF_NETLINK to list the machine's addresses, which Fastify requests if HOST is 0.0.0.0
  const [, families = ''] =
    /^RestrictAddressFamilies=(.*)$/m.exec(readRepositoryFile('deploy/callboard.service')) ?? [];
  expect(families.split(' ')).toEqual(['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK']);
  const compose = readRepositoryFile('compose.yml');
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'condition: service_healthy'])
    expect(compose).toContain(line);
  // compose.yml passes on only settings that the program reads
  const passed = Array.from(compose.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name).filter(
    (name) => !['DOMAIN', 'UPSTREAM'].includes(name),
  );
  const known = readRepositoryFile('src/config.ts');
  expect(passed.filter((name) => !known.includes(`  ${name}: `))).toEqual([]);
});

test('the documented .env gives both processes valid settings, and everything they refer to exists', () => {
  const compose = readRepositoryFile('compose.scale.yml');
  const [, page = ''] = readRepositoryFile('docs/self-hosting.md').split('\n## More than one process\n');
  const [, ini = ''] = /```ini\n([\s\S]*?)```/.exec(page) ?? [];
  const given = new Map(
    Array.from(ini.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value || 'f'.repeat(64)]),
  );
  // The page gives every setting that compose.yml requires
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
  const declared = readRepositoryFile('src/config.ts');
  const isTaken = (name: string) =>
    declared.includes(`  ${name}: `) ||
    readRepositoryFile('src/platform/server/program/program.ts').includes(`process.env.${name} `);
  expect(Object.keys(settings).filter((name) => !isTaken(name))).toEqual([]);
  const config = parseConfig({ ...settings, NODE_ENV: 'production' });
  assertHttps(config);
  expect(config).toMatchObject({ publicUrl: 'https://players.example', backupDir: '/backups', demo: false });

  const store = readRepositoryFile('deploy/garage.toml');
  expect(store).toContain(`s3_region = "${config.s3?.region}"`);
  expect(store).toContain(`api_bind_addr = "[::]:${new URL(config.s3?.endpoint ?? '').port}"`);
  expect(services).toContain(`GARAGE_DEFAULT_BUCKET: ${config.s3?.bucket}\n`);
  expect(services).toContain(`POSTGRES_DB: ${new URL(config.databaseUrl).pathname.slice(1)}\n`);
  for (const { hostname } of [new URL(config.s3?.endpoint ?? ''), new URL(config.databaseUrl)])
    expect(services).toContain(`\n  ${hostname}:\n`);
  const balancer = readRepositoryFile('deploy/Caddyfile.scale');
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(balancer) ?? [];
  for (const upstream of upstreams.split(' '))
    expect(services).toContain(`  ${upstream.replace(':3000', '')}:\n    <<: *site\n`);
  const [, health = ''] = /health_uri (\S+)/.exec(balancer) ?? [];
  expect(readRepositoryFile('src/platform/server/http/server.ts')).toContain(`'${health}'`);
  // Only the balancer can be reached from outside, and each process has its own folder
  expect(services.match(/^ {4}ports:/gm)).toHaveLength(1);
  const folders = Array.from(services.matchAll(/"(data-\d):\/data"/g), ([, name]) => name);
  expect(new Set(folders).size).toBe(upstreams.split(' ').length);
  for (const [, file = ''] of compose.matchAll(/- \.\/(\S+?):/g))
    expect(existsSync(join(repositoryRoot, file))).toBe(true);
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) expect(shared).toContain(line);
});

test.each(['compose.yml', 'compose.scale.yml'])(
  '%s has IPv6 on its network, so the site sees visitors’ own addresses',
  (file) => {
    const [, networks = ''] = /^networks:\n((?: +.*\n)+)/m.exec(readRepositoryFile(file)) ?? [];
    expect(networks).toMatch(/^ {2}default:\n {4}enable_ipv6: true\n/);
    // Docker before version 27 can't choose IPv6 addresses by itself
    const [, subnet = ''] = /subnet: "([^"]+)"/.exec(networks) ?? [];
    expect(subnet).toMatch(/^fd[0-9a-f:]+::\/64$/);
  },
);
