import { expect } from 'vitest';
import { formatPaidAndRefundedAmounts } from '#features/box-office/orders/order-account.ts';
import { BookingIssues, OrderContent } from '#features/box-office/orders/order-page-contract.ts';
import { defineCancelledPerformanceJob } from '#features/box-office/orders/server/sales/performance-jobs.ts';
import { reconcileWithProvider } from '#features/money/payments/server/reconcile.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { onEachShop, onShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import { openTestProvider } from '#tests/support/society/square.ts';

interface Issue {
  id: string;
  says: string;
  can_record: boolean;
  can_settle: boolean;
}
interface Shown {
  money: { paid: number; back: number };
  refund_issues: Issue[];
  history: { who: string; what: string }[];
}

/** Runs the job that cancels the orders for cancelled performances. */
async function endOrders(on: ShopTestContext, moment = '2026-11-21T12:11:00.000Z') {
  const clock = () => new Date(moment);
  const paymentProvider = on.practice && openTestProvider(on.practice);
  const services = { db: on.db, clock, paymentProvider, all: contributions, environment: 'practice' as const };
  const letters = { home: () => 'https://players.example', encryption: createEncryption(dataKey) };
  await runDueJobs({ db: on.db, clock, work: [defineCancelledPerformanceJob({ ...services, ...letters })] });
}

/** Creates an order of two tickets, paid by card for £24.00. */
async function paidOrder(on: ShopTestContext) {
  const { practice } = on;
  if (!practice) throw new Error('This shop takes cards.');
  const user = await on.a.user({ role: 'admin' });
  // Signs in again for each request, because the test moves the clock by days, and an admin's session ends after twelve
  // hours without use
  const admin = () => on.as(user);
  const buyer = on.visitor();
  await buyer.hold({ [on.type('Adult')]: '2' });
  const { link } = await buyer.pay();
  const [order] = await on.orders();
  const [payment] = practice.journal.all('payment');
  const id = order?.id ?? '';
  const path = `/members/bookings/order/${id}`;
  return {
    ...{ id, link: link as string, practice, payment: payment?.id ?? '', path, admin },
    page: async () => (await (await admin()).page(path)).content as unknown as Shown,
    nudges: async () =>
      (
        (await (await admin()).page('/members/dashboard')).content as {
          nudges: { kind: string; text: string; link: string }[];
        }
      ).nudges
        .filter(({ kind }) => kind === 'refund_issue')
        .map(({ text, link: to }) => [text, to]),
    listed: async () =>
      ((await (await admin()).page('/members/bookings/attention')).content as unknown as Shown).refund_issues,
    compare: async (moment: string) => {
      on.at(moment);
      const clock = () => new Date(moment);
      await reconcileWithProvider({
        db: on.db,
        clock,
        paymentProvider: openTestProvider(practice),
        all: contributions,
      });
    },
  };
}

onEachShop(
  'an order wholly refunded at Square is listed as being refunded until the refund is recorded',
  async (on) => {
    const order = await paidOrder(on);
    const csv = async () => (await (await order.admin()).get(`/members/bookings/orders.csv?show=${on.show}`)).body;
    order.practice.dashboard.refund(order.payment, { pence: 2400 });
    await order.compare('2026-11-22T04:10:00.000Z');
    expect(await csv()).toContain('"24.00","Being refunded"');
    const [issue] = (await order.page()).refund_issues;
    await (await order.admin()).post(`/members/api/refunds/${issue?.id}/record`, {});
    expect(await csv()).toContain('"24.00","Money refunded"');
  },
);

onEachShop('a dispute is a to-do on the dashboard while it is open, and after it is lost', async (on) => {
  const order = await paidOrder(on);
  const { dashboard } = order.practice;
  const { id } = dashboard.openDispute(order.payment, { pence: 2400, reason: 'NO_KNOWLEDGE' });
  await order.compare('2026-11-22T04:10:00.000Z');
  expect((await order.nudges()).map(([text]) => text)).toEqual(['A cardholder disputes a payment.']);
  dashboard.setDisputeState(id, 'LOST');
  await order.compare('2026-11-23T04:10:00.000Z');
  expect((await order.nudges()).map(([text]) => text)).toEqual(['A lost dispute isn’t in our accounts yet.']);
});

onEachShop('the history of an online order says how much was paid, and with which card', async (on) => {
  const { history } = await (await paidOrder(on)).page();
  expect(history).toContainEqual(
    expect.objectContaining({ what: 'sold the tickets', detail: '£24.00 by Visa ending in 1111' }),
  );
});

onEachShop('a refund made at Square is shown on its order, and recorded there without calling Square', async (on) => {
  const order = await paidOrder(on);
  const { practice } = order;
  order.practice.dashboard.refund(order.payment, { pence: 1200 });
  await order.compare('2026-11-22T04:10:00.000Z');
  const { refund_issues: issues, money } = await order.page();
  expect(issues).toMatchObject([
    { says: expect.stringMatching(/^On .+, Square refunded £12.00 of order \d+, Dorothy Hollis\.$/), can_record: true },
  ]);
  expect(money.paid).toBe(1200);
  expect(await order.nudges()).toEqual([
    ['A refund made at Square isn’t in our accounts yet.', '/members/bookings/attention'],
  ]);
  const admin = await order.admin();
  const record = () => admin.post(`/members/api/refunds/${issues[0]?.id}/record`, {});
  const codes = (await Promise.all([record(), record()])).map(({ statusCode }) => statusCode).sort();
  expect(codes).toEqual([200, 409]);
  expect(await on.entries()).toEqual(['charge 2400', 'refund -1200']);
  expect(practice.journal.all('refund')).toHaveLength(1);
  expect(await order.nudges()).toEqual([]);
  expect((await order.page()).history).toContainEqual(
    expect.objectContaining({ what: 'recorded a refund made at Square' }),
  );
  await on.write();
  const letters = (await listSentMails(on.db.read)).filter(({ subject }) => subject.startsWith('Your refund for'));
  expect(letters).toMatchObject([{ text: expect.stringContaining('We have refunded £12.00 to your card.') }]);
});

onEachShop('a months-old refund made at Square is recorded once, and its tickets await a decision', async (on) => {
  const order = await paidOrder(on);
  order.practice.dashboard.refund(order.payment);
  for (const night of ['2027-05-20', '2027-05-21']) await order.compare(`${night}T04:10:00.000Z`);
  const [issue, ...others] = await order.listed();
  expect(others).toEqual([]);
  const send = async (path: string, body: object) => (await (await order.admin()).post(path, body)).json();
  const decide = (body: object) => send(`/members/api/bookings/orders/${order.id}/decide`, body);
  expect(await decide({ tickets: 'keep' })).toMatchObject({ code: 409 });
  expect(await send(`/members/api/refunds/${issue?.id}/record`, {})).toMatchObject({ code: 200 });
  await order.compare('2027-05-22T04:10:00.000Z');
  expect(await order.listed()).toEqual([]);
  expect(await order.page()).toMatchObject({ undecided_refunds: [{ id: order.id }] });
  expect(await decide({ tickets: 'cancel', reason: 'Refunded in May' })).toMatchObject({ code: 200 });
  expect(await on.entries()).toEqual(['charge 2400', 'refund -2400']);
  expect(order.practice.journal.all('refund')).toHaveLength(1);
  expect(await order.page()).toMatchObject({ undecided_refunds: [], money: { paid: 0, back: 0 } });
});

onEachShop('cancelling an order that was refunded at Square doesn’t promise the same money again', async (on) => {
  const order = await paidOrder(on);
  order.practice.dashboard.refund(order.payment);
  const cancel = async () => (await on.admin.send('POST', `/members/api/bookings/orders/${order.id}/cancel`)).json();
  expect(await cancel()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Square has already refunded £24.00 of this order, so nothing was changed.'),
  });
  // The order's page now shows the refund, so cancelling is allowed
  expect(await cancel()).toMatchObject({ code: 200 });
  expect(order.practice.journal.all('refund')).toHaveLength(1);
  const letters = (await listSentMails(on.db.read)).filter(({ subject }) => subject.includes('cancelled'));
  expect(letters.map(({ text }) => text.includes('£24.00'))).toEqual([false]);
});

onShop('the history of an order says that a dispute was lost, even before anybody has recorded it', async (on) => {
  const order = await paidOrder(on);
  const dispute = order.practice.dashboard.openDispute(order.payment);
  await order.compare('2026-11-25T04:10:00.000Z');
  const told = async () => (await order.page()).history.filter(({ who }) => /bank|cardholder/.test(who));
  expect(await told()).toMatchObject([
    { what: 'disputed £24.00 at their bank', detail: 'They don’t recognise the payment.' },
  ]);
  order.practice.dashboard.setDisputeState(dispute.id, 'LOST');
  await order.compare('2026-11-28T04:10:00.000Z');
  expect(await told()).toMatchObject([
    {
      who: 'The bank',
      what: 'decided the dispute for the cardholder, who gets £24.00',
      at: '2026-11-28T04:10:00+00:00',
    },
    { who: 'The cardholder' },
  ]);
});

onEachShop('a payment that its cardholder disputes isn’t refunded while the bank decides', async (on) => {
  const order = await paidOrder(on);
  expect(await order.page()).toMatchObject({ refund_block: '' });
  const dispute = order.practice.dashboard.openDispute(order.payment);
  await order.compare('2026-11-25T04:10:00.000Z');
  // The order's page gives the reason why the order can't be refunded
  expect(await order.page()).toMatchObject({ refund_block: expect.stringContaining('could pay them twice') });
  const send = async (what: string, body: Record<string, string>) =>
    (await (await order.admin()).post(`/members/api/bookings/orders/${order.id}/${what}`, body)).json();
  const refusal = { code: 409, msg: expect.stringContaining('could pay them twice') };
  expect(await send('refund', { amount: '24', reason: 'They asked', tickets: 'cancel' })).toMatchObject(refusal);
  expect(await send('cancel', { reason: 'They asked' })).toMatchObject(refusal);
  expect(order.practice.journal.all('refund')).toEqual([]);
  order.practice.dashboard.setDisputeState(dispute.id, 'WON');
  await order.compare('2026-11-26T04:10:00.000Z');
  expect(await send('refund', { amount: '24', reason: 'They asked', tickets: 'cancel' })).toMatchObject({ code: 200 });
  expect(await on.entries()).toEqual(['charge 2400', 'refund -2400']);
});

/**
 * Returns the Modify Bookings request that swaps an adult's ticket of the only order for a child's, which costs £2.00
 * less.
 */
async function buildSwapRequest(on: ShopTestContext) {
  const [order] = await on.orders();
  return {
    ...{ ref_num: `${order?.ref}`, from_item: 'Blithe Spirit - Wed 14th Apr 7:30pm - Adult', difference: 'settle' },
    to_item: 'Blithe Spirit - Wed 14th Apr 7:30pm - Child',
  };
}

onEachShop('Modify Bookings refuses a refund if Square has already refunded the order', async (on) => {
  const order = await paidOrder(on);
  const post = async (what: string, body: object) =>
    (await (await order.admin()).post(`/members/api/bookings/${what}`, body)).json();
  const swap = await buildSwapRequest(on);
  const made = await post('add_booking_mod', { ...swap, difference: 'keep' });
  expect(made).toMatchObject({ code: 200 });
  order.practice.dashboard.refund(order.payment, { pence: 2400 });
  const before = (await listSentMails(on.db.read)).length;
  const refusal = {
    code: 409,
    msg: expect.stringContaining('Square has already refunded £24.00 of this order, so nothing was changed.'),
  };
  expect(await post('add_booking_mod', swap)).toMatchObject(refusal);
  expect((await listSentMails(on.db.read)).length).toBe(before);
  expect((await order.page()).refund_issues).toMatchObject([{ can_record: true }]);
});

onEachShop('undoing a manual change is refused if Square has already refunded the order', async (on) => {
  const order = await paidOrder(on);
  const post = async (what: string, body: object) =>
    (await (await order.admin()).post(`/members/api/bookings/${what}`, body)).json();
  const made = await post('add_booking_mod', { ...(await buildSwapRequest(on)), difference: 'keep' });
  order.practice.dashboard.refund(order.payment, { pence: 2400 });
  expect(await post('delete_booking_mod', { id: made.id })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Square has already refunded £24.00 of this order, so nothing was changed.'),
  });
});

onEachShop('Modify Bookings refuses to settle a difference on a disputed payment, and changes nothing', async (on) => {
  const order = await paidOrder(on);
  order.practice.dashboard.openDispute(order.payment);
  await order.compare('2026-11-21T12:05:00.000Z');
  const admin = await order.admin();
  const before = (await listSentMails(on.db.read)).length;
  expect((await admin.post('/members/api/bookings/add_booking_mod', await buildSwapRequest(on))).json()).toMatchObject({
    code: 409,
    msg: 'The cardholder disputes this payment, so a refund now could pay them twice. Keep the price that was paid. The order hasn’t changed.',
  });
  const tickets = await on.db.read.selectFrom('ticket').select('type').execute();
  expect(tickets.map(({ type }) => type)).toEqual(['Adult', 'Adult']);
  expect((await listSentMails(on.db.read)).length).toBe(before);
});

onEachShop('if an order holds too little money for a swap’s refund, the message names the missing part', async (on) => {
  const order = await paidOrder(on);
  const admin = await order.admin();
  const refund = { amount: '23', reason: 'They asked', tickets: 'keep' };
  expect((await admin.post(`/members/api/bookings/orders/${order.id}/refund`, refund)).json()).toMatchObject({
    code: 200,
  });
  const { msg } = (await admin.post('/members/api/bookings/add_booking_mod', await buildSwapRequest(on))).json();
  expect(msg).toMatch(/refund £1\.00 .*£1\.00 isn’t refunded: no more money is held for this order\./);
});

onEachShop('a swap’s price difference is listed as due once the bank rejects a refund made at Square', async (on) => {
  const order = await paidOrder(on);
  const { dashboard } = order.practice;
  const refund = dashboard.refund(order.payment, { pence: 2400, pending: true });
  await order.compare('2026-11-22T04:10:00.000Z');
  const admin = await order.admin();
  const { msg } = (await admin.post('/members/api/bookings/add_booking_mod', await buildSwapRequest(on))).json();
  expect(msg).toContain('£2.00 isn’t refunded');
  dashboard.rejectRefund(refund.id);
  await order.compare('2026-11-25T04:10:00.000Z');
  expect((await order.page()).money).toMatchObject({ paid: 2400, back: 200 });
  const { content } = await (await order.admin()).page('/members/bookings/attention');
  expect(BookingIssues.parse(content).refunds_due).toMatchObject([{ kind: 'refund', amount: 200 }]);
});

onEachShop('a cancelled order’s refund that the bank rejects stays a to-do until it is settled', async (on) => {
  const order = await paidOrder(on);
  const { faults, dashboard, journal } = order.practice;
  faults.holdsRefunds = true;
  await on.admin.send('POST', `/members/api/bookings/orders/${order.id}/cancel`);
  expect(await order.nudges()).toEqual([]);
  dashboard.rejectRefund(journal.all('refund')[0]?.id ?? '');
  await order.compare('2026-11-25T04:10:00.000Z');
  expect(await order.nudges()).toEqual([['A refund was refused.', '/members/bookings/attention']]);
  const { refund_issues: issues, money, history } = await order.page();
  expect(money.back).toBe(2400);
  expect(issues).toMatchObject([{ says: expect.stringContaining('The refund of £24.00 for order'), can_settle: true }]);
  expect(await order.listed()).toEqual(issues);
  expect(history).toContainEqual(expect.objectContaining({ who: 'Square', what: 'refused to refund £24.00' }));
  expect((await on.get(order.link)).body).not.toMatch(/£24\.00 (is|was) (given back|refunded)/);
  const retry = async () =>
    (await (await order.admin()).post(`/members/api/refunds/${issues[0]?.id}/retry`, {})).json();
  expect(await retry()).toMatchObject({ code: 200 });
  expect(await retry()).toMatchObject({ code: 409 });
  expect(await order.nudges()).toEqual([]);
  dashboard.rejectRefund(journal.all('refund')[1]?.id ?? '');
  await order.compare('2026-11-28T04:10:00.000Z');
  const [again] = await order.listed();
  const settle = async (body: object) =>
    (await (await order.admin()).post(`/members/api/refunds/${again?.id}/settle`, body)).json();
  expect(await settle({ how: 'dismissed' })).toMatchObject({ code: 400, fields: { reason: expect.any(String) } });
  expect(await settle({ how: 'cash' })).toMatchObject({ code: 200, msg: 'Recorded: £24.00 paid in cash.' });
  expect(await order.nudges()).toEqual([]);
  expect((await order.page()).money).toMatchObject({ paid: 0, back: 0 });
});

onEachShop(
  'the refund of a disputed payment for a cancelled performance is due once the dispute is won',
  async (on) => {
    const order = await paidOrder(on);
    const dispute = order.practice.dashboard.openDispute(order.payment);
    await order.compare('2026-11-21T12:05:00.000Z');
    await on.admin.send('POST', `/members/api/bookings/performances/${on.first}/cancel`);
    on.at('2026-11-21T12:16:00.000Z');
    await endOrders(on, '2026-11-21T12:16:00.000Z');
    const due = async () =>
      BookingIssues.parse((await (await order.admin()).page('/members/bookings/attention')).content).refunds_due;
    const nudge = async () =>
      (
        (await (await order.admin()).page('/members/dashboard')).content as { nudges: { kind: string; text: string }[] }
      ).nudges
        .filter(({ kind }) => kind === 'refund_due')
        .map(({ text }) => text);
    expect(await due()).toMatchObject([
      { kind: 'dispute', amount: 2400, says: expect.stringContaining('waits for a bank’s decision') },
    ]);
    expect(await nudge()).toEqual([]);
    const { account } = OrderContent.parse((await (await order.admin()).page(order.path)).content);
    expect(account).toMatchObject({ owed: 2400, owed_disputed: 2400 });
    const [letter] = (await listSentMails(on.db.read)).filter(({ subject }) => subject.endsWith('have been cancelled'));
    expect(letter?.text).toContain('Your bank is deciding about your payment.');
    const settle = async () =>
      (await (await order.admin()).post(`/members/api/bookings/orders/${order.id}/settle`, { how: 'cash' })).json();
    expect(await settle()).toMatchObject({ code: 409 });
    order.practice.dashboard.setDisputeState(dispute.id, 'WON');
    await order.compare('2026-11-22T04:10:00.000Z');
    expect(await due()).toMatchObject([{ kind: 'refund', amount: 2400, as_paid: '£24.00 to the card' }]);
    expect(await nudge()).toEqual(['£24.00 is due to Dorothy Hollis.']);
    expect(await settle()).toMatchObject({ code: 200 });
    expect(await due()).toEqual([]);
  },
);

/** Creates a cancelled order whose refund the bank has rejected. */
async function rejectedRefund(on: ShopTestContext) {
  const order = await paidOrder(on);
  const { faults, dashboard, journal } = order.practice;
  faults.holdsRefunds = true;
  await on.admin.send('POST', `/members/api/bookings/orders/${order.id}/cancel`);
  dashboard.rejectRefund(journal.all('refund')[0]?.id ?? '');
  await order.compare('2026-11-25T04:10:00.000Z');
  const [issue] = await order.listed();
  const settle = async (body: object) =>
    (await (await order.admin()).post(`/members/api/refunds/${issue?.id}/settle`, body)).json();
  return { ...order, issue, settle };
}

onEachShop('thirty rejected refunds of a cancelled performance are listed singly, but are one to-do', async (on) => {
  const order = await paidOrder(on);
  const { faults, dashboard, journal } = order.practice;
  const many = 30;
  for (let count = 1; count < many; count++) {
    const buyer = on.visitor();
    await buyer.hold({ [on.type('Adult')]: '1' });
    expect(await buyer.pay({ card_nonce: on.aCard(), email: `buyer${count}@home.example` })).toMatchObject({
      code: 200,
    });
  }
  faults.holdsRefunds = true;
  await on.admin.send('POST', `/members/api/bookings/performances/${on.first}/cancel`);
  on.at('2026-11-21T12:11:00.000Z');
  await endOrders(on);
  const refunds = journal.all('refund');
  expect(refunds).toHaveLength(many);
  for (const { id } of refunds) dashboard.rejectRefund(id);
  await order.compare('2026-11-25T04:10:00.000Z');
  const listed = await order.listed();
  expect(listed).toHaveLength(many);
  expect(new Set(listed.map(({ says }) => says)).size).toBe(many);
  expect(listed.every(({ can_settle }) => can_settle)).toBe(true);
  expect(await order.nudges()).toEqual([[`${many} refunds were refused.`, '/members/bookings/attention']]);
});

onEachShop('a refused refund that has since been made at Square can’t be settled in cash', async (on) => {
  const { practice, payment, settle, listed } = await rejectedRefund(on);
  practice.dashboard.refund(payment);
  expect(await settle({ how: 'cash' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Square has refunded £24.00 of this payment in the meantime.'),
  });
  expect((await listed()).map(({ can_record, can_settle }) => [can_record, can_settle])).toContainEqual([true, false]);
  expect(await on.entries()).toEqual(['charge 2400']);
});

onEachShop(
  'settling a refused refund in cash emails the buyer, and shows on their page and the receipt',
  async (on) => {
    const { settle, page, link } = await rejectedRefund(on);
    expect(await page()).toMatchObject({ refund_block: expect.stringContaining('settle it first') });
    expect(await settle({ how: 'cash' })).toMatchObject({ code: 200 });
    on.at('2026-11-25T09:00:00.000Z');
    await on.write();
    const letters = (await listSentMails(on.db.read)).filter(
      ({ subject }) => subject === 'Your refund for Blithe Spirit',
    );
    expect(letters).toMatchObject([{ to: 'dot@home.example' }]);
    expect(letters[0]?.text).toContain(
      'Your bank refused the refund of £24.00 to your card, so we have refunded it in cash instead.',
    );
    expect((await on.get(link)).body).toContain('£24.00 paid, £24.00 refunded in cash');
    const { account } = (await page()) as unknown as OrderContent;
    // The order's page and its printed receipt show this text
    expect(formatPaidAndRefundedAmounts(account)).toBe('£24.00 paid, £24.00 refunded in cash');
    expect((await page()).history).toContainEqual(expect.objectContaining({ what: 'wrote the email “Refunded”' }));
  },
);

onEachShop('dismissing a refused refund retains the money, which is then no longer due', async (on) => {
  const { settle, page } = await rejectedRefund(on);
  expect((await page()).money).toMatchObject({ paid: 2400, back: 2400 });
  expect(await settle({ how: 'dismissed', reason: 'They give it to us' })).toMatchObject({ code: 200 });
  on.at('2026-11-25T09:00:00.000Z');
  await on.write();
  const letters = (await listSentMails(on.db.read)).filter(
    ({ subject }) => subject === 'Your refund for Blithe Spirit',
  );
  expect(letters[0]?.text).toContain('and we won’t refund it in another way.');
  expect(letters[0]?.text).toContain('£24.00 of the tickets’ price isn’t refunded.');
  expect(letters[0]?.text).toContain('The reason: They give it to us');
  expect((await page()).money).toMatchObject({ paid: 2400, back: 0 });
});

onEachShop('a refused email to a buyer is a to-do until it is sent again', async (on) => {
  const order = await paidOrder(on);
  await on.write();
  const nudges = async () =>
    ((await on.admin.page('/members/dashboard')).content as { nudges: { kind: string; text: string }[] }).nudges
      .filter(({ kind }) => kind === 'letter_refused')
      .map(({ text }) => text);
  expect(await nudges()).toEqual([]);
  await on.db.write((tx) =>
    tx
      .updateTable('job')
      .set({ status: 'failed', last_error: 'EENVELOPE 550', finished_at: '2026-11-21T12:01:00.000Z' })
      .where('kind', '=', 'mail')
      .execute(),
  );
  expect(await nudges()).toEqual(['An email to a buyer wasn’t delivered.']);
  const { refused_letters } = (await on.admin.page('/members/bookings/attention')).content as {
    refused_letters: object[];
  };
  expect(refused_letters).toMatchObject([
    { letter: 'Confirmation', to: 'dot@home.example', order_link: order.path, can_resend: true },
  ]);
  expect((await order.page()).history).toContainEqual(
    expect.objectContaining({ what: 'couldn’t deliver the email “Confirmation” to dot@home.example' }),
  );
  const again = await on.admin.send('POST', `/members/api/bookings/orders/${order.id}/confirmation`);
  expect(again.statusCode).toBe(200);
  expect(await nudges()).toEqual([]);
});
