import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { listLedgerAndSquareEntries } from '#tests/support/society/square.ts';
import {
  accountSettingsPath,
  chargeRoute,
  onEachTill,
  type SubscriptionSite,
} from '#tests/support/society/subscription-till.ts';
import type { MemberSubscriptions } from '../../contract.ts';
import { listSubscriptionsWithStatus, reversePaidYear } from '../index.ts';

/** Starts a subscription and puts it in grace on 2 September 2027, the day after its stored card was declined. */
async function startInGrace(on: SubscriptionSite): Promise<string> {
  const { id } = await on.start({ amount_due: '2000' });
  const progress = { reminded_on: '2027-08-02', amount_told: 2400, tries: 1, tried_on: '2027-09-01' };
  await write(on.db, (tx) => tx.updateTable('subscription').set(progress).where('id', '=', id).execute());
  await on.later('2027-09-02T12:00:00.000Z');
  return id;
}

const asMember = async (on: SubscriptionSite) => {
  const ruth = await on.as(on.user);
  const pay = async (id: string, some: object = {}, headers?: Record<string, string>) =>
    (
      await ruth.post(`${accountSettingsPath}/pay_subscription/${id}`, { card_nonce: on.aCard(), ...some }, headers)
    ).json();
  const held = async () => (await ruth.page('/members/account_settings')).content.subs as MemberSubscriptions;
  return { ruth, pay, held };
};

onEachTill(
  'concurrent payments with new cards charge once, and the card that paid is used for later renewals',
  async (on) => {
    const id = await startInGrace(on);
    const { pay, held } = await asMember(on);
    expect((await held()).active).toMatchObject([{ status: 'grace', amount_due: 2400, pay_until: '2027-09-14' }]);
    const before = await on.db.read.selectFrom('subscription').select('card_id').executeTakeFirst();
    const some = { card_nonce: on.aCard(), amount_due: '2400' };
    const answers = await Promise.all([pay(id, some), pay(id, some), pay(id), pay(id)]);
    const codes = answers.map(({ code }) => code);
    expect(codes).toContain(200);
    expect(answers.filter(({ code }) => code !== 200 && code !== 409)).toEqual([]);
    const thanked = answers.find(({ status }) => status === 'active');
    expect(thanked).toMatchObject({ msg: expect.stringContaining('31 August 2028') });
    expect(on.charged()).toBe(2);
    expect((await held()).active).toMatchObject([{ status: 'active', paid_until: '2028-08-31', amount_due: 0 }]);
    expect(await on.cards()).toHaveLength(1);
    const after = await on.db.read.selectFrom('subscription').select('card_id').executeTakeFirst();
    expect(after?.card_id).not.toBe(before?.card_id);
    expect(await pay(id)).toMatchObject({ code: 409, msg: expect.stringContaining('nothing to pay') });
    await on.later('2027-09-02T12:20:00.000Z');
    const { books, square } = await listLedgerAndSquareEntries(on);
    expect(books).toEqual(square);
    expect((await listSentMails(on.db.read)).filter(({ subject }) => subject.includes('receipt'))).toHaveLength(2);
  },
);

onEachTill('a declined new card leaves the subscription and its stored card unchanged', async (on) => {
  const id = await startInGrace(on);
  const { pay, held } = await asMember(on);
  for (const card_nonce of ['cnon:practice-on-file-INSUFFICIENT_FUNDS', 'cnon:card-nonce-rejected-cvv']) {
    expect(await pay(id, { card_nonce })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('Nothing was charged'),
    });
  }
  expect((await held()).active).toMatchObject([{ status: 'grace', last_4: '1111', pay_until: '2027-09-14' }]);
  expect(await on.cards()).toHaveLength(1);
  expect(await pay(id)).toMatchObject({ code: 200 });
});

onEachTill('while a payment is unresolved, the subscription can be neither cancelled nor paid again', async (on) => {
  const id = await startInGrace(on);
  const { ruth, pay, held } = await asMember(on);
  on.practice.faults.next(chargeRoute, 'break after', 4);
  expect(await pay(id)).toMatchObject({ code: 200, status: 'pending' });
  expect(await pay(id)).toMatchObject({ code: 409, msg: expect.stringContaining('Don’t pay again') });
  expect((await ruth.send('POST', `${accountSettingsPath}/cancel_subscription/${id}`)).statusCode).toBe(409);
  await on.later('2027-09-02T12:05:00.000Z');
  expect((await held()).active).toMatchObject([{ status: 'active', paid_until: '2028-08-31' }]);
  expect(on.charged()).toBe(2);
});

onEachTill('a payment for a subscription that no longer exists is refunded and the payer is emailed', async (on) => {
  const id = await startInGrace(on);
  const { pay } = await asMember(on);
  on.practice.faults.next(chargeRoute, 'break after', 4);
  expect(await pay(id)).toMatchObject({ code: 200, status: 'pending' });
  // Reversing the subscription's only year deletes the subscription
  const { entry_id } = await on.db.read.selectFrom('subscription_year').select('entry_id').executeTakeFirstOrThrow();
  await write(on.db, (tx) => reversePaidYear(tx, entry_id ?? '', '2027-09-02T12:00:00.000Z'));
  for (const moment of ['12:05', '12:10', '12:30', '14:00']) await on.later(`2027-09-02T${moment}:00.000Z`);
  const entries = await on.db.read.selectFrom('entry').select(['kind', 'amount']).where('kind', '<>', 'fee').execute();
  expect(entries.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual([
    'charge 2000',
    'charge 2400',
    'refund -2400',
  ]);
  const letter = (await listSentMails(on.db.read)).find(({ subject }) => subject.startsWith('A refund from'));
  expect(letter?.text).toContain('The subscription that was paid for had already ended.');
  // Both cards are removed
  expect(await on.cards()).toEqual([]);
  const { books, square } = await listLedgerAndSquareEntries(on);
  expect(books).toEqual(square);
});

onEachTill('nothing is charged for a changed amount or for another member’s subscription', async (on) => {
  const id = await startInGrace(on);
  const { pay } = await asMember(on);
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  await admin.post(on.planPath, { ...on.plan, amount: '20', version: '1' });
  expect(await pay(id, { amount_due: '2400' })).toMatchObject({ code: 409, msg: expect.stringContaining('£20.00') });
  const sam = await on.as(await on.a.user());
  const answer = await sam.post(`${accountSettingsPath}/pay_subscription/${id}`, { card_nonce: on.aCard() });
  expect(answer.statusCode).toBe(404);
  expect(on.charged()).toBe(1);
});

onEachTill('a subscription cancelled in grace ends at once, and the cancellation can’t be undone', async (on) => {
  const id = await startInGrace(on);
  const { ruth, pay, held } = await asMember(on);
  const cancel = `${accountSettingsPath}/cancel_subscription/${id}`;
  expect((await ruth.send('POST', cancel)).json()).toMatchObject({
    code: 200,
    msg: expect.stringContaining('nothing more will be charged'),
  });
  expect((await ruth.send('POST', `${cancel}/undo`)).statusCode).toBe(409);
  expect(await pay(id)).toMatchObject({ code: 409 });
  expect((await held()).active).toEqual([]);
});

onEachTill(
  'a lapsed subscription can still be paid within 90 days, unless the member has started the plan again',
  async (on) => {
    const id = await startInGrace(on);
    const lapse = () =>
      write(on.db, (tx) => tx.updateTable('subscription').set({ status: 'lapsed' }).where('id', '=', id).execute());
    await lapse();
    const { ruth, pay, held } = await asMember(on);
    expect((await held()).active).toMatchObject([{ status: 'lapsed', amount_due: 2400, pay_until: '2027-11-29' }]);
    const form = on.form({ card_nonce: on.aCard() });
    expect((await ruth.post(`${accountSettingsPath}/start_subscription`, form)).json()).toMatchObject({ code: 200 });
    expect((await held()).active).toMatchObject([{ status: 'active', paid_until: '2028-08-31' }]);
    expect(await pay(id)).toMatchObject({ code: 409 });
    await write(on.db, (tx) => tx.deleteFrom('subscription').where('id', '<>', id).execute());
    expect(await pay(id)).toMatchObject({ code: 200 });
    const [one] = await listSubscriptionsWithStatus(on.db.read, '2027-09-02');
    expect(one).toMatchObject({ status: 'active', paid_until: '2028-08-31' });
  },
);

onEachTill('a lapsed subscription with an unresolved payment can’t be started again', async (on) => {
  const id = await startInGrace(on);
  await write(on.db, (tx) => tx.updateTable('subscription').set({ status: 'lapsed' }).execute());
  const { ruth, pay } = await asMember(on);
  on.practice.faults.next(chargeRoute, 'break after', 4);
  expect(await pay(id)).toMatchObject({ code: 200, status: 'pending' });
  while (on.practice.faults.take(chargeRoute)) {}
  const form = on.form({ card_nonce: on.aCard() });
  expect((await ruth.post(`${accountSettingsPath}/start_subscription`, form)).json()).toMatchObject({
    ...{ code: 409, msg: expect.stringContaining('Don’t pay again') },
  });
  for (const moment of ['12:05', '12:30']) await on.later(`2027-09-02T${moment}:00.000Z`);
  expect(on.charged()).toBe(2);
  expect(await listSubscriptionsWithStatus(on.db.read, '2027-09-02')).toMatchObject([{ paid_until: '2028-08-31' }]);
});

onEachTill('a member whose subscription is in grace can’t start that plan again', async (on) => {
  await startInGrace(on);
  const { ruth } = await asMember(on);
  const form = on.form({ card_nonce: on.aCard() });
  expect((await ruth.post(`${accountSettingsPath}/start_subscription`, form)).json()).toMatchObject({ code: 409 });
  expect(on.charged()).toBe(1);
});
