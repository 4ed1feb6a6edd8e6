import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../support/site/engines.ts';
import { startSite } from '../support/site/site.ts';

const root = join(import.meta.dirname, '..', '..');

test('the built site serves its pages, and every file to which the built program refers exists', async () => {
  const site = await startSite();
  onTestFinished(() => site.stop());
  const get = async (path: string) => (await fetch(`${site.url}${path}`)).text();
  const { shows } = JSON.parse(await get('/past-shows?react')) as {
    shows: { title: string; author: string; programme: string }[];
  };
  const drawn = shows.find(({ programme }) => programme.startsWith('/posters/'));
  expect(await get(drawn?.programme ?? '')).toContain('</svg>');
  expect(await get('/past-shows')).toContain(shows[0]?.title);
  expect(await get('/api/openapi.json')).toContain('"openapi"');
  expect(await get('/healthz')).toContain(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);

  const built = globSync('dist/{program,entries}/*.js', { cwd: root }).map((file) => ({
    file: pathToFileURL(join(root, file)),
    text: readFileSync(join(root, file), 'utf8'),
  }));
  const requested = built.flatMap(({ file, text }) => [
    ...Array.from(
      text.matchAll(/new URL\(`([^`$]+)`,new URL\(`([^`]+)`,import\.meta\.url\)/g),
      ([, path = '', source = '']) => new URL(path, new URL(source, file)),
    ),
    ...Array.from(
      text.matchAll(/new URL\(`(\.\.\/entries\/[^`]+)`,import\.meta\.url\)/g),
      ([, path = '']) => new URL(path, file),
    ),
  ]);
  expect(requested.filter(({ pathname }) => pathname.includes('/dist/entries/')).length).toBeGreaterThan(7);
  expect(requested.length).toBeGreaterThan(12);
  expect(requested.filter((url) => !existsSync(url)).map(({ pathname }) => pathname)).toEqual([]);
  // The built program may refer to no TypeScript, because Node doesn't run it in packages that npm has installed
  const sources = built.flatMap(({ text }) => text.match(/new URL\(`\.\/[^`]+\.ts`/g) ?? []);
  expect(sources).toEqual([]);
}, 120_000);

test('every command is built, and the built restore command runs', () => {
  const commands = ['admin', 'backup', 'doctor', 'export', 'import', 'messages', 'offsite', 'restore'];
  expect(commands.filter((command) => !existsSync(join(root, `dist/entries/${command}.js`)))).toEqual([]);
  const env = { ...process.env, CALLED_AS: 'callboard {}' };
  const { stderr } = spawnSync(process.execPath, [join(root, 'dist/entries/restore.js')], { encoding: 'utf8', env });
  expect(stderr).toContain('callboard restore');
}, 120_000);

test('the pages’ scripts are built without zod, which would try to use eval and add 83 kB', () => {
  const scripts = globSync('dist/browser/assets/*.js', { cwd: root });
  expect(scripts.length).toBeGreaterThan(50);
  const hasSchemas = (file: string) => readFileSync(join(root, file), 'utf8').includes('__zod_globalConfig');
  expect(scripts.filter(hasSchemas)).toEqual([]);
});

test('the built program starts without packages that only some sites and requests need', () => {
  const files = ['main.js', 'program.js'].map((name) => readFileSync(join(root, 'dist/program', name), 'utf8'));
  const imported = files.flatMap((text) =>
    Array.from(text.matchAll(/\bimport(?:[\w$*{},\s]+from)?"([^"]+)";/g), ([, name = '']) => name),
  );
  expect(imported).toContain('fastify');
  // An import of `node:http` would load Node's fetch (src/platform/server/program/node-http.ts)
  const onDemand = 'node:http bidi-js harfbuzzjs htmlparser2 libheif-js nodemailer pg sanitize-html yazl'.split(' ');
  expect(imported.filter((from) => onDemand.some((name) => from === name || from.startsWith(`${name}/`)))).toEqual([]);
});

test('a request to the payment provider doesn’t load Node’s fetch, which takes 15 MB', async () => {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const module = pathToFileURL(join(root, 'dist/program/modules/platform/server/outgoing/trusted-fetch.js')).href;
  const program = `
    const origin = 'http://127.0.0.1:${port}';
    const { createTrustedFetch } = await import('${module}');
    const { status } = await createTrustedFetch({ origin, isIdempotent: () => true })(new URL('/v2/payments', origin));
    const isLoaded = process.moduleLoadList.some((name) => name.endsWith('deps/undici/undici'));
    console.log(status, isLoaded);
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  await once(child, 'close');
  expect(printed).toBe('200 false\n');
});

test('pictures are opened and drawn only in separate processes, whose memory is returned', () => {
  const loadsSharp = (folder: string) =>
    globSync(`dist/${folder}/*.js`, { cwd: root }).filter((file) =>
      /(?:\bfrom"sharp"|\bimport\(`sharp`\))/.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(loadsSharp('program')).toEqual([]);
  expect(loadsSharp('entries').length).toBeGreaterThan(2);
});

test('a test that imports a server module gets that module from the built program', async () => {
  const built = await import(pathToFileURL(join(root, 'dist/program/modules/app.js')).href);
  expect((await import('../../src/app.ts')).buildApp).toBe(built.buildApp);
});

test('a command called through a symbolic link works like the original', () => {
  const folder = createTemporaryFolder();
  const checkout = join(folder, 'checkout');
  for (const file of globSync('bin/*.mjs', { cwd: root })) cpSync(join(root, file), join(checkout, file));
  writeFileSync(join(checkout, 'said.mjs'), "console.error('opened')");
  symlinkSync(checkout, join(folder, 'link'));
  const says = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(folder, 'link', 'bin', file), ...args], { encoding: 'utf8' }).stderr.trim();
  expect(says('open.mjs', 'said.mjs')).toBe('opened');
  expect(says('setup.mjs')).toMatch(/has no package-lock\.json/);
});
