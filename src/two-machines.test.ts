// Runs one site on two machines: two processes of the real program, each with its own folder, which share one
// PostgreSQL database and one file store. The load balancer sends a visitor to either of them.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { sessionCookie } from '#features/society/accounts/server/index.ts';
import { type BusySociety, createBusySociety } from '#tests/fault-injection/society.ts';
import { createEmptyPlace, createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { buildSharedSettings } from '#tests/support/site/pair.ts';
import { buildDatabaseUrl, runInPostgres } from '#tests/support/site/postgres.ts';
import { startStandInStore } from '#tests/support/site/s3.ts';
import {
  compileCache,
  createTemporaryDataDir,
  findCommandFile,
  type RunningSite,
  startSite,
} from '#tests/support/site/site.ts';
import { demoPassword } from './demo/society/accounts.ts';

const database = `two_machines_${randomBytes(6).toString('hex')}`;
const folders = [createTemporaryDataDir(), createTemporaryDataDir()] as const;
const member = 'member@demo.example';
/** The number of places. There are so few that one visitor can take nearly all. */
const places = 4;

let society: BusySociety;
let settings: ReturnType<typeof buildSharedSettings>;
let store: Awaited<ReturnType<typeof startStandInStore>>;
let [a, b]: RunningSite[] = [];

beforeAll(async () => {
  await runInPostgres(inject('postgres'), `create database ${database} template template0 strategy file_copy`);
  const url = buildDatabaseUrl(inject('postgres'), database);
  society = await createBusySociety(folders[0], url, places);
  store = await startStandInStore();
  settings = buildSharedSettings({ url, access: store.access, secret: randomBytes(48).toString('hex') });
  // Both machines use the same practice provider, as they would use the same Square
  mkdirSync(join(folders[0], 'practice-square'));
  symlinkSync(join(folders[0], 'practice-square'), join(folders[1], 'practice-square'));
  [a, b] = await Promise.all(folders.map((dataDir) => startSite({ dataDir, env: settings })));
});

afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()]);
  await store.close();
  await runInPostgres(inject('postgres'), `drop database ${database} with (force)`);
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface RequestOptions {
  cookie?: string;
  body?: FormData | object;
  from?: string;
}

/** Sends a request to one of the machines, as the load balancer would. */
async function request(
  machine: RunningSite | undefined,
  path: string,
  { cookie, body, from = '198.18.0.1' }: RequestOptions = {},
) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${machine?.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': from,
      ...(cookie ? { cookie } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    redirect: 'manual',
  });
  const text = await response.text();
  const given = (name: string) =>
    response.headers
      .getSetCookie()
      .find((one) => one.startsWith(`${name}=`))
      ?.split(';')[0] ?? '';
  return { status: response.status, text, headers: response.headers, given };
}

const asListed = (key: string, bytes: Buffer) => `${key} ${createHash('sha256').update(bytes).digest('hex')}`;
/** Lists the files in a bucket: the key and the hash of each, sorted. */
const filesIn = (objects: typeof store.objects) =>
  [...objects]
    .filter(([key]) => key.startsWith('files/'))
    .map(([key, { bytes }]) => asListed(key, bytes))
    .sort();

/** Runs a command as npm would, while the site is running. */
function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  const folder = createTemporaryFolder();
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [findCommandFile(name), ...args],
      { env: { ...compileCache, PATH, DATA_DIR: join(folder, 'data'), ...env }, cwd: folder },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const signIn = (machine: RunningSite | undefined, password = demoPassword) =>
  request(machine, '/members', { body: { email: member, password } });

test('a session begun on one machine is valid on the other; signing out ends it on both', async () => {
  const cookie = (await signIn(a)).given(sessionCookie);
  const seen = async () => {
    const answers = [a, b].map((machine) => request(machine, '/members/dashboard?react', { cookie }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await seen()).toEqual([200, 200]);
  expect(await request(b, '/members/api/logout', { cookie, body: {} })).toMatchObject({ status: 200 });
  expect(await seen()).toEqual([401, 401]);
});

test('a change made on one machine appears at once on a page that the other has cached', async () => {
  for (const [writes, reads, title] of [
    [a, b, 'Notes from the first machine'],
    [b, a, 'Notes from the second machine'],
  ] as const) {
    for (const _ of [1, 2]) expect((await request(reads, '/blog')).text).not.toContain(title);
    const body = { title, author: 'Amy Treadwell', content: 'A cue.', publishing: 'now' };
    expect(await request(writes, '/members/api/blog/new', { cookie: society.author, body })).toMatchObject({
      status: 200,
    });
    expect((await request(reads, '/blog')).text).toContain(title);
  }
});

test('a file uploaded to one machine is served by the other until it is deleted', async () => {
  const body = new FormData();
  body.append('readers', 'public');
  body.append('files', new Blob(['The curtain rises.'], { type: 'text/plain' }), 'curtain.txt');
  const cookie = society.admin;
  const sent = await request(a, '/members/api/docs/upload', { cookie, body });
  expect(sent).toMatchObject({ status: 200 });
  const [{ id }] = JSON.parse(sent.text).files;
  const file = `/files/${id}/curtain.txt`;
  expect(await request(b, file)).toMatchObject({ status: 200, text: 'The curtain rises.' });
  const part = await fetch(`${b?.url}${file}`, { headers: { range: 'bytes=4-10' } });
  expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'curtain' });
  const deleted = await fetch(`${b?.url}/members/api/files/${id}`, { method: 'DELETE', headers: { cookie } });
  expect(deleted.status).toBe(200);
  expect(await request(a, file)).toMatchObject({ status: 404 });
  // The machine that receives the file keeps no part of it
  expect(readdirSync(join(folders[0], 'files'), { recursive: true })).toEqual(['arriving']);
});

test('seats held through one machine are unavailable on the other, and their holder can buy them there', async () => {
  const { performance_id, field } = society.wish;
  const hold = (machine: RunningSite | undefined, count: number) =>
    request(machine, '/api/tickets/hold', { body: { performance_id, [field]: `${count}` } });
  const held = await hold(a, places - 1);
  expect(held).toMatchObject({ status: 200 });
  expect(await hold(b, 2)).toMatchObject({ status: 409 });
  const cookie = held.given('basket');
  const body = { name: 'Dorothy Hollis', email: 'dot@visitors.example', card_nonce: 'cnon:card-nonce-ok' };
  const paid = await request(b, '/api/tickets/pay', { cookie, body });
  expect(paid).toMatchObject({ status: 200 });
  expect((await request(a, JSON.parse(paid.text).link, { cookie })).text).toContain('Dorothy Hollis');
  expect(await hold(a, 2)).toMatchObject({ status: 409 });
});

test('each email is sent once, although both machines run jobs', async () => {
  const db = await openTestDatabase(society.place);
  const questions = Array.from({ length: 12 }, (_, at) => `Is there a matinee on the ${at + 1}th?`);
  await Promise.all(
    questions.map((message, at) => {
      const body = { name: 'Ann', contact: 'ann@visitors.example', subject: 'Other', message };
      return request(at % 2 ? a : b, '/api/contact', { body });
    }),
  );
  const letters = () =>
    folders.flatMap((folder) =>
      readdirSync(folder).includes('mail')
        ? readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.eml'))
        : [],
    );
  const waiting = () =>
    db.read.selectFrom('job').select('key').where('kind', '=', 'mail').where('status', '<>', 'done').execute();
  /**
   * Returns the distinct numbers of times that emails were sent, so [1] if each was sent once; or a message while some
   * emails are still waiting. An earlier test's order may still add an email.
   */
  const timesSent = async () => {
    if ((await waiting()).length > 0) return 'some are waiting';
    const mails = await db.read.selectFrom('mail').select('id').execute();
    expect(mails.length).toBeGreaterThanOrEqual(questions.length);
    return [...new Set(mails.map(({ id }) => letters().filter((name) => name.includes(id)).length))];
  };
  await expect.poll(timesSent, { timeout: 120_000 }).toEqual([1]);
});

test('wrong passwords have one limit across two machines, and so do wrong promo codes', async () => {
  const guesses: number[] = [];
  for (let at = 0; at < 12; at += 1) guesses.push((await signIn(at % 2 ? a : b, `guess number ${at}`)).status);
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  expect((await signIn(a)).status).toBe(429);
  expect((await signIn(b)).status).toBe(429);

  const { performance_id, field } = society.wish;
  const held = await request(a, '/api/tickets/hold', { body: { performance_id, [field]: '1' }, from: '198.18.0.2' });
  const codes: number[] = [];
  for (let at = 0; at < 10; at += 1) {
    const guess = { cookie: held.given('basket'), body: { promo: `guess ${at}` }, from: '198.18.0.2' };
    codes.push((await request(at % 2 ? a : b, '/api/tickets/promo', guess)).status);
  }
  expect(codes).toEqual([...Array.from({ length: 8 }, () => 400), 429, 429]);
});

test('messages from one network share one limit across two machines, and other visitors have their own', async () => {
  const body = { name: 'Bob', contact: 'bob@visitors.example', subject: 'Other', message: 'Is anybody there?' };
  const send = async (at: number, from: string) =>
    (await request(at % 2 ? a : b, '/api/contact', { body: { ...body, message: `${body.message} ${at}` }, from }))
      .status;
  const answers: number[] = [];
  for (let at = 0; at < 24; at += 1) answers.push(await send(at, '198.18.0.3'));
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429, 429, 429]);
  expect(await send(24, '198.18.0.4')).toBe(200);
});

test('neither machine has logged an error during the earlier tests', () => {
  for (const site of [a, b]) expect(site?.printed()).not.toMatch(/error|fail|Consider/i);
});

test('while the file store is unavailable, files get status 503, pages work, and nothing is lost', async () => {
  const upload = () => {
    const body = new FormData();
    body.append('readers', 'public');
    body.append('files', new Blob(['Props list'], { type: 'text/plain' }), 'props.txt');
    return request(b, '/members/api/docs/upload', { cookie: society.admin, body });
  };
  const [{ id }] = JSON.parse((await upload()).text).files;
  const file = `/files/${id}/props.txt`;
  await store.goAway();
  expect(await request(a, '/readyz')).toMatchObject({
    status: 503,
    text: '{"status":"the file store is not responding"}',
  });
  // `/readyz/pages` succeeds without the file store, because a load balancer that removed all machines would make the
  // pages unavailable too
  expect(await request(a, '/readyz/pages')).toMatchObject({ status: 200 });
  const away = await request(a, file);
  expect(away.status).toBe(503);
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(away.headers.get('cache-control')).toBe('no-store');
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(JSON.parse(refused.text).msg).toMatch(/can’t reach its files/);
  expect(readdirSync(join(folders[1], 'files', 'arriving'))).toEqual([]);
  for (const path of ['/', '/tickets', '/past-shows']) expect(await request(a, path)).toMatchObject({ status: 200 });
  expect(await request(b, '/members/docs', { cookie: society.member })).toMatchObject({ status: 200 });
  await store.comeBack();
  expect(await request(a, file)).toMatchObject({ status: 200, text: 'Props list' });
  expect(await upload()).toMatchObject({ status: 200 });
  expect(await request(a, '/readyz')).toMatchObject({ status: 200 });
});

test('a backup contains the store’s files, and restores into another store or a folder', async () => {
  const folder = createTemporaryFolder();
  const zip = join(folder, 'backup.zip');
  const away = await command('backup', [join(folder, 'away.zip')], {
    ...settings,
    STORAGE_URL: 'http://127.0.0.1:1/x',
  });
  expect(away).toMatchObject({
    code: 1,
    err: 'The file store is not responding (ECONNREFUSED): check STORAGE_URL, its keys and the store.\n',
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(await command('backup', [zip], settings)).toMatchObject({ code: 0, err: '' });
  const files = () => filesIn(store.objects);
  expect(files().length).toBeGreaterThan(1);
  const occupied = await command('restore', [zip], { ...settings, DATABASE_URL: '' });
  expect(occupied).toMatchObject({ code: 1, err: expect.stringMatching(/There are already files in the store/) });

  const other = await startStandInStore();
  onTestFinished(other.close);
  const { url = '' } = await createEmptyPlace('postgres');
  const elsewhere = buildSharedSettings({ url, access: other.access, secret: settings.SECRET });
  const restored = await command('restore', [zip], { ...elsewhere, DATA_DIR: join(folder, 'elsewhere') });
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(filesIn(other.objects)).toEqual(files());

  const home = join(folder, 'home');
  expect(await command('restore', [zip], { SECRET: settings.SECRET, DATA_DIR: home })).toMatchObject({
    code: 0,
    err: '',
  });
  // Sessions aren't restored, because they may have been ended since the backup was made
  expect(await request(a, '/members/dashboard?react', { cookie: society.member })).toMatchObject({ status: 200 });
  const db = await openTestDatabase({ file: join(home, 'callboard.sqlite') });
  expect(await db.read.selectFrom('session').select('id').execute()).toEqual([]);
  const there = readdirSync(join(home, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('unsettled'))
    .map(({ name, parentPath }) => asListed(`files/${name}`, readFileSync(join(parentPath, name))));
  expect(there.sort()).toEqual(files());
});

test('a machine with another SECRET refuses to start and gives the reason', async () => {
  const opening = startSite({ dataDir: folders[1], env: { ...settings, SECRET: 'x'.repeat(64) } });
  await expect(opening).rejects.toThrow(/SECRET isn’t the one/);
});

test('stopping one machine leaves the other running', async () => {
  await a?.stop();
  expect(a?.exitCode()).toBe(0);
  expect(await request(b, '/members/dashboard?react', { cookie: society.member })).toMatchObject({ status: 200 });
  expect(await request(b, '/readyz')).toMatchObject({ status: 200 });
});
