import { expect } from 'vitest';
import { createChargeIntent, submitIntent } from '#features/money/payments/server/index.ts';
import { reconcileWithProvider } from '#features/money/payments/server/reconcile.ts';
import { defineIntentRefreshJob } from '#features/money/payments/server/refresh-intent.ts';
import { endPaidYear, listSubscriptionsWithStatus } from '#features/money/subscriptions/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { listLedgerAndSquareEntries, openTestProvider, startTestSquare } from '#tests/support/society/square.ts';
import type { PracticeSquare } from '../../../../practice/square/index.ts';
import { GiftAidScheduleContent } from '../../gift-aid/contract.ts';
import { AccountingContent, GetSubsContent } from '../contract.ts';

const refunding = 'POST /v2/refunds';
const why = 'Moved to Leeds';

type RefundsPage = Awaited<ReturnType<typeof refundsPage>>;

/** Creates a society with a treasurer. Ruth has paid £24 for a year by card, and Bob has paid in cash. */
async function refundsPage(on: SiteTestContext, practice: PracticeSquare) {
  const { a, as, db } = on;
  const admin = await as(await a.user({ role: 'admin' }));
  const plan = { levelName: 'Full member', amount: '24', period: 'yearly', renewal_month: '09', gift_aid: '1' };
  const { id: plan_id } = (await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', plan)).json();
  const ruth = await a.user({ email: 'ruth@members.example', firstname: 'Ruth', lastname: 'Marsh' });
  const card = { card_nonce: 'cnon:card-nonce-ok', verification_token: '', card_details: '' };
  const start = { subs_level: plan_id, sub_for: 'SELF', ...card };
  const member = await as(ruth);
  expect((await member.post('/members/api/account_settings/start_subscription', start)).json()).toMatchObject({
    code: 200,
  });
  const bob = await a.user({ email: 'bob@members.example', firstname: 'Bob', lastname: 'Hale' });
  const user = await a.user({ firstname: 'Tom', lastname: 'Purse' });
  await a.allow(user, { get_subs: true });
  const treasurer = await as(user);
  const cash = { what: 'subscription', plan_id, member: bob.id, amount: '24', day: '2026-11-21', source: 'cash' };
  expect((await treasurer.post('/members/api/get_sums/payments', cash)).json()).toMatchObject({ code: 200 });
  const list = async (by = treasurer) => GetSubsContent.parse((await by.page('/members/get_subs')).content).results;
  const paidBy = async (name: string) => {
    const row = (await list()).find((one) => one.name === name);
    if (!row) throw new Error(`${name} hasn’t paid`);
    return row;
  };
  return {
    ...{ ...on, practice, plan_id, ruth, bob, member, user, admin, treasurer, list, paidBy },
    refund: async (id: string, some: object = {}, by = treasurer) =>
      (await by.post(`/members/api/get_sums/entries/${id}/refund`, { amount: '24', reason: why, ...some })).json(),
    held: async () => {
      const { subs } = (await member.page('/members/account_settings')).content as { subs: { active: unknown[] } };
      return subs.active.length;
    },
    books: async () => AccountingContent.parse((await treasurer.page('/members/get_sums')).content).totals,
    later: async (moment: string) => {
      on.at(moment);
      const some = {
        db,
        clock: () => new Date(moment),
        paymentProvider: openTestProvider(practice),
        all: contributions,
      };
      await runDueJobs({ ...some, work: [defineIntentRefreshJob(some)] });
    },
  };
}

function onEachEngineWithRefunds(name: string, body: (refundsPage: RefundsPage) => Promise<void>): void {
  let practice: PracticeSquare;
  onEachSite(
    name,
    async (on) => body(await refundsPage(on, practice)),
    undefined,
    async (clock) => {
      practice = await startTestSquare({ clock });
      return openTestProvider(practice);
    },
  );
}

onEachEngineWithRefunds(
  'a card payment can be refunded in part and then in full, optionally ending the membership year',
  async (on) => {
    const { paidBy, refund, held, books, db } = on;
    const before = await paidBy('Ruth Marsh');
    expect(before.refund).toEqual({
      left: 2400,
      way: 'to Visa ending in 1111',
      by_hand: false,
      attempt: 'refund 1',
      ends: true,
      paid_year: { from: '2026-11-21', until: '2027-08-31', has_begun: true },
      told: true,
      block: '',
      year: '',
    });
    const { id, refund: first } = before;
    expect(await refund(id, { amount: '10', attempt: first?.attempt })).toMatchObject({
      ...{ code: 200, msg: expect.stringContaining('Refunded £10.00 for Full member.') },
    });
    const between = await paidBy('Ruth Marsh');
    expect(between).toMatchObject({ refunded: 1000, being_refunded: 0, refund: { left: 1400, attempt: 'refund 2' } });
    expect(await held()).toBe(1);
    // This request is sent from a page that was loaded before the first refund
    expect(await refund(id, { amount: '5', attempt: first?.attempt })).toMatchObject({ code: 409 });
    expect(await refund(id, { amount: '14.01', attempt: 'refund 2' })).toMatchObject({
      code: 400,
      fields: { amount: expect.any(String) },
    });
    expect(await refund(id, { amount: '14', attempt: 'refund 2', subscription: 'end' })).toMatchObject({ code: 200 });
    expect(await paidBy('Ruth Marsh')).toMatchObject({ refunded: 2400, refund: null });
    expect(await held()).toBe(0);
    expect(await books()).toMatchObject({ total_refunds: 2, total_refund_amounts: 2400 });
    const same = await listLedgerAndSquareEntries(on);
    expect(same.books.filter((line) => line.startsWith('refund'))).toEqual(
      same.square.filter((line) => line.startsWith('refund')),
    );
    // The file has the reasons, for an auditor
    const csv = (await on.treasurer.get('/members/get_sums.csv')).body;
    expect(csv.match(/"refund".*"Moved to Leeds"/g)).toHaveLength(2);
    const log = db.read.selectFrom('audit').select('detail').where('action', '=', 'payment.refunded');
    expect((await log.execute()).map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^£10\.00 of £24\.00, Card, Full member, Ruth Marsh\. Moved to Leeds$/),
    );
    const mails = (await listSentMails(db.read)).filter(({ subject }) => subject.startsWith('A refund from'));
    expect(mails.map(({ to }) => to)).toEqual(['ruth@members.example', 'ruth@members.example']);
    const [part = '', rest = ''] = mails.map(({ text }) => text).sort();
    expect(part).toContain('We have refunded £10.00 of the £24.00 that you paid on');
    expect(part).toContain('It goes to your Visa ending in 1111');
    expect(part).toContain('Reason: Moved to Leeds');
    expect(part).not.toContain('ended');
    expect(rest).toContain('The subscription ended with this refund');
  },
);

onEachEngineWithRefunds(
  'a refund that is requested several times, or whose response is lost, is made once',
  async (on) => {
    const { paidBy, refund, practice } = on;
    const { id } = await paidBy('Ruth Marsh');
    const press = () => refund(id, { amount: '10', attempt: 'refund 1' });
    const answers = await Promise.all([press(), press(), press()]);
    expect([...new Set(answers.map(({ code }) => code))]).toEqual([200]);
    expect(practice.journal.all('refund').map(({ amount_money }) => amount_money.amount)).toEqual([1000]);

    practice.faults.next(refunding, 'break after', 9);
    const [lost, again] = [await refund(id, { attempt: 'refund 2', amount: '5' }), await paidBy('Ruth Marsh')];
    expect(lost).toMatchObject({ code: 200, msg: expect.stringContaining('Square has been asked') });
    expect(again).toMatchObject({ refunded: 1000, being_refunded: 500, refund: { left: 900, attempt: 'refund 3' } });
    while (practice.faults.take(refunding)) {}
    // Square first reports the refund as pending, then as completed
    await on.later('2026-11-21T12:05:00.000Z');
    await on.later('2026-11-21T12:30:00.000Z');
    expect(await paidBy('Ruth Marsh')).toMatchObject({ refunded: 1500, being_refunded: 0, refund: { left: 900 } });
    expect(practice.journal.all('refund')).toHaveLength(2);
  },
);

onEachEngineWithRefunds(
  'an amount refunded at Square can’t be refunded again, even before it is recorded',
  async (on) => {
    const { paidBy, practice } = on;
    const [payment] = practice.journal.all('payment');
    practice.dashboard.refund(payment?.id ?? '', { pence: 1000 });
    on.at('2026-11-22T04:10:00.000Z');
    const clock = () => new Date('2026-11-22T04:10:00.000Z');
    await reconcileWithProvider({ db: on.db, clock, paymentProvider: openTestProvider(practice), all: contributions });
    expect(await paidBy('Ruth Marsh')).toMatchObject({ refunded: 0, being_refunded: 1000, refund: { left: 1400 } });
    const { id, refund } = await paidBy('Ruth Marsh');
    const treasurer = await on.as(on.user);
    expect(await on.refund(id, { attempt: refund?.attempt }, treasurer)).toMatchObject({
      code: 400,
      fields: { amount: expect.stringContaining('more than you can still refund') },
    });
  },
);

onEachEngineWithRefunds(
  'no Gift Aid is claimed on money refunded at Square, even before the refund is recorded',
  async (on) => {
    const { member, practice } = on;
    await on.a.settings({ giftAid: '1' });
    const declaration = { firstname: 'Ruth', lastname: 'Marsh', house: '4', address: 'Mill Lane', postcode: 'LN12AB' };
    const declare = { ...declaration, title: '', wording: '2015-10-21', agreed: '1' };
    expect((await member.post('/members/api/account_settings/gift_aid', declare)).json()).toMatchObject({ code: 200 });
    const schedule = async () => {
      const { total, lines, left_out } = GiftAidScheduleContent.parse(
        (await (await on.as(on.user)).page('/members/membership/gift_aid')).content,
      );
      const ofRuth = lines.filter(({ name }) => name === 'Ruth Marsh').map(({ amount }) => amount);
      return { total, ofRuth, nothing: left_out.find(({ why }) => why === 'nothing')?.count ?? 0 };
    };
    const compare = async (moment: string) => {
      on.at(moment);
      await reconcileWithProvider({
        db: on.db,
        clock: () => new Date(moment),
        paymentProvider: openTestProvider(practice),
        all: contributions,
      });
    };
    const record = async (subscription: 'keep' | 'end') => {
      const by = await on.as(on.user);
      const { refund_issues } = AccountingContent.parse((await by.page('/members/get_sums')).content);
      expect(refund_issues).toMatchObject([
        {
          kind: 'refund',
          of_subscription: true,
          can_record: true,
          paid_year: { until: '2027-08-31', has_begun: true },
        },
      ]);
      const path = `/members/api/refunds/${refund_issues[0]?.id}/record`;
      expect((await by.post(path, { subscription })).json()).toMatchObject({ code: 200 });
    };
    expect(await schedule()).toEqual({ total: 2400, ofRuth: [2400], nothing: 0 });

    const payment = practice.journal.all('payment')[0]?.id ?? '';
    practice.dashboard.refund(payment, { pence: 1000 });
    await compare('2026-11-22T04:10:00.000Z');
    expect(await schedule()).toEqual({ total: 1400, ofRuth: [1400], nothing: 0 });
    await record('keep');
    expect(await schedule()).toEqual({ total: 1400, ofRuth: [1400], nothing: 0 });

    practice.dashboard.refund(payment);
    await compare('2026-11-23T04:10:00.000Z');
    await record('end');
    expect(await schedule()).toEqual({ total: 0, ofRuth: [], nothing: 1 });
    expect(practice.journal.all('refund')).toHaveLength(2);
  },
);

onEachEngineWithRefunds(
  'a refund that Square refuses changes nothing, shows the reason and can be tried again',
  async (on) => {
    const { paidBy, refund, held, practice, books } = on;
    const { id } = await paidBy('Ruth Marsh');
    const [payment] = practice.journal.all('payment');
    if (!payment) throw new Error('Ruth hasn’t paid');
    practice.journal.put('payment', payment.id, { ...payment, status: 'CANCELED' });
    expect(await refund(id, { attempt: 'refund 1', subscription: 'end' })).toMatchObject({
      ...{ code: 409, msg: expect.stringContaining('Nothing was refunded. Square no longer refunds this payment') },
    });
    expect(await paidBy('Ruth Marsh')).toMatchObject({
      ...{
        refunded: 0,
        refund_refused: expect.stringContaining('Square no longer refunds'),
        refund: { attempt: 'refund 2' },
      },
    });
    expect(await held()).toBe(1);
    expect(await books()).toMatchObject({ total_refunds: 0 });
    practice.journal.put('payment', payment.id, payment);
    on.at('2026-11-21T12:01:00.000Z');
    expect(await refund(id, { attempt: 'refund 2' })).toMatchObject({ code: 200 });
    expect(await paidBy('Ruth Marsh')).toMatchObject({ refunded: 2400, refund_refused: '' });
  },
);

onEachEngineWithRefunds('a payment whose refused refund was settled is no longer marked as having one', async (on) => {
  const { paidBy, refund, practice, treasurer } = on;
  const { id } = await paidBy('Ruth Marsh');
  const [payment] = practice.journal.all('payment');
  if (!payment) throw new Error('Ruth hasn’t paid');
  practice.journal.put('payment', payment.id, { ...payment, status: 'CANCELED' });
  await refund(id, { attempt: 'refund 1' });
  const { content } = await treasurer.page('/members/get_sums');
  const [issue] = AccountingContent.parse(content).refund_issues;
  const settled = { how: 'dismissed', reason: 'Ruth gives it to us' };
  expect((await treasurer.post(`/members/api/refunds/${issue?.id}/settle`, settled)).json()).toMatchObject({
    code: 200,
  });
  expect(await paidBy('Ruth Marsh')).toMatchObject({ refund_refused: '', refund: { attempt: 'refund 2' } });
});

onEachEngineWithRefunds(
  'a payment stays marked as having a refused refund until each of its refused refunds is settled',
  async (on) => {
    const { paidBy, refund, practice, treasurer } = on;
    const { id } = await paidBy('Ruth Marsh');
    const { dashboard, faults, journal } = practice;
    // Both refunds are pending at first, and then the bank rejects both
    faults.holdsRefunds = true;
    await refund(id, { amount: '5', attempt: 'refund 1' });
    on.at('2026-11-21T12:01:00.000Z');
    await refund(id, { amount: '5', attempt: 'refund 2' });
    for (const pending of journal.all('refund')) dashboard.rejectRefund(pending.id);
    await on.later('2026-11-21T14:00:00.000Z');
    const refunds = on.db.read.selectFrom('payment_intent').select('id').where('kind', '=', 'refund');
    const [first, last] = await refunds.orderBy('created_at').execute();
    const settle = async (refused: typeof first) => {
      const settled = { how: 'dismissed', reason: 'Ruth gives it to us' };
      expect((await treasurer.post(`/members/api/refunds/${refused?.id}/settle`, settled)).json()).toMatchObject({
        code: 200,
      });
    };
    await settle(last);
    expect((await paidBy('Ruth Marsh')).refund_refused).not.toBe('');
    await settle(first);
    expect((await paidBy('Ruth Marsh')).refund_refused).toBe('');
  },
);

onEachEngineWithRefunds(
  'a cash refund can’t exceed the payment, and a refunded payment can’t be corrected',
  async (on) => {
    const { paidBy, refund, treasurer, books, practice, db } = on;
    const { id, refund: can } = await paidBy('Bob Hale');
    expect(can).toMatchObject({ left: 2400, way: 'in cash', by_hand: true, attempt: 'refunded 0' });
    expect(await refund(id, { amount: '25', attempt: 'refunded 0' })).toMatchObject({ code: 400 });
    expect(await refund(id, { amount: '4', attempt: 'refunded 0' })).toMatchObject({
      ...{ code: 200, msg: 'Refunded £4.00 for Full member in cash. We’ve emailed the payer.' },
    });
    expect(await refund(id, { amount: '4', attempt: 'refunded 0' })).toMatchObject({ code: 409 });
    expect(await paidBy('Bob Hale')).toMatchObject({ refunded: 400, refund: { left: 2000, attempt: 'refunded 400' } });
    expect(await books()).toMatchObject({ total_refunds: 1, total_refund_amounts: 400 });
    expect(practice.journal.all('refund')).toEqual([]);
    const correct = async () =>
      (await treasurer.post(`/members/api/get_sums/entries/${id}/correct`, { reason: 'A slip' })).json();
    expect(await correct()).toMatchObject({ code: 409, msg: expect.stringContaining('was refunded') });
    const told = (await listSentMails(db.read)).filter(({ to }) => to === 'bob@members.example');
    expect(told.map(({ subject }) => subject)).toContain('A refund from Our drama society');
    // Correcting the refund makes the payment refundable again
    const [slip] = await db.read.selectFrom('entry').select('id').where('kind', '=', 'refund').execute();
    await treasurer.post(`/members/api/get_sums/entries/${slip?.id}/correct`, { reason: 'A slip' });
    expect(await paidBy('Bob Hale')).toMatchObject({ refunded: 0, refund: { left: 2400 } });
    // This request is sent from a page that was loaded before the payment was corrected
    await correct();
    expect((await refund(id, { attempt: 'refunded 0' })).msg).toContain('or it was corrected, since you opened it.');
  },
);

onEachEngineWithRefunds(
  'correcting a refund that ended a subscription says that it stays ended, and how to restore it',
  async ({ db, bob, plan_id, paidBy, refund, treasurer }) => {
    const { id } = await paidBy('Bob Hale');
    const held = async () =>
      (await listSubscriptionsWithStatus(db.read, '2026-11-21', bob.id)).map(({ status }) => status);
    const correct = async (entry: string) =>
      (await treasurer.post(`/members/api/get_sums/entries/${entry}/correct`, { reason: 'A slip' })).json()
        .msg as string;
    const slip = async () => {
      const entries = db.read
        .selectFrom('entry')
        .select('id')
        .where('charge_id', '=', id)
        .where('corrects', 'is', null);
      return (await entries.orderBy('at', 'desc').orderBy('id').execute()).map((entry) => entry.id);
    };
    await refund(id, { amount: '4', attempt: 'refunded 0' });
    const [part = ''] = await slip();
    expect(await correct(part)).not.toContain('ended');
    expect(await held()).toEqual(['active']);
    const known = await slip();
    await refund(id, { amount: '4', attempt: 'refunded 0' });
    const some = (await slip()).find((one) => !known.includes(one)) ?? '';
    await refund(id, { amount: '20', attempt: 'refunded 400', subscription: 'end' });
    const rest = (await slip()).find((one) => one !== some && !known.includes(one)) ?? '';
    // The refund of £4 ended no membership year, although it was made on the same day as the refund that did
    expect(await correct(some)).not.toContain('ended');
    expect(await correct(rest)).toContain(
      'The subscription year that the refund ended stays ended. To restore it, correct the payment too, then enter it again.',
    );
    expect(await held()).not.toContain('active');
    expect(await correct(id)).toContain('The year of membership that it paid for has been removed too.');
    const cash = { what: 'subscription', plan_id, member: bob.id, amount: '24', day: '2026-11-21', source: 'cash' };
    await treasurer.post('/members/api/get_sums/payments', cash);
    expect(await held()).toEqual(['active']);
  },
);

onEachEngineWithRefunds(
  'payments for tickets can be refunded only with the permission to manage bookings',
  async (on) => {
    const { a, as, admin, treasurer, user, refund } = on;
    const show_id = await a.show({ title: 'Hamlet', first_date: '2026-10-21', date: '2026-10-24' });
    const tickets = { what: 'tickets', show_id, amount: '24', day: '2026-10-24', source: 'cash' };
    await admin.post('/members/api/get_sums/payments', tickets);
    const [entry] = AccountingContent.parse((await treasurer.page('/members/get_sums')).content).offline.filter(
      ({ label }) => label === 'Hamlet',
    );
    const id = entry?.id ?? '';
    expect(entry?.refund).toBeNull();
    expect(await refund(id, { attempt: 'refunded 0' })).toMatchObject({ code: 403 });
    await a.allow(user, { bookings: true });
    expect(await refund(id, { attempt: 'refunded 0' }, await as(user))).toMatchObject({ code: 200 });
  },
);

onEachEngineWithRefunds(
  'the response to a refund claims that the payer was emailed only if an email is sent',
  async (on) => {
    const { a, as, bob, db, practice, ruth, user, treasurer, paidBy, refund } = on;
    const paymentProvider = openTestProvider(practice);
    const show_id = await a.show({ title: 'Hamlet', first_date: '2026-10-21', date: '2026-10-24' });
    const about = { about: 'tickets', show_id, label: 'Hamlet' } as const;
    const id = newId();
    const at = '2026-11-21T12:00:00.000Z';
    const bought = { about, subject: 'tickets', attempt: '1', userId: ruth.id, pence: 2400, note: '' };
    const card = { ...bought, source: { token: 'cnon:card-nonce-ok' } };
    const { environment, locationId } = paymentProvider;
    await write(db, (tx) => createChargeIntent(tx, card, { id, environment, locationId, at }));
    await submitIntent({ db, clock: () => new Date(at), paymentProvider, all: contributions }, id);
    await a.allow(user, { bookings: true });
    const boxOffice = await as(user);
    const [tickets] = AccountingContent.parse((await boxOffice.page('/members/get_sums')).content).tickets;
    expect(tickets).toMatchObject({ name: 'Ruth Marsh', refund: { told: false } });
    const answer = await refund(id, { attempt: 'refund 1' }, boxOffice);
    expect(answer).toMatchObject({ code: 200 });
    expect(answer.msg).not.toContain('emailed');
    const cash = await paidBy('Bob Hale');
    expect(cash.refund?.told).toBe(true);
    await write(db, (tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', bob.id).execute());
    expect((await paidBy('Bob Hale')).refund?.told).toBe(false);
    expect((await refund(cash.id, { attempt: 'refunded 0' }, treasurer)).msg).not.toContain('emailed');
    expect((await listSentMails(db.read)).filter(({ subject }) => subject.startsWith('A refund from'))).toEqual([]);
  },
);

onEachEngineWithRefunds('a member’s receipts list payments and refunds, but no corrected entries', async (on) => {
  const { a, as, bob, plan_id, member, paidBy, refund, treasurer } = on;
  const receipts = async (by = member) => {
    const { subs } = (await by.page('/members/account_settings')).content as { subs: { receipts: unknown[] } };
    return subs.receipts;
  };
  const { id } = await paidBy('Ruth Marsh');
  await refund(id, { amount: '10', attempt: 'refund 1' });
  const card = { source: 'card', last_4: '1111', plan_name: 'Full member', date: '2026-11-21' };
  expect(
    (await receipts()).map((one) => one as { amount: number }).sort((one, other) => one.amount - other.amount),
  ).toMatchObject([
    { ...card, amount: -1000 },
    { ...card, amount: 2400 },
  ]);
  const cash = {
    what: 'subscription',
    plan_id,
    member: bob.id,
    amount: '240',
    day: '2026-11-20',
    source: 'transfer',
  };
  await treasurer.post('/members/api/get_sums/payments', cash);
  const slip = (await on.list()).find(({ amount }) => amount === 24_000);
  await treasurer.post(`/members/api/get_sums/entries/${slip?.id}/correct`, { reason: 'A slip' });
  expect(await receipts(await as(bob))).toMatchObject([{ amount: 2400, source: 'cash', last_4: '' }]);
  expect(await receipts(await as(await a.user()))).toEqual([]);
});

onEachEngineWithRefunds(
  'a refund that ends a membership year on its first day leaves the year before unchanged',
  async (on) => {
    const { db, paidBy, refund, held } = on;
    const { id } = await paidBy('Ruth Marsh');
    // Adds the previous membership year, whose last day was yesterday
    await write(db, async (tx) => {
      const year = await tx
        .selectFrom('subscription_year')
        .selectAll()
        .where('entry_id', '=', id)
        .executeTakeFirstOrThrow();
      const earlier = { id: 'the year before it', entry_id: null, begins_on: '2025-11-21', renews_on: '2026-11-21' };
      await tx
        .insertInto('subscription_year')
        .values({ ...year, ...earlier })
        .execute();
    });
    expect(await refund(id, { attempt: 'refund 1', subscription: 'end' })).toMatchObject({
      ...{ code: 200, msg: expect.stringContaining('The subscription has ended.') },
    });
    expect(await held()).toBe(0);
    const years = await db.read
      .selectFrom('subscription_year')
      .select('renews_on')
      .where('amount', '=', 2400)
      .execute();
    expect(years.map(({ renews_on }) => renews_on)).toContain('2026-11-21');
  },
);

onEachEngineWithRefunds(
  'a refund of a coming year ends the subscription at the end of the current year',
  async (on) => {
    const { db, bob, plan_id, treasurer, list, refund } = on;
    const cash = { what: 'subscription', plan_id, member: bob.id, amount: '23', day: '2026-11-21', source: 'cash' };
    const sure = { repeat: 'yes', ahead: 'yes', amount_as: 'year' };
    expect((await treasurer.post('/members/api/get_sums/payments', { ...cash, ...sure })).json().msg).toContain(
      'until 31 August 2028',
    );
    const ahead = (await list()).find(({ amount }) => amount === 2300);
    const paid_year = { from: '2027-09-01', until: '2028-08-31', has_begun: false };
    expect(ahead?.refund).toMatchObject({ ends: true, paid_year });
    const answer = await refund(ahead?.id ?? '', { amount: '23', attempt: 'refunded 0', subscription: 'end' });
    expect(answer).toMatchObject({ code: 200, msg: expect.stringContaining('subscription ends on 31 August 2027.') });
    const [held] = await listSubscriptionsWithStatus(db.read, '2026-11-21', bob.id);
    expect(held).toMatchObject({ status: 'cancelled', paid_until: '2027-08-31', paid_by: 'cash' });
    const letter = (await listSentMails(db.read)).find(({ subject }) => subject.startsWith('A refund from'));
    expect(letter?.text).toContain('won’t renew, but what you had already paid for lasts until 31 August 2027.');
    const correct = async (entry = '') =>
      (await treasurer.post(`/members/api/get_sums/entries/${entry}/correct`, { reason: 'A slip' })).json()
        .msg as string;
    const [slip] = await db.read
      .selectFrom('entry')
      .select('id')
      .where('charge_id', '=', ahead?.id ?? '')
      .execute();
    expect(await correct(slip?.id)).toContain('The subscription year that the refund ended stays ended.');
    expect(await correct(ahead?.id)).toContain('The year of membership that it paid for has been removed too.');
    expect(await listSubscriptionsWithStatus(db.read, '2026-11-21', bob.id)).toMatchObject([
      { status: 'cancelled', paid_until: '2027-08-31' },
    ]);
    // The current membership year can be refunded until its last day
    const running = (await list()).find(({ name, amount }) => name === 'Bob Hale' && amount === 2400);
    expect(running?.refund?.ends).toBe(true);
    const last = { on: '2027-08-31', at: '2027-08-31T12:00:00.000Z' };
    const paid = { chargeId: running?.id ?? '', refundId: 'refund' };
    expect(await write(db, (tx) => endPaidYear(tx, paid, last))).toBe(last.on);
  },
);
