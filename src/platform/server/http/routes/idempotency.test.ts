import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { createTemporaryFolder, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { createRefusalCounter } from '../../audit/index.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { newId } from '../../crypto/ids.ts';
import { type Database, write } from '../../database/index.ts';
import { queueJob } from '../../jobs/job-store.ts';
import { createDiskStorage } from '../../storage/disk-storage.ts';
import { refuse } from '../errors/http-error.ts';
import { type AccessRule, anonymousVisitor, everyone } from '../request/visitor.ts';
import { createRouteRegistry } from '../route-registry.ts';
import { createServer } from '../server.ts';
import { ok } from './call.ts';
import { deleteOldResponses } from './idempotency.ts';

const members: AccessRule = { name: 'members', members: true, allows: ({ signedIn }) => signedIn };
const pay = declareCall('POST', '/pay/:plan', {
  body: z.object({ pence: z.coerce.number() }),
  answers: { 200: z.object({ id: z.string(), note: z.string() }) },
  once: true,
});
const hello = declareCall('POST', '/hello', { body: z.object({ words: z.string() }), once: true });
const careless = declareCall('POST', '/careless', { once: true });

/** Starts a site that takes money from visitors, whom it identifies by a cookie, and that greets everybody. */
async function tillOf(db: Database, { failing = 0, note = '' } = {}) {
  const fastify = await createServer({ log: 'silent', https: false, dev: false, maxDelayMs: 0 });
  const nothing = async () => ({}) as never;
  const registry = createRouteRegistry(fastify, {
    ...{
      encryption: createEncryption('nobody guesses that these are tests'),
      refusals: createRefusalCounter(),
      db,
      home: () => '',
    },
    errorRecorder: { record: () => {} },
    consumeMessageLimit: async () => ({ waitMs: 0 }),
    ...{ storage: createDiskStorage(createTemporaryFolder()), clock: () => new Date('2026-11-21T12:00:00.000Z') },
    visitorOf: async ({ cookies }) => {
      const id = cookies.read('user') ?? '';
      return { ...anonymousVisitor, signedIn: id !== '', id };
    },
    ...{ loginPage: nothing, passwordPage: nothing, siteOf: nothing, documentOf: nothing },
    ...{
      timeZoneOf: async () => 'Europe/London',
      nextPublication: async () => undefined,
      getExternalRevision: () => 0,
    },
    ...{ publicUrl: 'https://players.example', cacheBytes: 1_000_000 },
  });
  let fails = failing;
  registry.call(pay, { access: members }, async ({ body: { pence }, params, now, once: doOnce }) => {
    const id = newId();
    return doOnce(async (tx) => {
      await queueJob(tx, { kind: 'charge', key: id, payload: { pence }, due: now, at: now });
      if (pence > 5000) refuse(409, 'That is more than anybody pays.');
      if (fails-- > 0) throw new Error('killed between');
      return ok(`Paid for ${params.plan}.`, { id, note });
    });
  });
  registry.call(hello, { access: everyone }, ({ now, once: doOnce }) => {
    const id = newId();
    return doOnce(async (tx) => {
      await queueJob(tx, { kind: 'greet', key: id, due: now, at: now });
      return ok('Hello.');
    });
  });
  registry.call(careless, { access: everyone }, () => ok('Done, in whatever way.'));
  await fastify.ready();
  onTestFinished(() => fastify.close());
  const send = async (
    key: string | undefined,
    { url = '/pay/adult', body = { pence: 1200 } as object, user = 'ann' } = {},
  ) => {
    const cookie = user === '' ? {} : { cookie: `__Host-user=${user}` };
    const headers = { ...cookie, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const { statusCode, body: text } = await fastify.inject({ method: 'POST', url, payload: body, headers });
    return { status: statusCode, answer: JSON.parse(text) };
  };
  return { send, registry };
}

const jobs = async (db: Database) => (await db.read.selectFrom('job').selectAll().execute()).length;
const stored = (db: Database) => db.read.selectFrom('first_answer').selectAll().execute();
const key = '8e03978e-40d5-43dd-bc93-6894a57f9324';

onEachEngine(
  'twenty simultaneous requests with one key to two processes pay once and get the same response',
  async ({ db, place }) => {
    const here = await tillOf(db);
    const there = await tillOf(await openTestDatabase(place));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).send(key)));
    expect(await jobs(db)).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.answer).toMatchObject({ code: 200, msg: 'Paid for adult.', id: expect.any(String) });
  },
);

onEachEngine(
  'requests with twelve idempotency keys, each sent three times in mixed order, make twelve payments',
  async ({ db, place }) => {
    const here = await tillOf(db);
    const there = await tillOf(await openTestDatabase(place));
    // The order is mixed, but the same in each run
    const presses = Array.from({ length: 36 }, (_, n) => ({ of: `${key}-${(n * 7) % 12}`, at: (n * 5) % 11 }));
    const byKey = new Map<string, Set<string>>();
    await Promise.all(
      presses.map(async ({ of, at }) => {
        const { status, answer } = await (at % 2 ? here : there).send(of);
        expect(status).toBe(200);
        byKey.set(of, (byKey.get(of) ?? new Set()).add(answer.id));
      }),
    );
    expect(byKey.size).toBe(12);
    expect([...byKey.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(await jobs(db)).toBe(12);
  },
);

onEachEngine('a failed or refused call runs again under the same key', async ({ db }) => {
  const { send } = await tillOf(db, { failing: 1 });
  expect(await send(key)).toMatchObject({ status: 500 });
  expect(await send(key, { body: { pence: 9900 } })).toMatchObject({ status: 409 });
  expect(await send(key, { body: {} })).toMatchObject({ status: 400 });
  expect([await jobs(db), await stored(db)]).toEqual([0, []]);
  expect(await send(key)).toMatchObject({ status: 200 });
  expect(await jobs(db)).toBe(1);
});

onEachEngine('an idempotency key can be reused by another user or call, but not for changed input', async ({ db }) => {
  const { send } = await tillOf(db);
  const { answer: first } = await send(key);
  const refused = { status: 422, answer: { code: 422, msg: expect.stringContaining('the same key') } };
  expect(await send(key, { body: { pence: 1300 } })).toMatchObject(refused);
  expect(await send(key, { url: '/pay/child' })).toMatchObject(refused);
  expect(await jobs(db)).toBe(1);
  expect(await send(`"${key}"`)).toEqual({ status: 200, answer: first });
  const { answer: bens } = await send(key, { user: 'ben' });
  expect(bens.id).not.toBe(first.id);
  expect(await send(key, { user: '' })).toMatchObject({ status: 401 });
  const greeting = { url: '/hello', body: { words: 'Hi' } };
  for (const user of ['ann', '', '']) expect(await send(key, { ...greeting, user })).toMatchObject({ status: 200 });
  expect(await jobs(db)).toBe(4);
});

onEachEngine('calls without a key run every time, and an invalid key is refused', async ({ db }) => {
  const { send } = await tillOf(db);
  for (const none of [undefined, undefined, '']) expect(await send(none)).toMatchObject({ status: 200 });
  expect(await jobs(db)).toBe(3);
  for (const wrong of ['short', 'x'.repeat(65), `"${key}`, `${key} ${key}`, `${key}é`]) {
    expect(await send(wrong), wrong).toMatchObject({ status: 400 });
  }
  expect([await jobs(db), await stored(db)]).toEqual([3, []]);
});

onEachEngine(
  'a repeated call increases the revision once, a huge response fails, and an old stored response is deleted',
  async ({ db }) => {
    const { send } = await tillOf(db);
    const sales = () => db.revision(['sales']);
    const before = await sales();
    for (let n = 0; n < 3; n++) await send(key);
    expect(await sales()).toBe(before + 1);
    const large = await tillOf(db, { note: 'x'.repeat(2_000_000) });
    expect(await large.send(`${key}-large`)).toMatchObject({ status: 500 });
    expect(await jobs(db)).toBe(1);
    await write(db, (tx) => deleteOldResponses(tx, '2026-11-21T12:00:00.000Z'));
    expect(await stored(db)).toMatchObject([{ user_id: 'ann', call: 'POST /pay/:plan', key }]);
    await write(db, (tx) => deleteOldResponses(tx, '2026-11-21T12:00:00.001Z'));
    expect(await stored(db)).toEqual([]);
  },
);

onEachEngine('a user’s oldest responses are deleted once there are more than a thousand', async ({ db }) => {
  const { send } = await tillOf(db);
  const old = { call: 'POST /pay/:plan', sent_hash: '', answer: '{}' };
  await write(db, (tx) =>
    tx
      .insertInto('first_answer')
      .values(
        Array.from({ length: 2000 }, (_, n) => {
          const answered_at = `2026-11-20T12:00:00.${String(n % 1000).padStart(3, '0')}Z`;
          return { ...old, user_id: n < 1000 ? 'ann' : 'ben', key: `${key}-${n % 1000}`, answered_at };
        }),
      )
      .execute(),
  );
  expect(await send(key)).toMatchObject({ status: 200 });
  const byUser = Map.groupBy(await stored(db), ({ user_id }) => user_id);
  expect([byUser.get('ann')?.length, byUser.get('ben')?.length]).toEqual([1000, 1000]);
  const anns = byUser.get('ann')?.map((row) => row.key);
  expect([anns?.includes(`${key}-0`), anns?.includes(`${key}-1`), anns?.includes(key)]).toEqual([false, true, true]);
});

onEachEngine(
  'a user’s oldest responses are deleted once their total exceeds ten million characters',
  async ({ db }) => {
    const { send } = await tillOf(db);
    const old = {
      user_id: 'ann',
      call: 'POST /pay/:plan',
      sent_hash: '',
      answer: JSON.stringify('x'.repeat(1_900_000)),
    };
    const earlier = Array.from({ length: 6 }, (_, n) => ({
      ...old,
      key: `${key}-${n}`,
      answered_at: `2026-11-20T12:00:00.00${n}Z`,
    }));
    await write(db, (tx) => tx.insertInto('first_answer').values(earlier).execute());
    expect(await send(key)).toMatchObject({ status: 200 });
    const kept = (await stored(db)).map((row) => row.key).sort();
    expect(kept).toEqual([key, ...earlier.slice(1).map((row) => row.key)].sort());
  },
);

onEachEngine('a `once` call that doesn’t use once(), or that returns data to everyone, fails', async ({ db }) => {
  const { send, registry } = await tillOf(db);
  expect(await send(undefined, { url: '/careless', body: {} })).toMatchObject({ status: 500 });
  const private_ = declareCall('POST', '/private', { answers: { 200: z.object({ secret: z.string() }) }, once: true });
  expect(() =>
    registry.call(private_, { access: everyone }, ({ once: doOnce }) =>
      doOnce(async () => ok('Here.', { secret: '' })),
    ),
  ).toThrow('more than a message');
});

onEachEngine(
  'repeating a killed call runs it again, or returns the stored response if it had committed',
  async ({ db, place }) => {
    const { send } = await tillOf(db);
    for (const when of ['before', 'after'] as const) {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'pay-and-stop.child.ts'), JSON.stringify({ place, when, key: `${key}-${when}` })],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stdout, 'data');
      expect(await jobs(db)).toBe(when === 'before' ? 0 : 2);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const { status, answer } = await send(`${key}-${when}`);
      expect([status, answer.msg]).toEqual([
        200,
        when === 'before' ? 'Paid for adult.' : 'Paid by the killed process.',
      ]);
      expect(await jobs(db)).toBe(when === 'before' ? 1 : 2);
    }
  },
);
