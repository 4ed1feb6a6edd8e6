import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Database, writeQuietly } from '#platform/server/database/index.ts';
import { builtFrontend } from '#platform/server/http/frontend.ts';
import { doDueJobs } from '#platform/server/jobs/runner.ts';
import { diskStorage } from '#platform/server/storage/storage.ts';
import { dataKey } from '#tests/support/app.ts';
import { onEachEngine, temporaryFolder } from '#tests/support/engines.ts';
import { tillOf } from '#tests/support/square.ts';
import { buildApp } from '../../../app.ts';
import { askSquare } from './ask-square.ts';
import { openCharge, openRefund } from './intents.ts';
import { refreshingIntents } from './refresh-intent.ts';

const front = builtFrontend(join(import.meta.dirname, '../../../../dist'));

/** A site that takes events, open to the practice provider. */
async function siteOf(db: Database) {
  const till = await tillOf(db);
  const { square, clock, practice } = till;
  const storage = diskStorage(temporaryFolder());
  const app = await buildApp({ db, storage, front: await front, dataKey, clock, square, longestDelay: 0 });
  onTestFinished(() => app.close());
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}/hooks/square`;
  practice.subscribe({ address }, 'when told');
  const where = { environment: 'practice' as const, locationId: square.locationId, at: clock().toISOString() };
  const open = (id: string) =>
    writeQuietly(db, (tx) =>
      openCharge(
        tx,
        {
          about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
          ...{ subject: id, attempt: 'first', userId: null, pence: 2500, note: '' },
          source: { token: 'cnon:card-nonce-ok' },
        },
        { ...where, id },
      ),
    );
  const work = () => doDueJobs({ db, clock, work: [refreshingIntents(till)] });
  const intents = () =>
    db.read.selectFrom('payment_intent').select(['id', 'status', 'fee']).orderBy('kind').orderBy('id').execute();
  const looks = async () =>
    (await db.read.selectFrom('job').select('key').where('due', '<=', where.at).execute()).length;
  return { till, app, open, work, intents, looks, where };
}

onEachEngine('an event that comes five times and in any order is one reason to look', async ({ db }) => {
  const { till, open, work, intents, looks, where } = await siteOf(db);
  await open('answered');
  await askSquare(till, 'answered');
  await open('unanswered');
  till.practice.faults.next('POST /v2/payments', 'stall after', 4);
  await askSquare(till, 'unanswered');
  expect(await intents()).toMatchObject([
    { id: 'answered', status: 'settled', fee: null },
    { id: 'unanswered', status: 'open' },
  ]);
  expect(new Set(await till.practice.events.deliver({ times: 5, backwards: true }))).toEqual(new Set([200]));
  // Each of the two payments was created and updated
  expect(await looks()).toBe(4);
  await work();
  expect(await intents()).toEqual([
    { id: 'answered', status: 'settled', fee: 60 },
    { id: 'unanswered', status: 'settled', fee: 60 },
  ]);

  const refund = { chargeId: 'answered', attempt: 'first', pence: 1000, reason: '' };
  await writeQuietly(db, (tx) => openRefund(tx, refund, { ...where, id: 'refund' }));
  await askSquare(till, 'refund');
  await till.practice.events.deliver({ times: 5, backwards: true });
  await work();
  expect((await intents()).map(({ status }) => status)).toEqual(['settled', 'settled', 'settled']);
  expect(till.recorded.sort()).toEqual(['refunded answered 1000', 'settled answered 2500', 'settled unanswered 2500']);
});

onEachEngine('what isn’t signed by Square, or says nothing about our payments, changes nothing', async ({ db }) => {
  const { till, app, open, looks } = await siteOf(db);
  await open('ann');
  await askSquare(till, 'ann');
  const payment = till.practice.journal.all('payment')[0];
  const body = JSON.stringify({
    event_id: 'forged',
    type: 'payment.updated',
    data: { type: 'payment', id: payment?.id, object: { payment } },
  });
  for (const signature of ['', 'forged', 'A'.repeat(44)]) {
    const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature };
    const answer = await app.fastify.inject({ method: 'POST', url: '/hooks/square', payload: body, headers });
    expect(answer.statusCode).toBe(401);
  }
  expect(await looks()).toBe(0);
  till.practice.subscribe({ address: 'https://elsewhere.example/hooks/square', to: addressOf(app) }, 'when told');
  expect(new Set(await till.practice.events.deliver())).toEqual(new Set([401]));
  expect(await looks()).toBe(0);

  // Signed, and about a payment that somebody took at Square's own till
  till.practice.subscribe({ address: addressOf(app) }, 'when told');
  await till.practice.events.deliver();
  const before = await looks();
  await till.square.ask('payments.create', {
    idempotencyKey: 'bar',
    sourceId: 'cnon:card-nonce-ok',
    amountMoney: { amount: 350n, currency: 'GBP' },
  });
  expect(await till.practice.events.deliver()).toEqual([200, 200]);
  expect(await looks()).toBe(before);
});

const addressOf = ({ fastify }: Awaited<ReturnType<typeof buildApp>>) =>
  `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/hooks/square`;
