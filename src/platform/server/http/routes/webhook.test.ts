import { createHmac } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createTemporaryFolder, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { createRefusalCounter } from '../../audit/index.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { type Database, write } from '../../database/index.ts';
import { queueJob } from '../../jobs/job-store.ts';
import { createDiskStorage } from '../../storage/disk-storage.ts';
import { deleteOldWebhookEvents } from '../handlers/serve-webhook.ts';
import { anonymousVisitor } from '../request/visitor.ts';
import { createRouteRegistry } from '../route-registry.ts';
import { createServer } from '../server.ts';
import { isValidSignature } from './webhook.ts';

const key = 'what only the two of us know';
const path = '/hooks/till';
const address = `https://players.example${path}`;

/** Starts a site to which a till reports payments. Each payment creates a job. */
async function tillOf(db: Database, fail: { times: number } = { times: 0 }) {
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
    ...{
      visitorOf: () => anonymousVisitor,
      loginPage: nothing,
      passwordPage: nothing,
      siteOf: nothing,
      documentOf: nothing,
    },
    ...{
      timeZoneOf: async () => 'Europe/London',
      nextPublication: async () => undefined,
      getExternalRevision: () => 0,
    },
    ...{ publicUrl: 'https://players.example', cacheBytes: 1_000_000 },
  });
  registry.webhook(
    path,
    {
      service: 'till',
      verify: ({ body, headers, url: to }) => isValidSignature(headers['x-signature'], { key, content: [to, body] }),
      event: z.object({ event_id: z.string(), payment: z.string() }),
      getEventId: ({ event_id }) => event_id,
    },
    async (tx, { event_id, payment }, now) => {
      await queueJob(tx, { kind: 'look', key: `${payment} ${event_id}`, due: now, at: now });
      if (fail.times-- > 0) throw new Error('killed between');
    },
  );
  await fastify.ready();
  onTestFinished(() => fastify.close());
  const send = async (payload: string, some: Record<string, string> = {}) => {
    const signature = createHmac('sha256', key).update(address).update(payload).digest('base64');
    const headers = { 'content-type': 'application/json', 'x-signature': signature, ...some };
    return (await fastify.inject({ method: 'POST', url: path, payload, headers })).statusCode;
  };
  return { fastify, send, routes: registry.routes };
}

const event = (id: string, payment = 'p1') => JSON.stringify({ event_id: id, payment });
const looks = async (db: Database) =>
  (await db.read.selectFrom('job').select('key').orderBy('key').execute()).map((job) => job.key);

onEachEngine('an event is handled once, however often and in whatever order events arrive', async ({ db, place }) => {
  const here = await tillOf(db);
  const there = await tillOf(await openTestDatabase(place));
  const order = ['e2', 'e1', 'e2', 'e3', 'e1', 'e2', 'e2'];
  const answers = await Promise.all(order.map((id, n) => (n % 2 ? here : there).send(event(id))));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await looks(db)).toEqual(['p1 e1', 'p1 e2', 'p1 e3']);
});

onEachEngine(
  'an event whose handling fails is not acknowledged, and is handled when it is sent again',
  async ({ db }) => {
    const { send } = await tillOf(db, { times: 1 });
    expect(await send(event('e1'))).toBe(500);
    expect(await looks(db)).toEqual([]);
    expect(await send(event('e1'))).toBe(200);
    expect(await looks(db)).toEqual(['p1 e1']);
  },
);

onEachEngine('a request is handled only if its signature matches its bytes and URL', async ({ db }) => {
  const { send } = await tillOf(db);
  const signed = (content: string, by = key, to = address) =>
    createHmac('sha256', by).update(to).update(content).digest('base64');
  const body = event('e1');
  for (const forged of [
    '',
    'x',
    signed(body, 'another key'),
    signed(`${body} `),
    signed(body, key, 'https://other.example/hooks/till'),
    `${signed(body).slice(0, -2)}`,
  ]) {
    expect(await send(body, { 'x-signature': forged })).toBe(401);
  }
  expect(await send('', { 'x-signature': 'x' })).toBe(401);
  expect(await looks(db)).toEqual([]);
  // The bytes are verified as received, including white space
  const spaced = `{ "payment":"p1",\n"event_id" : "e1"}`;
  expect(await send(spaced)).toBe(200);
  // Any content type is accepted
  expect(await send(event('e2'), { 'content-type': 'text/plain' })).toBe(200);
  expect(await looks(db)).toEqual(['p1 e1', 'p1 e2']);
});

onEachEngine('a signed event that is invalid, too large or sent by a browser is refused', async ({ db }) => {
  const { send, fastify } = await tillOf(db);
  expect(await send('not JSON')).toBe(400);
  expect(await send('{"payment":"p1"}')).toBe(400);
  expect(await send(event('e1', 'x'.repeat(70_000)))).toBe(413);
  for (const unstorable of ['a\0b', 'a\ud800b']) {
    expect(await send(event(unstorable))).toBe(400);
    expect(await send(event('e1', unstorable))).toBe(400);
  }
  for (const browsers of [
    { cookie: 'session=abc' },
    { origin: 'https://players.example' },
    { 'sec-fetch-site': 'same-origin' },
  ]) {
    expect(await send(event('e1'), browsers)).toBe(403);
  }
  expect((await fastify.inject({ method: 'GET', url: path })).statusCode).toBe(404);
  expect(await looks(db)).toEqual([]);
});

onEachEngine('events have a rate limit of their own that does not affect visitors', async ({ db }) => {
  const { send, fastify } = await tillOf(db);
  const answers = new Map<number, number>();
  for (let n = 0; n < 1300; n++) {
    const status = await send('', { 'x-signature': 'x' });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect([...answers]).toEqual([
    [401, 1200],
    [429, 100],
  ]);
  expect((await fastify.inject({ url: '/nowhere' })).statusCode).not.toBe(429);
});

onEachEngine(
  'an event increases the revision of the data that it changes, and is deleted when it is old',
  async ({ db }) => {
    db.declareVisibility({ webhook_event: 'private', job: 'sales' });
    const { send, routes } = await tillOf(db);
    expect(routes).toMatchObject([{ kind: 'webhook', method: 'POST', path, changes: true }]);
    const before = [await db.revision(), await db.revision(['sales'])] as const;
    await send(event('e1'));
    expect([await db.revision(), await db.revision(['sales'])]).toEqual([before[0], before[1] + 1]);
    const known = () => db.read.selectFrom('webhook_event').selectAll().execute();
    await write(db, (tx) => deleteOldWebhookEvents(tx, '2026-11-21T12:00:00.000Z'));
    expect(await known()).toEqual([{ service: 'till', id: 'e1', received_at: '2026-11-21T12:00:00.000Z' }]);
    await write(db, (tx) => deleteOldWebhookEvents(tx, '2026-11-21T12:00:00.001Z'));
    expect(await known()).toEqual([]);
  },
);
