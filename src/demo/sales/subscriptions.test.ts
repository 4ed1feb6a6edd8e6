import { expect } from 'vitest';
import { findIntent } from '#features/money/payments/server/index.ts';
import { reconcileWithProvider } from '#features/money/payments/server/reconcile.ts';
import { listSubscriptionsWithStatus, loadMemberSubscriptions } from '#features/money/subscriptions/server/index.ts';
import { onEachEngine, onSqlite } from '#tests/support/site/engines.ts';
import { createTill, listLedgerAndSquareEntries } from '#tests/support/society/square.ts';
import { seedDemo } from '../seed.ts';
import { demoSignInAccountIds } from '../society/accounts.ts';
import { buildSquareRecords } from './payments.ts';

const days = ['2026-11-21', '2026-09-01', '2027-01-31', '2028-02-29', '2026-12-02'];

onEachEngine('the demo’s ledger agrees with the payments of the practice provider', async ({ db }) => {
  const till = await createTill(db);
  const [day = ''] = days;
  till.at(`${day}T12:00:00.000Z`);
  await seedDemo(db, till.clock());
  till.practice.restore(await buildSquareRecords(db.read));
  await reconcileWithProvider(till);
  expect(await db.read.selectFrom('payment_difference').selectAll().execute()).toEqual([]);
  const { books, square } = await listLedgerAndSquareEntries(till);
  const byCard = books.filter((line) => !line.includes(' null ') && line.includes('DEMO-'));
  expect(byCard).toEqual(square);
  expect(square.length).toBeGreaterThan(120);
});

// Only the first day is tested on both engines, because the engines don't treat other dates differently
for (const [index, day] of days.entries()) {
  (index === 0 ? onEachEngine : onSqlite)(
    `on ${day} the demo has active, lapsed and cancelled subscriptions, and one in its grace period`,
    async ({ db }) => {
      const now = new Date(`${day}T12:00:00.000Z`);
      await seedDemo(db, now);
      const statuses = await listSubscriptionsWithStatus(db.read, day);
      const have = (status: string) => statuses.filter((one) => one.status === status).length;
      expect(have('active')).toBeGreaterThan(10);
      expect([have('grace'), have('lapsed')]).toEqual([1, 1]);
      expect(have('cancelled')).toBeGreaterThanOrEqual(1);
      const inGrace = statuses.find(({ status }) => status === 'grace');
      expect((inGrace?.grace_until ?? '') >= day).toBe(true);
      // Every paid year is in the ledger, and every card payment is in the list of payments
      const years = await db.read.selectFrom('subscription_year').selectAll().execute();
      for (const { entry_id, amount, source } of years) {
        const entry = await db.read
          .selectFrom('entry')
          .selectAll()
          .where('id', '=', entry_id ?? '')
          .executeTakeFirst();
        expect(entry).toMatchObject({ amount, source, kind: 'charge' });
        const intent = await findIntent(db.read, entry_id ?? '');
        expect([intent?.status, intent?.provider_id]).toEqual(
          source === 'card' ? ['settled', entry?.square_id] : [undefined, undefined],
        );
      }
    },
  );
}

onSqlite('the settings of the demo’s member show a subscription with its card and receipts', async ({ db }) => {
  const till = await createTill(db);
  await seedDemo(db, till.clock());
  const visitor = { id: demoSignInAccountIds[3] ?? '', name: 'Ruth' } as Parameters<
    typeof loadMemberSubscriptions
  >[0]['visitor'];
  const { paymentProvider } = till;
  const visit = { db: db.read, visitor, today: '2026-11-21' };
  const { active, receipts } = await loadMemberSubscriptions(visit, { paymentProvider, environment: 'practice' });
  expect(active).toMatchObject([{ plan_name: 'Full member', renews_on: '2027-09-01', cancelled: false }]);
  const [held] = active;
  expect(receipts.length).toBeGreaterThanOrEqual(4);
  expect(receipts.every(({ last_4, source }) => source === 'card' && last_4 === held?.last_4)).toBe(true);
});
