import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/server/database/index.ts';
import { version } from '#platform/server/program/program.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { compileCache, findFreePort, startSite } from '#tests/support/site/site.ts';
import { seedDemo } from './demo/seed.ts';
import { migrations } from './migrations/index.ts';

const house = join(import.meta.dirname, '..');

/** Starts the program like `npm start`, optionally as another user, and waits for it to end. */
async function runUntilExit(env: Record<string, string>, user: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, ['dist/program/main.js'], {
    cwd: house,
    env: { ...compileCache, PATH: process.env.PATH ?? '', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += piece;
    });
  const [code] = await once(child, 'exit');
  return { code, output: output.trim() };
}

const countLines = (output: string) => output.split('\n').length;

test('a port in use is reported in one sentence with advice', async () => {
  const port = await findFreePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { code, output } = await runUntilExit({ PORT: String(port), DATA_DIR: createTemporaryFolder() });
  expect({ code, output }).toEqual({
    code: 1,
    output: `Port ${port} is in use: stop the other program, or set PORT to another number.`,
  });
});

test('a data folder that can’t be created is reported in one line', async () => {
  const folder = createTemporaryFolder();
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const inAFile = await runUntilExit({ DATA_DIR: join(file, 'data') });
  expect(inAFile).toMatchObject({ code: 1, output: expect.stringMatching(/DATA_DIR/) });
  expect(countLines(inAFile.output)).toBe(1);
});

test('a data folder that the user may not write to is reported in one line', async () => {
  const folder = createTemporaryFolder();
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(folder, 0o755);
  chmodSync(locked, 0o555);
  // Root may write anywhere, so the program runs as another user.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { code, output } = await runUntilExit({ DATA_DIR: locked }, nobody);
  expect(code).toBe(1);
  expect(output).toMatch(/DATA_DIR/);
  expect(countLines(output)).toBe(1);
});

test('an unreachable database is reported in one line without its password, and a wrong password in one line', async () => {
  const port = await findFreePort();
  const down = await runUntilExit({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/x` });
  expect(down.code).toBe(1);
  expect(down.output).toMatch(/DATABASE_URL/);
  expect(down.output).not.toMatch(/hunter2/);
  expect(countLines(down.output)).toBe(1);
  const wrong = await runUntilExit({ DATABASE_URL: inject('postgres').replace(/:[^:@]+@/, ':wrong@') });
  expect(wrong.code).toBe(1);
  expect(countLines(wrong.output)).toBe(1);
});

test('a file that isn’t a database is refused and left unchanged', async () => {
  const dataDir = createTemporaryFolder();
  const file = join(dataDir, 'callboard.sqlite');
  writeFileSync(file, 'Dear diary, today we opened.\n'.repeat(500));
  const { code, output } = await runUntilExit({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(countLines(output)).toBe(1);
  expect(readFileSync(file, 'utf8')).toMatch(/^Dear diary/);
});

test('a database of a newer version is refused in one line naming both versions and the restore command', async () => {
  const dataDir = createTemporaryFolder();
  const file = join(dataDir, 'callboard.sqlite');
  await (await openDatabase({ file }, migrations)).close();
  new BetterSqlite(file)
    .exec("insert into migration values ('9999-props', '2031-01-01T00:00:00.000Z', '99.1.0')")
    .close();
  const { code, output } = await runUntilExit({ DATA_DIR: dataDir, CALLED_AS: 'sudo callboard {}' });
  expect(code).toBe(1);
  expect(output).toBe(
    `The database file ${file} was written by Callboard 99.1.0, and this is Callboard ${version}: install 99.1.0 or a later version, or restore the backup that was made before the upgrade with “sudo callboard restore FILE.zip”. Nothing was changed.`,
  );
});

test('an invalid setting is reported with its expected form, and an unusable HOST in one line', async () => {
  const { code, output } = await runUntilExit({ PORT: 'lots' });
  expect(code).toBe(1);
  expect(output).toMatch(/PORT should be a whole number/);
  const nowhere = await runUntilExit({ HOST: 'no..where', PORT: '0', DATA_DIR: createTemporaryFolder() });
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringMatching(/^HOST isn’t an address of this machine/) });
  expect(countLines(nowhere.output)).toBe(1);
});

test('a real site with an http address refuses to start, and asks for the https address', async () => {
  const { code, output } = await runUntilExit({ NODE_ENV: 'production', PUBLIC_URL: 'http://players.example' });
  expect(code).toBe(1);
  expect(output).toMatch(/PUBLIC_URL must be the https address/);
});

test('the demo, whose passwords are public, refuses to start with real card payments', async () => {
  const square = {
    ...{ SQUARE_ENVIRONMENT: 'production', SQUARE_ACCESS_TOKEN: 'token', SQUARE_APPLICATION_ID: 'application' },
    ...{ SQUARE_LOCATION_ID: 'location', SQUARE_WEBHOOK_SIGNATURE_KEY: 'key' },
  };
  await expect(startSite({ env: { DEMO: '1', ...square } })).rejects.toThrow('SQUARE_ENVIRONMENT=sandbox');
});

test('a site that has answered requests exits without an error when it is stopped', async () => {
  const site = await startSite({ env: { DEMO: '0' } });
  const answers = Promise.all(Array.from({ length: 20 }, () => fetch(`${site.url}/past-shows`)));
  const statuses = (await answers).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { pid } = site;
  await site.stop();
  expect(() => process.kill(pid, 0)).toThrow();
  expect(site.printed()).not.toMatch(/error/i);
});

test('a site that stops while a mail server is silent exits in time and keeps the email', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const dataDir = createTemporaryFolder();
  // The demo's data includes somebody who gets an email about the message sent below. The demo's pictures aren't drawn,
  // to save time
  const db = await openTestDatabase({ file: join(dataDir, 'callboard.sqlite') });
  await seedDemo(db, new Date());
  const site = await startSite({ dataDir, env: { DEMO: '0', SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const connected = once(silent, 'connection');
  const sent = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ann', contact: 'ann@example.org', subject: 'Other', message: 'Hello' }),
  });
  expect(sent.status).toBe(200);
  await connected;
  await site.stop();
  // The site stopped within ten seconds. Otherwise the attempt to send the email would have failed by itself, and the
  // failure would have been recorded
  const mails = await db.read
    .selectFrom('job')
    .select(['status', 'attempts', 'last_error'])
    .where('kind', '=', 'mail')
    .execute();
  expect(mails).toEqual([{ status: 'waiting', attempts: 1, last_error: '' }]);
});

test('the access log has the route and status of a request, without visitor or query', async () => {
  const folder = join(import.meta.filename, 'backups');
  const site = await startSite({ env: { DEMO: '0', NODE_ENV: 'production', ALLOW_HTTP: '1', BACKUP_DIR: folder } });
  expect(site.printed()).toContain(`Backups can’t be made in ${folder} (ENOTDIR): set BACKUP_DIR to a folder that`);
  await fetch(`${site.url}/past-shows?q=Margaret`, { headers: { cookie: 'session=secret', 'user-agent': 'Phone' } });
  await fetch(`${site.url}/nowhere/Margaret`);
  for (let time = 0; time < 3; time += 1) await fetch(`${site.url}/about-us?q=Margaret`);
  await site.stop();
  const lines = site
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', route: '/past-shows', status: 200 }));
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', route: 'unknown', status: 404 }));
  // Repeated requests for a cached page are logged too, each with its own id
  const repeated = lines.filter(({ route }) => route === '/about-us');
  expect(repeated.map(({ method, status, msg }) => ({ method, status, msg }))).toEqual(
    Array.from({ length: 3 }, () => ({ method: 'GET', status: 200, msg: 'answered' })),
  );
  expect(new Set(repeated.map(({ request }) => request)).size).toBe(3);
  expect(site.printed()).not.toMatch(/Margaret|secret|Phone|remote/);
});

test('no request can add a line of its own to the log', async () => {
  const site = await startSite({ env: { DEMO: '0', NODE_ENV: 'production', ALLOW_HTTP: '1' } });
  const line = '\n{"level":60,"msg":"forged","status":200}\n';
  const written = encodeURIComponent(line);
  const headers = { 'x-request-id': written, 'user-agent': written, referer: `${site.url}/${written}` };
  await fetch(`${site.url}/past-shows?q=${written}`, { headers });
  await fetch(`${site.url}/nowhere/${written}`, { headers });
  await fetch(`${site.url}/%zz${written}`, { headers });
  const typed = { email: `ann${line}@example.org`, password: line };
  const post = (body: string, type: string) =>
    fetch(`${site.url}/members`, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
  await post(JSON.stringify(typed), 'application/json');
  await post(`{"email":${line}`, 'application/json');
  await post(line, 'text/plain');
  await site.stop();
  const answers = site
    .printed()
    .split('\n')
    .filter((one) => one.startsWith('{'))
    .map((one) => JSON.parse(one));
  expect(answers.filter(({ msg }) => msg === 'answered').length).toBeGreaterThanOrEqual(6);
  expect(site.printed()).not.toContain('forged');
  // Bad requests from strangers are not logged as errors of the site
  expect(answers.filter(({ level }) => level >= 50)).toEqual([]);
});

test('an error that nobody catches names the place in the sources and ends the site with code 1', async () => {
  const file = join(createTemporaryFolder(), 'stray.cjs');
  const stack = `Error: stray\\n    at x (file://${house}/dist/program/program.js:1:30000)`;
  writeFileSync(file, `setTimeout(() => { throw Object.assign(new Error('stray'), { stack: '${stack}' }); }, 3000);`);
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: createTemporaryFolder(),
    NODE_OPTIONS: `--require ${file}`,
  };
  const { code, output } = await runUntilExit(env);
  expect(code).toBe(1);
  expect(output).toMatch(/Error: stray\n {4}at x \((?:src|node_modules)\//);
});
