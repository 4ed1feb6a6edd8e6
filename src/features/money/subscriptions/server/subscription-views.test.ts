import { expect, test } from 'vitest';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { createTemporaryFolder, onEachEngine } from '#tests/support/site/engines.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { ReceiptContent } from '../contract.ts';
import { receiptPath } from '../paths.ts';
import { initialRenewalState } from '../renewal.ts';
import {
  createSubscription,
  createSubscriptionYear,
  listSubscriptionsWithStatus,
  type SubscriptionWithStatus,
} from './index.ts';
import { createPlan } from './store/plans.ts';
import { formatMembershipPrompt, type MembershipFacts } from './subscription-views.ts';

const validCard = { expired: false, expired_now: false };
const held: MembershipFacts = {
  plan: 'Full member',
  name: '',
  status: 'active',
  renews_on: '2027-09-01',
  grace_until: undefined,
  card: validCard,
};

test.each([
  ['renews with a valid card needs no reminder', {}, '2027-08-31', undefined],
  ['is due and about to be charged needs no reminder', { status: 'due' }, '2027-09-01', undefined],
  ['is cancelled needs no reminder', { status: 'cancelled', card: undefined }, '2027-08-31', undefined],
  ['has no card needs no reminder 31 days before it renews', { card: undefined }, '2027-08-01', undefined],
  [
    'has no card is mentioned from 30 days before it renews',
    { card: undefined },
    '2027-08-02',
    'is paid until 31 August 2027, and there is no card to renew it with.',
  ],
  ['has no card and is due is mentioned', { card: undefined, status: 'due' }, '2027-09-01', 'and is due now.'],
  [
    'has a card that will expire needs no reminder months before',
    { card: { expired: true, expired_now: false } },
    '2027-03-01',
    undefined,
  ],
  [
    'has a card that will expire is mentioned from 60 days before it renews',
    { card: { expired: true, expired_now: false } },
    '2027-07-10',
    'its card will have expired by then.',
  ],
  [
    'has an expired card is mentioned at once',
    { card: { expired: true, expired_now: true } },
    '2027-03-01',
    'its card has expired.',
  ],
  [
    'is in grace is mentioned with the last day to pay',
    { status: 'grace', grace_until: '2027-09-14' },
    '2027-09-03',
    'Pay by 14 September 2027, or it lapses.',
  ],
  [
    'has lapsed is mentioned while it can be reinstated',
    { status: 'lapsed' },
    '2027-11-29',
    'has lapsed: it was paid until 31 August 2027.',
  ],
  ['lapsed too long ago needs no reminder', { status: 'lapsed' }, '2027-11-30', undefined],
] as [string, Partial<MembershipFacts>, string, string | undefined][])(
  'on the dashboard, a membership that %s',
  (_, own, today, text) => {
    const nudge = formatMembershipPrompt({ ...held, ...own }, today);
    if (text === undefined) expect(nudge).toBeUndefined();
    else expect(nudge).toContain(text);
  },
);

test('a reminder on the dashboard about another person’s membership names that person', () => {
  expect(formatMembershipPrompt({ ...held, name: 'Pip', status: 'lapsed' }, '2027-09-20')).toContain(
    'The membership of Pip',
  );
});

onEachEngine(
  'the list of subscriptions has the status of each on a given day, the day until which it is paid, and its last payment method',
  async ({ db }) => {
    const a = createFactories(db, createDiskStorage(createTemporaryFolder()));
    const [ruth, sam] = [await a.user(), await a.user()];
    const plan = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
    const created_at = '2026-11-21T12:00:00.000Z';
    const held = {
      ...({ plan_id: 'fullmember000001', sub_for: 'SELF', amount: 2500, status: 'active' } as const),
      ...{
        name: '',
        phone_number: '',
        e_con_name: '',
        e_con_phone: '',
        started_on: '2026-11-21',
        cancelled_at: null,
        card_id: null,
        created_at,
      },
      ...initialRenewalState,
    };
    const begins_on = '2026-11-21';
    const year = { begins_on, amount: 2500, entry_id: null };
    await write(db, async (tx) => {
      await createPlan(tx, plan, { id: 'fullmember000001', now: created_at });
      await createSubscription(tx, { ...held, id: 'ruth', user_id: ruth.id, renews_on: '2028-09-01' });
      await createSubscriptionYear(tx, {
        ...year,
        id: 'y1',
        subscription_id: 'ruth',
        renews_on: '2027-09-01',
        source: 'card',
      });
      await createSubscriptionYear(tx, {
        ...year,
        id: 'y2',
        subscription_id: 'ruth',
        renews_on: '2028-09-01',
        source: 'cash',
      });
      const declined = { tries: 2, tried_on: '2027-09-06', reminded_on: '2027-08-02' };
      await createSubscription(tx, { ...held, ...declined, id: 'sam', user_id: sam.id, renews_on: '2027-09-01' });
      await createSubscriptionYear(tx, {
        ...year,
        id: 'y3',
        subscription_id: 'sam',
        renews_on: '2027-09-01',
        source: 'transfer',
      });
    });
    expect(await listSubscriptionsWithStatus(db.read, '2027-09-07')).toMatchObject([
      { id: 'ruth', status: 'active', paid_until: '2028-08-31', paid_by: 'cash', grace_until: undefined },
      { id: 'sam', status: 'grace', paid_until: '2027-08-31', paid_by: 'transfer', grace_until: '2027-09-14' },
    ]);
    const before: SubscriptionWithStatus[] = await listSubscriptionsWithStatus(db.read, '2027-08-01', sam.id);
    expect(before.map(({ status }) => status)).toEqual(['active']);
  },
);

const at = '2026-11-21T12:00:00.000Z';

onEachSite('a subscription’s receipt is visible to its payer and the treasurer only', async (on) => {
  const { a, db } = on;
  const ruth = await a.user({ firstname: 'Ruth', lastname: 'Calloway' });
  const treasurer = await a.user();
  await a.allow(treasurer, { get_subs: true });
  const id = await a.subscriptionPayment(ruth);
  const refund = newId();
  await write(db, (tx) => postEntry(tx, { id: refund, at, kind: 'refund', charge_id: id, pence: 1000 }));

  const seenBy = async (user: Parameters<typeof on.as>[0], entry: string) =>
    ReceiptContent.strict().parse((await (await on.as(user)).page(receiptPath(entry))).content);
  expect(await seenBy(ruth, id)).toMatchObject({
    ...{ title: 'Receipt', name: 'Ruth Calloway', plan_name: 'Full member', amount: 2500, refunded: 1000 },
    ...{ source: 'cash', date: '2026-11-21', is_own: true },
  });
  // The account settings have the same amounts
  const { content } = await (await on.as(ruth)).page('/members/account_settings');
  const { receipts } = content.subs as { receipts: { id: string; amount: number; refunded: number }[] };
  expect(Object.fromEntries(receipts.map((one) => [one.id, [one.amount, one.refunded]]))).toEqual({
    ...{ [id]: [2500, 1000], [refund]: [-1000, 0] },
  });
  expect(await seenBy(treasurer, id)).toMatchObject({ name: 'Ruth Calloway', is_own: false });
  expect(await seenBy(ruth, refund)).toMatchObject({
    ...{ title: 'Receipt for a refund', amount: -1000, refunded: 0, paid_on: '2026-11-21' },
  });
  const other = await on.as(await a.user());
  expect((await other.get(receiptPath(id))).statusCode).toBe(404);
  // Other income has no receipt
  expect((await (await on.as(treasurer)).get(receiptPath(await a.takings()))).statusCode).toBe(404);
});

onEachSite('a corrected payment has no receipt', async ({ a, as }) => {
  const ruth = await a.user();
  const admin = await as(await a.user({ role: 'admin' }));
  const id = await a.subscriptionPayment(ruth);
  expect((await admin.get(receiptPath(id))).statusCode).toBe(200);
  expect((await admin.post(`/members/api/get_sums/entries/${id}/correct`, { reason: 'A slip' })).json()).toMatchObject({
    code: 200,
  });
  expect((await admin.get(receiptPath(id))).statusCode).toBe(404);
});

onEachSite('Accounting links to receipts for subscriptions only', async ({ a, as }) => {
  const id = await a.subscriptionPayment(await a.user());
  const raffle = await a.takings();
  const { page } = await as(await a.user({ role: 'admin' }));
  const { content } = await page('/members/get_sums');
  expect(content).toMatchObject({
    offline: expect.arrayContaining([
      expect.objectContaining({ id, receipt_page: receiptPath(id) }),
      expect.objectContaining({ id: raffle, receipt_page: '' }),
    ]),
  });
});
