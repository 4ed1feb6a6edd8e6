import { join } from 'node:path';
import { expect } from 'vitest';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { type Database, withSnapshot, write } from '#platform/server/database/index.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import {
  createEmptyPlace,
  createTemporaryFolder,
  onEachEngine,
  openTestDatabase,
} from '#tests/support/site/engines.ts';
import { createTestClient, createTill, listLedgerAndSquareEntries } from '#tests/support/society/square.ts';
import { migrations } from '../../../../migrations/index.ts';
import { countOpenDifferences, setPaymentDismissed } from './differences.ts';
import { createChargeIntent, createRefundIntent } from './intents.ts';
import { queueReconciliation, reconcileWithProvider, reconciliationJobKind } from './reconcile.ts';
import { submitIntent } from './submit-intent.ts';

const differences = (db: Database) =>
  db.read
    .selectFrom('payment_difference')
    .select(['provider_id', 'what', 'ours', 'theirs', 'cleared_at'])
    .orderBy('what')
    .execute();

async function charged(till: Awaited<ReturnType<typeof createTill>>, id: string) {
  const { locationId } = till.paymentProvider;
  await write(till.db, (tx) =>
    createChargeIntent(
      tx,
      {
        about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
        ...{ subject: id, attempt: 'first', userId: null, pence: 2500, note: '' },
        source: { token: 'cnon:card-nonce-ok' },
      },
      { id, environment: 'practice', locationId, at: till.clock().toISOString() },
    ),
  );
  await submitIntent(till, id);
  const intent = await till.db.read
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return intent.provider_id;
}

onEachEngine(
  'if Square’s list matches ours, no difference is recorded, and missing fees are filled in',
  async ({ db }) => {
    const till = await createTill(db);
    for (const id of ['ann', 'bob', 'cat']) await charged(till, id);
    const refund = { chargeId: 'ann', attempt: 'first', pence: 1000, reason: '' };
    const at = till.clock().toISOString();
    await write(db, (tx) => createRefundIntent(tx, refund, { id: 'refund', environment: 'practice', at }));
    await submitIntent(till, 'refund');
    till.practice.faults.next('POST /v2/payments', 'stall after', 4);
    await charged(till, 'dan');
    till.at('2026-11-22T04:10:00.000Z');
    await reconcileWithProvider(till);
    expect(await differences(db)).toEqual([]);
    const intents = await db.read.selectFrom('payment_intent').select(['status', 'fee']).orderBy('kind').execute();
    const { books, square } = await listLedgerAndSquareEntries(till);
    expect(books).toEqual(square);
    expect(intents).toEqual([...Array(4).fill({ status: 'settled', fee: 60 }), { status: 'settled', fee: null }]);
  },
);

onEachEngine(
  'after a restore, payments since the backup are found at the next start',
  async ({ db, engine, place }) => {
    const path = join(createTemporaryFolder(), 'backup.zip');
    const storage = createDiskStorage(createTemporaryFolder());
    const source = { storage, secret: '', version: '0.1.0', now: '2026-11-21T11:00:00.000Z' };
    await withSnapshot(place, (snapshot) => writeBackup(path, { ...source, snapshot }));
    const till = await createTill(db);
    const since = await charged(till, 'ann');

    const restoredPlace = await createEmptyPlace(engine);
    const backup = await openBackup(path);
    await restoreBackup(backup, { storage, place: restoredPlace, migrations });
    backup.close();
    const restored = await openTestDatabase(restoredPlace);
    const now = '2026-11-21T14:00:00.000Z';
    till.at(now);
    await write(restored, (tx) => queueReconciliation(tx, now));
    const work = defineScheduledJob(
      { kind: reconciliationJobKind, name: 'Comparing payments', schedule: { every: 'day', at: '04:10' } },
      () => reconcileWithProvider({ ...till, db: restored }),
    );
    await runDueJobs({ db: restored, clock: till.clock, work: [work] });
    expect(await differences(restored)).toEqual([
      { provider_id: since, what: 'unknown here', ours: null, theirs: 2500, cleared_at: null },
    ]);
  },
);

onEachEngine('a difference is listed for the treasurer until both lists agree', async ({ db }) => {
  const till = await createTill(db);
  const { journal } = till.practice;
  const [missing, other] = [await charged(till, 'ann'), await charged(till, 'bob')];
  const [first, second] = [journal.get('payment', missing), journal.get('payment', other)];
  if (!first || !second) throw new Error('They weren’t charged');
  journal.put('payment', missing, { ...first, location_id: 'elsewhere' });
  journal.put('payment', other, { ...second, amount_money: { amount: 2600, currency: 'GBP' } });
  // Somebody was charged a second time for a settled subject
  const { payment: again } = await createTestClient(till.practice).payments.create({
    idempotencyKey: 'again',
    referenceId: 'ann',
    sourceId: 'cnon:card-nonce-ok',
    amountMoney: { amount: 350n, currency: 'GBP' },
  });
  till.at('2026-11-22T04:10:00.000Z');
  await reconcileWithProvider(till);
  await reconcileWithProvider(till);
  const found = [
    { provider_id: other, what: 'amount', ours: 2500, theirs: 2600, cleared_at: null },
    { provider_id: again?.id, what: 'unknown here', ours: null, theirs: 350, cleared_at: null },
    { provider_id: missing, what: 'unknown there', ours: 2500, theirs: null, cleared_at: null },
  ];
  expect(await differences(db)).toEqual(found);

  // Somebody has dismissed the payment as not ours
  const unknown = await db.read
    .selectFrom('payment_difference')
    .select('id')
    .where('what', '=', 'unknown here')
    .executeTakeFirstOrThrow();
  const at = till.clock().toISOString();
  await write(db, (tx) => setPaymentDismissed(tx, { id: unknown.id, environment: 'practice' }, at));
  await reconcileWithProvider(till);
  expect(await countOpenDifferences(db.read, 'practice')).toBe(2);

  journal.put('payment', missing, first);
  journal.put('payment', other, second);
  till.at('2026-11-23T04:10:00.000Z');
  await reconcileWithProvider(till);
  expect((await differences(db)).map(({ what, cleared_at }) => [what, cleared_at])).toEqual([
    ['amount', '2026-11-23T04:10:00.000Z'],
    ['unknown here', null],
    ['unknown there', '2026-11-23T04:10:00.000Z'],
  ]);
});

onEachEngine(
  'payments at the edge of the compared period, or at a former location, are not reported as missing',
  async ({ db }) => {
    const till = await createTill(db);
    await charged(till, 'ann');
    const moved = { ...till, paymentProvider: { ...till.paymentProvider, locationId: 'the new hall' } };
    for (const moment of ['2026-12-26T11:59:59.000Z', '2026-12-26T12:00:00.000Z', '2026-12-26T12:00:01.000Z']) {
      till.at(moment);
      await reconcileWithProvider(moved);
      expect(await differences(db)).toEqual([]);
    }
  },
);

onEachEngine('no payment is reported missing while Square is unavailable', async ({ db }) => {
  const till = await createTill(db);
  await charged(till, 'ann');
  till.at('2026-11-22T04:10:00.000Z');
  till.practice.faults.next('GET /v2/payments', 503, 4);
  await expect(reconcileWithProvider(till)).rejects.toThrow();
  expect(await differences(db)).toEqual([]);
});
