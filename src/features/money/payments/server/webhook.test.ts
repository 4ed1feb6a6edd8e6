import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { createTemporaryFolder, onEachEngine } from '#tests/support/site/engines.ts';
import {
  createTestClient,
  createTill,
  listenForEvents,
  listLedgerAndSquareEntries,
} from '#tests/support/society/square.ts';
import { buildApp } from '../../../../app.ts';
import { defineExternalRefundCheckJob, listOpenExternalRefunds, postExternalRefund } from './external-refunds.ts';
import { createChargeIntent, createRefundIntent, getRefundableAmount } from './intents.ts';
import { reconcileWithProvider } from './reconcile.ts';
import { defineIntentRefreshJob } from './refresh-intent.ts';
import { listUnsettledRefusedRefunds, settleRefusedRefund } from './refunds.ts';
import { submitIntent } from './submit-intent.ts';

const front = loadBuiltFrontend(join(import.meta.dirname, '../../../../../dist'));

/** Starts a site that receives events from the practice provider. */
async function siteOf(db: Database) {
  const till = await createTill(db);
  const { paymentProvider, clock, practice } = till;
  const storage = createDiskStorage(createTemporaryFolder());
  const app = await buildApp({ db, storage, frontend: await front, dataKey, clock, paymentProvider, maxDelayMs: 0 });
  onTestFinished(() => app.close());
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}/hooks/square`;
  practice.subscribe({ address }, 'when told');
  const where = { environment: 'practice' as const, locationId: paymentProvider.locationId, at: clock().toISOString() };
  const open = (id: string) =>
    write(db, (tx) =>
      createChargeIntent(
        tx,
        {
          about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
          ...{ subject: id, attempt: 'first', userId: null, pence: 2500, note: '' },
          source: { token: 'cnon:card-nonce-ok' },
        },
        { ...where, id },
      ),
    );
  const work = () =>
    runDueJobs({ db, clock, work: [defineIntentRefreshJob(till), defineExternalRefundCheckJob(till)] });
  const intents = () =>
    db.read.selectFrom('payment_intent').select(['id', 'status', 'fee']).orderBy('kind').orderBy('id').execute();
  const looks = async () =>
    (await db.read.selectFrom('job').select('key').where('due', '<=', where.at).execute()).length;
  return { till, app, open, work, intents, looks, where };
}

onEachEngine('events delivered five times and in reverse order trigger one refresh each', async ({ db }) => {
  const { till, open, work, intents, looks, where } = await siteOf(db);
  await open('answered');
  await submitIntent(till, 'answered');
  await open('unanswered');
  till.practice.faults.next('POST /v2/payments', 'stall after', 4);
  await submitIntent(till, 'unanswered');
  expect(await intents()).toMatchObject([
    { id: 'answered', status: 'settled', fee: null },
    { id: 'unanswered', status: 'open' },
  ]);
  expect(new Set(await till.practice.events.deliver({ times: 5, backwards: true }))).toEqual(new Set([200]));
  // Each of the two payments has two events: it was created and updated
  expect(await looks()).toBe(4);
  await work();
  expect(await intents()).toEqual([
    { id: 'answered', status: 'settled', fee: 60 },
    { id: 'unanswered', status: 'settled', fee: 60 },
  ]);

  const refund = { chargeId: 'answered', attempt: 'first', pence: 1000, reason: '' };
  await write(db, (tx) => createRefundIntent(tx, refund, { ...where, id: 'refund' }));
  await submitIntent(till, 'refund');
  await till.practice.events.deliver({ times: 5, backwards: true });
  await work();
  expect((await intents()).map(({ status }) => status)).toEqual(['settled', 'settled', 'settled']);
  expect((await till.recorded()).sort()).toEqual([
    'refunded answered 1000',
    'settled answered 2500',
    'settled unanswered 2500',
  ]);
});

onEachEngine(
  'an event that isn’t signed by Square, or isn’t about this site’s payments, changes nothing',
  async ({ db }) => {
    const { till, app, open, looks } = await siteOf(db);
    await open('ann');
    await submitIntent(till, 'ann');
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

    // The payment below wasn't made on this site, but its event is signed
    till.practice.subscribe({ address: addressOf(app) }, 'when told');
    await till.practice.events.deliver();
    const before = await looks();
    await createTestClient(till.practice).payments.create({
      idempotencyKey: 'bar',
      sourceId: 'cnon:card-nonce-ok',
      amountMoney: { amount: 350n, currency: 'GBP' },
    });
    expect(await till.practice.events.deliver()).toEqual([200, 200]);
    expect(await looks()).toBe(before);
  },
);

onEachEngine('an event about an external refund or dispute makes the site look it up at Square', async ({ db }) => {
  const { till, open, work } = await siteOf(db);
  const { dashboard, events, journal } = till.practice;
  await open('ann');
  await submitIntent(till, 'ann');
  const payment = journal.all('payment')[0]?.id ?? '';
  const refund = dashboard.refund(payment, { pence: 500 });
  const dispute = dashboard.openDispute(payment, { pence: 2000 });
  expect(new Set(await events.deliver({ times: 3, backwards: true }))).toEqual(new Set([200]));
  // The content of events isn't trusted
  journal.put('refund', refund.id, { ...refund, amount_money: { amount: 700, currency: 'GBP' } });
  await work();
  const found = async () =>
    (await listOpenExternalRefunds(db.read, 'practice'))
      .map(({ kind, pence, state }) => `${kind} ${pence} ${state}`)
      .sort();
  expect(await found()).toEqual(['dispute 2000 EVIDENCE_REQUIRED', 'refund 700 COMPLETED']);
  dashboard.setDisputeState(dispute.id, 'WON');
  await events.deliver();
  await work();
  expect(await found()).toEqual(['refund 700 COMPLETED']);
});

onEachEngine('a pending refund that the bank rejects is declined, and can be settled once', async ({ db }) => {
  const { till, open, work, where } = await siteOf(db);
  const { dashboard, events, faults } = till.practice;
  await open('ann');
  await submitIntent(till, 'ann');
  faults.holdsRefunds = true;
  const refund = { chargeId: 'ann', attempt: 'refund 1', pence: 2500, reason: '' };
  await write(db, (tx) => createRefundIntent(tx, refund, { ...where, id: 'refund' }));
  expect(await submitIntent(till, 'refund')).toMatchObject({ status: 'open' });
  dashboard.rejectRefund(till.practice.journal.all('refund')[0]?.id ?? '');
  await events.deliver();
  await work();
  expect(await listUnsettledRefusedRefunds(db.read, 'practice')).toMatchObject([
    { id: 'refund', declined_because: 'REJECTED' },
  ]);
  const [settle, other] = await Promise.all(
    ['cash', 'cash'].map(() =>
      write(db, (tx) => settleRefusedRefund(tx, till, 'refund', { how: 'cash', reason: '', by: null, at: where.at })),
    ),
  );
  expect([settle, other].filter((one) => one === undefined)).toHaveLength(1);
  expect(await listUnsettledRefusedRefunds(db.read, 'practice')).toEqual([]);
  const entries = await db.read.selectFrom('entry').select(['amount', 'source']).where('kind', '=', 'refund').execute();
  expect(entries).toEqual([{ amount: -2500, source: 'cash' }]);
  expect(await getRefundableAmount(db.read, 'ann')).toBe(0);
});

onEachEngine('an event that is replayed after it was processed changes nothing', async ({ db }) => {
  const { till, app, open, work, where } = await siteOf(db);
  const { heard, to } = await listenForEvents();
  till.practice.subscribe({ address: addressOf(app), to }, 'when told');
  await open('ann');
  await submitIntent(till, 'ann');
  const payment = till.practice.journal.all('payment')[0]?.id ?? '';
  till.practice.dashboard.refund(payment, { pence: 500 });
  await till.practice.events.deliver();
  const replay = async () => {
    for (const { body, signature } of heard) {
      const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature };
      const answer = await fetch(addressOf(app), { method: 'POST', body, headers });
      expect(answer.status).toBe(200);
    }
    await work();
  };
  await replay();
  const [found] = await listOpenExternalRefunds(db.read, 'practice');
  await write(db, (tx) => postExternalRefund(tx, till, found?.id ?? '', { at: where.at, ends: false, by: null }));
  const all = async () => ({
    intents: await db.read.selectFrom('payment_intent').selectAll().orderBy('id').execute(),
    entries: await db.read.selectFrom('entry').selectAll().orderBy('id').execute(),
    external: await db.read.selectFrom('external_refund').selectAll().orderBy('id').execute(),
    jobs: await db.read.selectFrom('job').selectAll().orderBy('kind').orderBy('key').execute(),
    recorded: await till.recorded(),
  });
  const before = await all();
  expect(before.entries.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  await replay();
  expect(await all()).toEqual(before);
});

onEachEngine(
  'running at the same time, the webhook and the nightly comparison record everything once',
  async ({ db }) => {
    const { till, open, work, where } = await siteOf(db);
    const { dashboard, events, faults, journal } = till.practice;
    await open('ann');
    await submitIntent(till, 'ann');
    const payment = journal.all('payment')[0]?.id ?? '';
    // Three cases: our own refund, which the bank completes later; a refund made in the dashboard; and a dispute
    faults.holdsRefunds = true;
    const refund = { chargeId: 'ann', attempt: 'refund 1', pence: 1000, reason: '' };
    await write(db, (tx) => createRefundIntent(tx, refund, { ...where, id: 'refund' }));
    await submitIntent(till, 'refund');
    dashboard.completeRefund(journal.all('refund')[0]?.id ?? '');
    const made = dashboard.refund(payment, { pence: 500 });
    const dispute = dashboard.openDispute(payment, { pence: 300 });
    till.at('2026-11-22T04:10:00.000Z');
    await events.deliver({ times: 2 });
    await Promise.all([reconcileWithProvider(till), work(), reconcileWithProvider(till), work()]);
    const found = await listOpenExternalRefunds(db.read, 'practice');
    expect(found.map(({ provider_id }) => provider_id).sort()).toEqual([made.id, dispute.id].sort());
    dashboard.setDisputeState(dispute.id, 'LOST');
    const record = async () => {
      for (const { id } of found) {
        await write(db, (tx) => postExternalRefund(tx, till, id, { at: where.at, ends: false, by: null }));
      }
    };
    await events.deliver({ times: 2 });
    await Promise.all([reconcileWithProvider(till), work(), record(), reconcileWithProvider(till), record(), work()]);
    await record();
    expect(await listOpenExternalRefunds(db.read, 'practice')).toEqual([]);
    const { books, square } = await listLedgerAndSquareEntries(till);
    expect(books).toEqual([...square, `refund ${dispute.id} -300`].sort());
    expect((await till.recorded()).sort()).toEqual([
      'refunded ann 1000',
      'refunded ann 300',
      'refunded ann 500',
      'settled ann 2500',
    ]);
    const differences = await db.read.selectFrom('payment_difference').select('what').execute();
    expect(differences).toEqual([]);
  },
);

const addressOf = ({ fastify }: Awaited<ReturnType<typeof buildApp>>) =>
  `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/hooks/square`;
