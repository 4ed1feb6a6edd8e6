import { expect } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { createTestClient, createTill, listLedgerAndSquareEntries } from '#tests/support/society/square.ts';
import { setPaymentDismissed } from './differences.ts';
import {
  listOpenExternalRefunds,
  postExternalRefund,
  recordNewExternalRefunds,
  saveExternalRefund,
  toRefundReport,
} from './external-refunds.ts';
import { createChargeIntent, createRefundIntent, getRefundableAmount } from './intents.ts';
import { reconcileWithProvider } from './reconcile.ts';
import { sumPendingRefunds } from './refunds.ts';
import { submitIntent } from './submit-intent.ts';

type Till = Awaited<ReturnType<typeof createTill>>;

async function chargedTill(db: Database) {
  const till = await createTill(db);
  const where = { environment: 'practice' as const, locationId: till.paymentProvider.locationId };
  await write(db, (tx) =>
    createChargeIntent(
      tx,
      {
        about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
        ...{ subject: 'ann', attempt: 'first', userId: null, pence: 2400, note: '' },
        source: { token: 'cnon:card-nonce-ok' },
      },
      { ...where, id: 'ann', at: till.clock().toISOString() },
    ),
  );
  await submitIntent(till, 'ann');
  const [payment] = till.practice.journal.all('payment');
  if (!payment) throw new Error('Ann wasn’t charged');
  return { till, payment, where };
}

const open = async ({ db }: Till) =>
  (await listOpenExternalRefunds(db.read, 'practice')).map(({ kind, provider_id, charge_id, pence, state }) => ({
    ...{ kind, provider_id, charge_id, pence, state },
  }));

const recordFirst = async (till: Till) => {
  const [first] = await listOpenExternalRefunds(till.db.read, 'practice');
  const at = till.clock().toISOString();
  return write(till.db, (tx) => postExternalRefund(tx, till, first?.id ?? '', { at, ends: false, by: null }));
};

const differences = ({ db }: Till) =>
  db.read.selectFrom('payment_difference').select(['provider_id', 'what']).where('cleared_at', 'is', null).execute();

onEachEngine(
  'a refund made in Square’s dashboard is found once, and recorded once without calling Square',
  async ({ db }) => {
    const { till, payment } = await chargedTill(db);
    const refund = till.practice.dashboard.refund(payment.id, { pence: 1200 });
    till.at('2026-11-22T04:10:00.000Z');
    await Promise.all([
      reconcileWithProvider(till),
      recordNewExternalRefunds(till, ['ann']),
      reconcileWithProvider(till),
    ]);
    expect(await open(till)).toEqual([
      { kind: 'refund', provider_id: refund.id, charge_id: 'ann', pence: 1200, state: 'COMPLETED' },
    ]);
    expect(await differences(till)).toEqual([]);
    // Square has refunded the money, but the ledger doesn't have the refund yet
    expect(await getRefundableAmount(db.read, 'ann')).toBe(1200);
    expect(await sumPendingRefunds(db.read, ['ann'])).toEqual(new Map([['ann', 1200]]));

    const outcomes = await Promise.all([recordFirst(till), recordFirst(till), reconcileWithProvider(till)]);
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
    await reconcileWithProvider(till);
    expect(await open(till)).toEqual([]);
    expect(await getRefundableAmount(db.read, 'ann')).toBe(1200);
    expect(await sumPendingRefunds(db.read, ['ann'])).toEqual(new Map());
    expect(till.practice.journal.all('refund')).toHaveLength(1);
    const { books, square } = await listLedgerAndSquareEntries(till);
    expect(books).toEqual(square);
    expect(await till.recorded()).toEqual(['settled ann 2400', 'refunded ann 1200']);
    const [entry] = await db.read.selectFrom('entry').select(['day', 'amount']).where('kind', '=', 'refund').execute();
    expect(entry).toEqual({ day: '2026-11-21', amount: -1200 });
  },
);

onEachEngine('an external refund can’t be recorded while pending, and is hidden once rejected', async ({ db }) => {
  const { till, payment } = await chargedTill(db);
  const { id } = till.practice.dashboard.refund(payment.id, { pence: 1200, pending: true });
  await reconcileWithProvider(till);
  expect(await open(till)).toMatchObject([{ state: 'PENDING' }]);
  expect(await recordFirst(till)).toBe('unfinished');
  expect(await getRefundableAmount(db.read, 'ann')).toBe(1200);
  till.practice.dashboard.rejectRefund(id);
  await reconcileWithProvider(till);
  expect(await open(till)).toEqual([]);
  expect(await getRefundableAmount(db.read, 'ann')).toBe(2400);
});

onEachEngine('an open dispute is listed, a lost one can be recorded, and a won one disappears', async ({ db }) => {
  const { till, payment } = await chargedTill(db);
  const { dashboard } = till.practice;
  const { id } = dashboard.openDispute(payment.id, { pence: 2000, reason: 'NOT_RECEIVED' });
  await reconcileWithProvider(till);
  expect(await open(till)).toMatchObject([
    { kind: 'dispute', charge_id: 'ann', pence: 2000, state: 'EVIDENCE_REQUIRED' },
  ]);
  expect(await recordFirst(till)).toBe('unfinished');
  expect(await getRefundableAmount(db.read, 'ann')).toBe(400);
  dashboard.setDisputeState(id, 'WON');
  await reconcileWithProvider(till);
  expect(await open(till)).toEqual([]);
  dashboard.setDisputeState(id, 'LOST');
  await reconcileWithProvider(till);
  expect(await getRefundableAmount(db.read, 'ann')).toBe(400);
  expect(await recordFirst(till)).toMatchObject({ origin: 'dispute', pence: 2000, provider_id: id });
  await reconcileWithProvider(till);
  expect([await open(till), await differences(till)]).toEqual([[], []]);
  const entries = await db.read.selectFrom('entry').select(['kind', 'amount', 'square_id']).execute();
  expect(entries).toContainEqual({ kind: 'refund', amount: -2000, square_id: id });
});

onEachEngine(
  'a refund of a payment that isn’t ours is listed without a charge, and can’t be recorded',
  async ({ db }) => {
    const { till } = await chargedTill(db);
    const { payment } = await createTestClient(till.practice).payments.create({
      idempotencyKey: 'bar',
      sourceId: 'cnon:card-nonce-ok',
      amountMoney: { amount: 350n, currency: 'GBP' },
    });
    till.practice.dashboard.refund(payment?.id ?? '');
    await reconcileWithProvider(till);
    expect(await open(till)).toMatchObject([{ kind: 'refund', charge_id: null, pence: 350 }]);
    expect(await recordFirst(till)).toBe('none');
  },
);

onEachEngine(
  'a refund that was found and dismissed before its charge was known is listed again, with the charge',
  async ({ db }) => {
    const { till, payment } = await chargedTill(db);
    const charge = (values: { status: 'open' | 'settled'; provider_id: string }) =>
      write(db, (tx) => tx.updateTable('payment_intent').set(values).where('id', '=', 'ann').execute());
    const refund = till.practice.dashboard.refund(payment.id, { pence: 1200 });
    await charge({ status: 'open', provider_id: '' });
    await reconcileWithProvider(till);
    const [found] = await listOpenExternalRefunds(db.read, 'practice');
    expect(found).toMatchObject({ provider_id: refund.id, charge_id: null });
    const unknown = { id: found?.id ?? '', environment: 'practice' } as const;
    await write(db, (tx) => setPaymentDismissed(tx, unknown, till.clock().toISOString()));
    await charge({ status: 'settled', provider_id: payment.id });
    await reconcileWithProvider(till);
    expect(await open(till)).toMatchObject([{ provider_id: refund.id, charge_id: 'ann', state: 'COMPLETED' }]);
    expect(await recordFirst(till)).toMatchObject({ charge_id: 'ann', pence: 1200 });
  },
);

onEachEngine('a dispute that names no payment isn’t matched with a charge that has no result yet', async ({ db }) => {
  const { till } = await chargedTill(db);
  const lost = { status: 'open', provider_id: '' } as const;
  await write(db, (tx) => tx.updateTable('payment_intent').set(lost).where('id', '=', 'ann').execute());
  const found = { kind: 'dispute', provider_id: 'dispute', payment: '', pence: 1200, state: 'LOST' } as const;
  const at = till.clock().toISOString();
  const report = { ...found, reason: '', due_at: '', happened_at: at };
  // The dispute is reported every night
  for (const _night of [1, 2]) {
    await write(db, (tx) => saveExternalRefund(tx, 'practice', report, at));
  }
  expect(await open(till)).toMatchObject([{ provider_id: 'dispute', charge_id: null }]);
});

onEachEngine('a refund by this site whose response was lost isn’t listed as an external refund', async ({ db }) => {
  const { till, where } = await chargedTill(db);
  const refund = { chargeId: 'ann', attempt: 'refund 1', pence: 1000, reason: '' };
  const at = till.clock().toISOString();
  await write(db, (tx) => createRefundIntent(tx, refund, { ...where, id: 'ours', at }));
  till.practice.faults.next('POST /v2/refunds', 'break after', 9);
  await submitIntent(till, 'ours');
  const [made] = till.practice.journal.all('refund');
  const seen = await till.paymentProvider.getRefund(made?.id ?? '');
  if (!seen) throw new Error('Square didn’t make the refund');
  await write(db, (tx) => saveExternalRefund(tx, 'practice', toRefundReport(seen), at));
  expect(await open(till)).toEqual([]);
});

onEachEngine('an old refund that was listed as an unknown payment becomes an external refund', async ({ db }) => {
  const { till, payment } = await chargedTill(db);
  const { id } = till.practice.dashboard.refund(payment.id, { pence: 1200 });
  const found_at = till.clock().toISOString();
  await write(db, (tx) =>
    tx
      .insertInto('payment_difference')
      .values({
        ...{ id: 'before', environment: 'practice', provider_id: id, what: 'unknown here' },
        ...{ ours: null, theirs: 1200, found_at, cleared_at: null },
      })
      .execute(),
  );
  // Payments as old as this one are no longer compared by now
  till.at('2027-08-01T04:10:00.000Z');
  await reconcileWithProvider(till);
  expect(await differences(till)).toEqual([]);
  expect(await open(till)).toMatchObject([{ provider_id: id, charge_id: 'ann', pence: 1200 }]);
});
