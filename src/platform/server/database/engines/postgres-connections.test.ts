import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createEmptyPlace, createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { type Cluster, runInPostgres, startPostgres } from '#tests/support/site/postgres.ts';
import { startSite } from '#tests/support/site/site.ts';
import { DatabaseUnavailableError, write } from '../index.ts';
import { createKysely, createPostgresPools } from './postgres-connections.ts';

async function serverOfItsOwn(): Promise<Cluster> {
  // Committed data must survive `down`, which stops the server as a power cut would
  const cluster = await startPostgres({ synchronous_commit: 'on' });
  onTestFinished(cluster.stop);
  return cluster;
}

const message = { name: 'Ann', contact: 'ann@players.example', subject: 'Other', message: 'Is there a matinee?' };

test('a write that loses its database is refused, and later writes succeed', async () => {
  const cluster = await serverOfItsOwn();
  const db = await openTestDatabase({ url: cluster.url, file: '' });
  const put = (name: string) => write(db, (tx) => tx.insertInto('setting').values({ name, value: '' }).execute());
  await put('before');
  const cutOff = write(db, async (tx) => {
    await tx.insertInto('setting').values({ name: 'half', value: '' }).execute();
    await cluster.down();
    await tx.insertInto('setting').values({ name: 'done', value: '' }).execute();
  });
  await expect(cutOff).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(db.checkReady()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(db.revision()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(db.read.selectFrom('setting').selectAll().execute()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(put('meanwhile')).rejects.toBeInstanceOf(DatabaseUnavailableError);

  await cluster.up();
  await db.checkReady();
  await put('after');
  const names = await db.read.selectFrom('setting').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['after', 'before']);
});

test('a connection that an administrator ends during a write is reported as unavailable', async () => {
  const cluster = await serverOfItsOwn();
  const db = await openTestDatabase({ url: cluster.url, file: '' });
  const cutOff = write(db, async (tx) => {
    await tx.insertInto('setting').values({ name: 'half', value: '' }).execute();
    const { read } = await openTestDatabase({ url: cluster.url, file: '' });
    const inTransaction = sql`from pg_stat_activity where state = 'idle in transaction'`;
    await sql`select pg_terminate_backend(pid) ${inTransaction}`.execute(read);
    await expect.poll(async () => (await sql`select pid ${inTransaction}`.execute(read)).rows).toEqual([]);
    await tx.insertInto('setting').values({ name: 'done', value: '' }).execute();
  });
  await expect(cutOff).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(await db.read.selectFrom('setting').selectAll().execute()).toEqual([]);
});

test('a database without a free connection is reported as unavailable for that reason', async () => {
  const cluster = inject('postgres');
  await runInPostgres(cluster, `create role visitor login password 'secret' connection limit 0`);
  onTestFinished(() => runInPostgres(cluster, 'drop role visitor'));
  const { href } = Object.assign(new URL(cluster), { username: 'visitor', password: 'secret' });
  const { readers } = await createPostgresPools(href, 2000);
  const refused = sql`select 1`.execute(createKysely(readers, ''));
  await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(refused).rejects.toThrow('The database has no free connection.');
});

test('a database that stops responding is reported as unavailable, and tried again', async () => {
  const cluster = await serverOfItsOwn();
  const address = new URL(cluster.url);
  const to = { host: address.hostname, port: Number(address.port) };
  const pairs: [Socket, Socket][] = [];
  let isSilent = false;
  const line = createServer((here) => {
    const there = connect(to);
    pairs.push([here, there]);
    for (const end of [here, there]) end.on('error', () => {});
    if (!isSilent) here.pipe(there).pipe(here);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  onTestFinished(() => {
    line.close();
    for (const end of pairs.flat()) end.destroy();
  });
  address.port = String((line.address() as AddressInfo).port);
  const db = await openTestDatabase({ url: address.href, file: '', patience: 2000 });
  const before = await db.revision();

  isSilent = true;
  for (const [here, there] of pairs) {
    here.unpipe(there);
    there.unpipe(here);
  }
  await expect(db.checkReady()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  // These queries wait for as long as the operating system allows
  const waiting = Array.from({ length: 9 }, () => db.read.selectFrom('setting').selectAll().execute());
  for (const one of waiting) one.catch(() => undefined);
  for (const _ of [1, 2]) await expect(db.revision()).rejects.toBeInstanceOf(DatabaseUnavailableError);

  isSilent = false;
  for (const [here, there] of pairs) here.pipe(there).pipe(here);
  expect(await db.revision()).toBe(before);
  await db.checkReady();
  await Promise.allSettled(waiting);
});

test('the site serves cached pages while its database is unavailable, and recovers by itself', async () => {
  const cluster = await serverOfItsOwn();
  const site = await startSite({ dataDir: createTemporaryFolder(), env: { DEMO: '0', DATABASE_URL: cluster.url } });
  onTestFinished(site.stop);
  const request = async (path: string, options?: RequestInit) => {
    const answer = await fetch(site.url + path, options);
    return { status: answer.status, body: await answer.text(), headers: answer.headers };
  };
  const post = (to = '/api/contact') =>
    request(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) });
  const shown = await request('/past-shows');
  expect(shown.status).toBe(200);
  expect((await post()).status).toBe(200);

  const underWay = Promise.all(Array.from({ length: 40 }, (_, at) => request(`/past-shows?q=word${at}`)));
  await cluster.down();
  expect((await underWay).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);

  expect((await request('/past-shows')).body).toBe(shown.body);
  const page = await request('/search?q=hamlet');
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(page.headers.get('content-type')).toMatch('text/html');
  expect(page.body).toContain('The site can’t reach its records just now. Wait a minute, then try again.');
  expect(JSON.parse((await request('/search?q=hamlet&react')).body)).toMatchObject({ type: 'error', code: 503 });
  const refused = await post();
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(JSON.parse(refused.body)).toEqual({
    code: 503,
    msg: 'The site can’t reach its records just now. Wait a minute, then try again.',
  });
  const members = await request('/members/dashboard', { headers: { cookie: 'session=somebody' } });
  expect(members.status).toBe(503);
  expect((await request('/healthz')).status).toBe(200);
  expect((await request('/readyz')).status).toBe(503);

  await cluster.up();
  expect((await request('/readyz')).status).toBe(200);
  expect((await request('/search?q=hamlet')).status).toBe(200);
  expect((await post()).status).toBe(200);
  expect(() => process.kill(site.pid, 0)).not.toThrow();
  const db = await openTestDatabase({ url: cluster.url, file: '' });
  expect(await db.read.selectFrom('inbox_message').select('name').execute()).toHaveLength(2);
});

test('a repeated statement is prepared once and survives a schema change by another process', async () => {
  const place = await createEmptyPlace('postgres');
  const db = await openTestDatabase(place);
  const put = (value: string) =>
    write(db, async (tx) => {
      await tx
        .insertInto('setting')
        .values({ name: 'about', value })
        .onConflict((on) => on.column('name').doUpdateSet({ value }))
        .execute();
      return tx.selectFrom('setting').selectAll().where('name', '=', 'about').execute();
    });
  const read = () => db.read.selectFrom('setting').selectAll().where('value', '<>', '').execute();
  for (const value of ['first', 'second']) expect(await put(value)).toMatchObject([{ name: 'about', value }]);
  for (const _ of [1, 2]) expect(await read()).toMatchObject([{ name: 'about', value: 'second' }]);
  await db.read.selectFrom('setting').selectAll().where('name', 'in', ['asked', 'only', 'once']).execute();
  const statements = async (text: string) =>
    (await sql`select from pg_prepared_statements where strpos(statement, ${text}) > 0`.execute(db.read)).rows.length;
  expect([
    await statements('from "setting" where "value"'),
    await statements('from "setting" where "name" in'),
  ]).toEqual([1, 0]);

  await runInPostgres(place.url ?? '', 'alter table setting add column extra text');
  // The write runs in a transaction, which the error ends. The read runs outside a transaction
  expect(await put('third')).toMatchObject([{ name: 'about', value: 'third', extra: null }]);
  expect(await read()).toMatchObject([{ name: 'about', value: 'third', extra: null }]);
});

test('a prepared statement that violates a constraint fails with the database’s error code', async () => {
  const db = await openTestDatabase(await createEmptyPlace('postgres'));
  const put = () => write(db, (tx) => tx.insertInto('setting').values({ name: 'about', value: '' }).execute());
  await put();
  for (const _ of [1, 2, 3]) await expect(put()).rejects.toMatchObject({ code: '23505' });
});
