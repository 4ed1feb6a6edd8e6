import { expect } from 'vitest';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { createChargeIntent, submitIntent } from '#features/money/payments/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import { findBrokenRules } from '#tests/support/society/broken-rules.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { openTestProvider, startTestSquare } from '#tests/support/society/square.ts';
import type { PracticeSquare } from '../../../../practice/square/index.ts';
import { formatOrderStatus } from '../order.ts';
import { OrderContent } from '../order-page-contract.ts';

/** Creates a box office with two performances, and an order of two adults and a child for the first. */
async function withOrder(on: SiteTestContext, fields: object = {}) {
  const office = await createBoxOffice(on);
  const { post, type, sell, show } = office;
  const { id: second } = (
    await post(`${bookingCallsPath}/add_new_performance`, { datetime: '2027-04-15T19:30', show_id: show })
  ).json();
  const { id } = await sell({ [type('Adult')]: '2', [type('Child')]: '1', email: 'dorothy@mail.example', ...fields });
  const order = async () => OrderContent.parse((await office.pageAt(`/members/bookings/order/${id}`)).content);
  const of = async (name: string) => `of_${(await order()).tickets.find((one) => one.type === name)?.id}`;
  const act = async (what: string, body: object = {}) =>
    (await post(`${bookingCallsPath}/orders/${id}${what}`, body)).json();
  const sum = async () => (await office.entries()).reduce((total, { amount }) => total + amount, 0);
  return { ...office, second: second as string, id: id as string, order, of, act, sum };
}

onEachSite('tickets paid by cheque are recorded as such in the ledger, and refunded by cheque', async (on) => {
  const { act, order, entries } = await withOrder(on, { how: 'reserved' });
  expect(await act('/pay', { how: 'cheque' })).toMatchObject({ code: 200 });
  expect(await order()).toMatchObject({ order: { status: 'paid', paid_by: 'cheque' } });
  await act('/cancel');
  expect(await entries()).toMatchObject([
    { kind: 'charge', source: 'cheque', amount: 3400 },
    { kind: 'refund', source: 'cheque', amount: -3400 },
  ]);
  const mail = (await listSentMails(on.db.read)).find(({ text }) => text.includes('cheque'));
  expect(mail?.text).toContain('We’re refunding £34.00 by cheque.');
});

onEachSite('Accounting and its spreadsheet distinguish a card machine payment from a bank transfer', async (on) => {
  const { act, order, pageAt, get } = await withOrder(on, { how: 'card' });
  expect((await order()).account.payments).toMatchObject([{ source: 'card_machine', paid_by: 'card', amount: 3400 }]);
  const books = async () => (await pageAt('/members/get_sums')).content;
  expect(await books()).toMatchObject({ by_source: [{ source: 'card_machine', total: 3400, net: 3400 }] });
  expect(await act('/cancel')).toMatchObject({
    msg: expect.stringContaining('£34.00 to the card, on our card machine'),
  });
  expect(await books()).toMatchObject({
    by_source: [{ source: 'card_machine', total: 3400, refunds: 3400, net: 0 }],
  });
  const { body } = await get('/members/get_sums.csv');
  expect(body.match(/"card_machine"/g)).toHaveLength(2);
  expect(body).not.toContain('transfer');
});

onEachSite('returning one of three tickets releases its place and refunds its price', async (on) => {
  const { act, of, order, page, sum } = await withOrder(on);
  const adults = await of('Adult');
  expect(await act('/give_back', { [adults]: '1' })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('1 Adult returned. Refunded £12.00 in cash: hand it to Dorothy Hollis.'),
  });
  expect(await order()).toMatchObject({ order: { status: 'paid' }, money: { worth: 2200, paid: 2200, back: 0 } });
  expect((await page()).performances[0]).toMatchObject({ sold: 2 });
  expect(await sum()).toBe(2200);
  // The resubmitted form names a ticket that has already been returned
  expect(await act('/give_back', { [adults]: '1' })).toMatchObject({ code: 400 });
  expect((await listSentMails(on.db.read)).map(({ subject }) => subject).sort()).toEqual([
    'Your tickets for Blithe Spirit',
    'Your tickets for Blithe Spirit have changed',
  ]);
});

onEachSite(
  'a retained amount isn’t due as a refund, and a refund never exceeds the returned tickets’ price',
  async (on) => {
    const { act, of, order, sum } = await withOrder(on);
    const [adults, child] = [await of('Adult'), await of('Child')];
    expect(await act('/give_back', { [adults]: '1', amount: '12.01' })).toMatchObject({
      code: 400,
      fields: { amount: expect.stringContaining('£12.00') },
    });
    await act('/give_back', { [adults]: '1', amount: '5' });
    expect((await order()).money).toEqual({ worth: 2200, paid: 2900, due: 0, back: 0 });
    await act('/give_back', { [child]: '1', amount: '' });
    expect(await sum()).toBe(1900);
    expect((await order()).history.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'returned tickets',
        'sold tickets',
        'wrote the email “Confirmation”',
        'wrote the email “Changed”',
      ]),
    );
  },
);

onSite('an amount retained for returned tickets stays retained when the rest of the order is cancelled', async (on) => {
  const { act, of, order, sum } = await withOrder(on);
  await act('/give_back', { [await of('Adult')]: '1', amount: '5' });
  expect(await act('/cancel')).toMatchObject({
    code: 200,
    msg: expect.stringContaining('Refunded £22.00 in cash'),
  });
  expect(await sum()).toBe(700);
  expect(await order()).toMatchObject({ order: { status: 'refunded' }, money: { paid: 700, back: 0 } });
});

onEachSite('tickets of an archived show can’t be exchanged, and the page of the order says so', async (on) => {
  const { act, of, order, send, show, second } = await withOrder(on);
  expect((await order()).show.archived).toBe(false);
  await send('POST', `/members/api/manage_shows/${show}/archive`);
  expect((await order()).show.archived).toBe(true);
  expect(await act('/exchange', { [await of('Adult')]: '2', performance_id: second })).toMatchObject({
    code: 409,
    msg: 'To exchange tickets, restore the show in Manage Shows first.',
  });
});

onSite('the page of an order offers no performance of a cancelled show for an exchange', async (on) => {
  const { order, show } = await withOrder(on);
  const listCancelled = async () => (await order()).performances.map(({ cancelled }) => cancelled);
  expect(await listCancelled()).toEqual([false, false]);
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  expect(await listCancelled()).toEqual([true, true]);
});

onEachSite('an exchange takes today’s price, and the difference is paid or refunded', async (on) => {
  const { act, of, order, sum, post, second, page, performance } = await withOrder(on);
  const dear = (await page()).performances[1]?.ticket_types.find(({ name }) => name === 'Adult')?.id;
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'adult', price: '15', version: 1 });
  const form = async (to: string, more: object = {}) => ({ [await of('Adult')]: '2', performance_id: to, ...more });
  expect(await act('/exchange', await form(second, { how: 'card' }))).toMatchObject({
    code: 200,
    msg: expect.stringContaining('£6.00 more taken by card.'),
  });
  expect((await page()).performances.map(({ sold }) => sold)).toEqual([1, 2]);
  expect((await order()).money).toEqual({ worth: 4000, paid: 4000, due: 0, back: 0 });
  expect(await act('/exchange', { ...(await form(second)), [await of('Child')]: '1' })).toMatchObject({ code: 400 });
  expect(await act('/exchange', await form(''))).toMatchObject({
    code: 400,
    fields: { performance_id: 'Choose a performance.' },
  });
  const back = `of_${(await order()).tickets.find((one) => one.type === 'adult')?.id}`;
  expect(await act('/exchange', { [back]: '1', performance_id: performance })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('Refunded £3.00 '),
  });
  expect(await sum()).toBe(3700);
  // The whole amount is refunded, each payment by its own method
  await act('/cancel');
  expect(await sum()).toBe(0);
  expect(await order()).toMatchObject({ order: { status: 'refunded' }, tickets: [], money: { back: 0 } });
});

onEachSite(
  'a ticket’s type can be changed at the same performance, settling the difference or keeping the price',
  async (on) => {
    const { act, of, order, sum, performance, page } = await withOrder(on);
    const typeId = async (name: string) =>
      (await page()).performances[0]?.ticket_types.find((type) => type.name === name)?.id;
    const form = { [await of('Adult')]: '1', performance_id: performance, ticket_type: await typeId('Child') };
    expect(await act('/exchange', { ...form, ticket_type: await typeId('Adult') })).toMatchObject({ code: 400 });
    expect(await act('/exchange', { ...form, difference: 'keep' })).toMatchObject({
      code: 200,
      msg: expect.stringContaining('The price stays as it was paid: £2.00 isn’t refunded.'),
    });
    expect((await order()).money).toMatchObject({ worth: 3400, paid: 3400, back: 0 });
    expect(
      await act('/exchange', { ...form, [await of('Adult')]: '1', [Object.keys(form)[0] ?? '']: undefined }),
    ).toMatchObject({
      code: 200,
      msg: expect.stringContaining('1 Adult as Child'),
    });
    expect((await order()).money).toMatchObject({ worth: 3200, paid: 3200, back: 0 });
    expect(await sum()).toBe(3200);
    expect((await page()).performances[0]).toMatchObject({ sold: 3 });
  },
);

onSite('an unpaid order takes the new price when its tickets are exchanged', async (on) => {
  const { act, of, order, performance, page } = await withOrder(on, { how: 'reserved' });
  const child = (await page()).performances[0]?.ticket_types.find(({ name }) => name === 'Child')?.id;
  const form = { [await of('Adult')]: '2', performance_id: performance, ticket_type: child, difference: 'keep' };
  expect(await act('/exchange', form)).toMatchObject({ code: 200, msg: expect.stringContaining('£4.00 less to pay.') });
  expect((await order()).money).toMatchObject({ worth: 3000, due: 3000 });
});

onEachSite('free tickets added to a paid order stay free when they are exchanged', async (on) => {
  const { act, order, sum, second, post } = await withOrder(on);
  const ref = (await order()).order.ref;
  const to_item = 'Blithe Spirit - Wed 14th Apr 7:30pm - Adult';
  await post(`${bookingCallsPath}/add_booking_mod`, { ref_num: `${ref}`, change_quantity: '2', to_item });
  const free = (await order()).tickets.find(({ pence }) => pence === 0)?.id;
  const form = { [`of_${free}`]: '2', performance_id: second };
  expect((await act('/exchange', form)).msg).not.toContain('more taken');
  expect((await order()).money).toMatchObject({ worth: 3400, paid: 3400 });
  expect(await sum()).toBe(3400);
});

onEachSite('a percentage code is taken off the new price when tickets are exchanged', async (on) => {
  const { act, of, order, post, second, page, id } = await withOrder(on);
  const types = (await page()).performances[1]?.ticket_types ?? [];
  const dear = types.find(({ name }) => name === 'Adult')?.id;
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'Adult', price: '25', version: 1 });
  await write(on.db, async (tx) => {
    // The adult tickets were sold with a promo code for 50% off
    const half = { discount: 600, percent: 50, off_pence: 0 };
    await tx.updateTable('ticket').set(half).where('order_id', '=', id).where('type', '=', 'Adult').execute();
  });
  const adults = await of('Adult');
  expect(await act('/exchange', { [adults]: '2', performance_id: second })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('£13.00 more taken in cash.'),
  });
  const sold = (await order()).tickets.filter(({ type }) => type === 'Adult');
  expect(sold.map(({ pence, discount }) => [pence, discount])).toEqual([
    [2500, 1250],
    [2500, 1250],
  ]);
});

onSite('an impossible exchange is refused with the reason, and nothing changes', async (on) => {
  const { act, of, order, post, second, page, performance, send } = await withOrder(on);
  const before = await order();
  const form = { [await of('Adult')]: '2', [await of('Child')]: '1' };
  await post(`${bookingCallsPath}/performances/${second}`, { datetime: '2027-04-15T19:30', capacity: '2', version: 1 });
  expect(await act('/exchange', { ...form, performance_id: second })).toMatchObject({
    code: 409,
    msg: 'There are only 2 places left for Thursday 15 April 2027 at 7.30pm. The order hasn’t changed.',
  });
  const child = (await page()).performances[1]?.ticket_types.find(({ name }) => name === 'Child')?.id;
  await post(`${bookingCallsPath}/ticket_types/${child}/remove`, {});
  expect(await act('/exchange', { ...form, performance_id: second })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('There are no “Child” tickets'),
  });
  await send('POST', `${bookingCallsPath}/performances/${second}/cancel`);
  expect((await act('/exchange', { ...form, performance_id: second })).code).toBe(409);
  expect((await act('/exchange', { ...form, performance_id: performance })).code).toBe(400);
  const other = await on.a.show({ title: 'Hamlet', date: '2027-06-01' });
  const { id: elsewhere } = (
    await post(`${bookingCallsPath}/add_new_performance`, { datetime: '2027-06-01T19:30', show_id: other })
  ).json();
  expect((await act('/exchange', { ...form, performance_id: elsewhere })).code).toBe(409);
  expect(await order()).toMatchObject({ tickets: before.tickets, money: before.money });
});

onSite(
  'tickets can’t be moved to a past performance, but tickets for a past performance can be exchanged',
  async (on) => {
    const { act, of, order, post, show, second, performance, page } = await withOrder(on);
    const { id: past } = (
      await post(`${bookingCallsPath}/add_new_performance`, {
        datetime: '2020-04-14T19:30',
        show_id: show,
        confirmed: '1',
      })
    ).json();
    const form = { [await of('Adult')]: '2' };
    expect(await act('/exchange', { ...form, performance_id: past })).toMatchObject({
      code: 409,
      msg: 'Tuesday 14 April 2020 at 7.30pm is over: choose a performance still to come. The order hasn’t changed.',
    });
    expect(await order()).toMatchObject({ money: { worth: 3400 } });
    // The order's performance is moved to the past. Nobody was checked in for it
    const missed = (await page()).performances.find(({ id }) => id === performance);
    expect(missed).toBeDefined();
    const moved = { datetime: '2020-04-13T19:30', version: missed?.version, confirmed: '1' };
    expect((await post(`${bookingCallsPath}/performances/${performance}`, moved)).json()).toMatchObject({ code: 200 });
    const child = missed?.ticket_types.find(({ name }) => name === 'Child')?.id;
    expect(
      await act('/exchange', { [await of('Adult')]: '1', performance_id: performance, ticket_type: child }),
    ).toMatchObject({ code: 200 });
    expect(await act('/exchange', { [await of('Adult')]: '1', performance_id: second })).toMatchObject({ code: 200 });
  },
);

onSite('a confirmation needs an email address, and goes to one that was added later', async (on) => {
  const { act, order } = await withOrder(on, { email: '' });
  expect(await act('/confirmation')).toMatchObject({ code: 409, msg: expect.stringContaining('no email address') });
  const buyer = { name: 'Dot Hollis', email: 'dot@mail.example', phone: '', note: 'A wheelchair', version: 1 };
  expect(await act('', buyer)).toMatchObject({ code: 200 });
  expect(await act('/confirmation')).toMatchObject({ code: 200, msg: expect.stringContaining('dot@mail.example') });
  expect(await act('/confirmation')).toMatchObject({ code: 409 });
  expect((await listSentMails(on.db.read)).map(({ to }) => to)).toEqual(['dot@mail.example']);
  const { order: saved, history } = await order();
  expect(saved).toMatchObject({ name: 'Dot Hollis', note: 'A wheelchair' });
  // Saving the same details again isn't a change
  expect(await act('', { ...buyer, version: saved.version })).toMatchObject({ code: 200 });
  expect((await order()).history).toEqual(history);
});

onEachSite('undoing a mistaken cash payment reverses the ledger entry and reserves the order again', async (on) => {
  const { act, order, sum, entries } = await withOrder(on, { how: 'reserved' });
  expect(await act('/unpay', { reason: 'Not yet' })).toMatchObject({ code: 409 });
  await act('/pay', { how: 'cash' });
  expect(await act('/unpay', {})).toMatchObject({
    code: 400,
    fields: { reason: 'Say why the order hasn’t been paid.' },
  });
  expect(await act('/unpay', { reason: 'It was the other Hollis' })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('Dorothy Hollis: marked as unpaid. £34.00 to pay at the door.'),
  });
  const after = await order();
  expect(after).toMatchObject({ order: { status: 'reserved', paid_by: '' }, money: { paid: 0, due: 3400, back: 0 } });
  expect(after.tickets).toHaveLength(3);
  expect((await entries()).map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
    ['charge', -3400],
    ['charge', 3400],
  ]);
  expect(after.history).toContainEqual(
    expect.objectContaining({
      what: 'reversed a payment for tickets',
      detail: expect.stringContaining('£34.00. It was the other Hollis'),
    }),
  );
  // If the button is pressed twice, even by two people, the payment is undone only once
  expect(await act('/unpay', { reason: 'Again' })).toMatchObject({ code: 409 });
  await act('/pay', { how: 'card' });
  expect(await order()).toMatchObject({ order: { status: 'paid', paid_by: 'card' }, money: { paid: 3400, due: 0 } });
  expect(await sum()).toBe(3400);
  expect(await findBrokenRules(on.db)).toEqual([]);
});

onEachSite('an unpaid order of a past show still has to be paid, but not at the door', async (on) => {
  const { id } = await withOrder(on, { how: 'cheque' });
  const path = `/members/bookings/order/${id}`;
  on.at('2027-04-14T21:00:00.000Z');
  const steward = await on.as(await on.a.user({ role: 'admin' }));
  expect((await steward.page(path)).content).toMatchObject({ is_over: false });
  on.at('2027-05-02T12:00:00.000Z');
  const treasurer = await on.as(await on.a.user({ role: 'admin' }));
  const unpaid = (await treasurer.post(`${bookingCallsPath}/orders/${id}/unpay`, { reason: 'It bounced' })).json();
  expect(unpaid.msg).toContain('marked as unpaid. £34.00 still to pay.');
  expect((await treasurer.page(path)).content).toMatchObject({ is_over: true });
  expect((await treasurer.get(path)).body).toContain('£34.00 still to pay.');
});

onEachSite('an unpaid order of an archived past show still has to be paid, but not at the door', async (on) => {
  const { id } = await withOrder(on, { how: 'cheque' });
  on.at('2027-05-02T12:00:00.000Z');
  const treasurer = await on.as(await on.a.user({ role: 'admin' }));
  const show = await on.db.read.selectFrom('show').select('id').executeTakeFirstOrThrow();
  await treasurer.post(`/members/api/manage_shows/${show.id}/archive`, {});
  const unpaid = (await treasurer.post(`${bookingCallsPath}/orders/${id}/unpay`, { reason: 'It bounced' })).json();
  expect(unpaid.msg).toContain('marked as unpaid. £34.00 still to pay.');
});

onEachSite(
  'an order’s history says which emails were stored unsent because the site had no mail server',
  async (on) => {
    const { order } = await withOrder(on);
    const wrote = async () => (await order()).history.filter(({ what }) => what.startsWith('wrote'));
    expect(await wrote()).toMatchObject([{ detail: '' }]);
    await write(on.db, (tx) => tx.updateTable('mail').set({ kept: 1 }).execute());
    expect(await wrote()).toMatchObject([{ detail: expect.stringContaining('It wasn’t sent') }]);
  },
);

onEachSite('a cancelled order whose money is partly retained is shown as partly refunded', async (on) => {
  const { of, act, order } = await withOrder(on, { how: 'card' });
  const tickets = Object.fromEntries([
    [await of('Adult'), '2'],
    [await of('Child'), '1'],
  ]);
  await act('/give_back', { ...tickets, amount: '20' });
  const { order: after, account } = await order();
  expect(after).toMatchObject({ status: 'refunded' });
  const label = { ...after, ...account, total: 0, paid: account.held, back: 0, back_disputed: 0 };
  expect(formatOrderStatus(label)).toBe('Partly refunded');
});

onEachSite('an order’s page says how its single payment was made', async (on) => {
  const { act, get, id } = await withOrder(on, { how: 'reserved' });
  await act('/pay', { how: 'card' });
  expect((await get(`/members/bookings/order/${id}`)).body).toContain('. Paid by card, on our card machine');
});

onEachSite('undoing a partly retained payment reverses the whole payment and names the retained amount', async (on) => {
  const { act, of, order, sum } = await withOrder(on);
  await act('/give_back', { [await of('Adult')]: '1', amount: '0' });
  expect(await order()).toMatchObject({ account: { paid: 3400, retained: 1200 } });
  expect(await act('/unpay', { reason: 'A slip' })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('£22.00 to pay at the door. The £12.00 retained for returned tickets isn’t asked for'),
  });
  expect((await order()).history).toContainEqual(
    expect.objectContaining({
      what: 'reversed a payment for tickets',
      detail: expect.stringContaining(': £34.00, of which £12.00 was retained for returned tickets. A slip'),
    }),
  );
  expect(await sum()).toBe(0);
});

onEachSite('neither an order with a refund nor a complimentary order can be marked as unpaid', async (on) => {
  const { act, of, order, sum } = await withOrder(on);
  await act('/give_back', { [await of('Adult')]: '1' });
  expect(await act('/unpay', { reason: 'A slip' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('refunded already'),
  });
  expect(await order()).toMatchObject({ order: { status: 'paid' }, money: { paid: 2200 } });
  expect(await sum()).toBe(2200);
  const gift = await withOrder(on, { how: 'comp', reason: 'The local paper' });
  expect(await gift.act('/unpay', { reason: 'A slip' })).toMatchObject({ code: 409 });
});

onEachSite('an order with one of two payments fully refunded can’t be marked as unpaid', async (on) => {
  const { act, of, order, page, post, sum, second } = await withOrder(on);
  const dear = (await page()).performances[1]?.ticket_types.find(({ name }) => name === 'Adult')?.id;
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'Adult', price: '15', version: 1 });
  await act('/exchange', { performance_id: second, [await of('Adult')]: '2' });
  expect((await order()).money.paid).toBe(4000);
  // This refunds the amount paid for the exchange, but nothing of the earlier payment
  await act('/give_back', { [await of('Adult')]: '1', amount: '6' });
  expect(await act('/unpay', { reason: 'A slip' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('refunded already'),
  });
  expect(await order()).toMatchObject({ order: { status: 'paid' } });
  expect(await sum()).toBe(3400);
});

onEachSite('one of two payments can be reversed, and its amount is due again', async (on) => {
  const { act, of, order, page, post, get, sum, second } = await withOrder(on, { how: 'reserved' });
  await act('/pay', { how: 'cash' });
  const dear = (await page()).performances[1]?.ticket_types.find(({ name }) => name === 'Adult')?.id;
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'Adult', price: '15', version: 1 });
  await act('/exchange', { performance_id: second, [await of('Adult')]: '2', how: 'cheque' });
  const letters = (await listSentMails(on.db.read)).map(({ text }) => text);
  expect(letters).toContainEqual(expect.stringContaining('You paid £6.00 more by cheque.'));
  const cheque = (await order()).account.payments.find(({ source }) => source === 'cheque');
  expect(await act('/unpay', { reason: 'It bounced', payment: 'nosuchpayment' })).toMatchObject({ code: 409 });
  expect(await act('/unpay', { reason: 'It bounced', payment: cheque?.id })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('£6.00 by cheque marked as unpaid. £6.00 to pay at the door.'),
  });
  const after = await order();
  expect(after).toMatchObject({ order: { status: 'reserved' }, money: { paid: 3400, due: 600 } });
  expect(after.history.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(': £34.00 in cash'),
      expect.stringContaining(': £6.00 by cheque. It bounced'),
    ]),
  );
  expect((await get('/members/get_sums.csv')).body).toContain('"-6.00",,"It bounced"');
  const exported = (await get('/members/bookings/orders.csv')).body.trim().split('\r\n');
  expect(exported[0]).toMatch(/"paid","to pay"$/);
  expect(exported[1]).toMatch(/"34\.00","6\.00"$/);
  await act('/pay', { how: 'cash' });
  expect(await order()).toMatchObject({ order: { status: 'paid' }, money: { paid: 4000, due: 0 } });
  expect(await sum()).toBe(4000);
  expect(await findBrokenRules(on.db)).toEqual([]);
});

onEachSite('if two cheques bounce, both payments can be reversed, and the whole price is due again', async (on) => {
  const { act, of, order, page, post, sum, second } = await withOrder(on, { how: 'reserved' });
  await act('/pay', { how: 'cheque' });
  const dear = (await page()).performances[1]?.ticket_types.find(({ name }) => name === 'Adult')?.id;
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'Adult', price: '15', version: 1 });
  await act('/exchange', { performance_id: second, [await of('Adult')]: '2', how: 'cheque' });
  // Payments made at the same moment are in no particular order
  const { payments } = (await order()).account;
  const [first, other] = [3400, 600].map((amount) => payments.find((payment) => payment.amount === amount));
  await act('/unpay', { reason: 'It bounced', payment: other?.id });
  expect(await act('/unpay', { reason: 'A slip', payment: 'last' })).toMatchObject({ code: 409 });
  expect(await act('/unpay', { reason: 'It bounced as well', payment: first?.id })).toMatchObject({
    code: 200,
    msg: expect.stringContaining('£34.00 by cheque marked as unpaid. £40.00 to pay at the door.'),
  });
  expect(await order()).toMatchObject({ order: { status: 'reserved' }, money: { paid: 0, due: 4000 } });
  expect(await sum()).toBe(0);
  expect(await act('/unpay', { reason: 'Again', payment: first?.id })).toMatchObject({ code: 409 });
  expect(await findBrokenRules(on.db)).toEqual([]);
});

onEachSite('at the door, undoing one of an order’s payments reverses only that payment', async (on) => {
  const { act, of, order, page, post, sum, second, id } = await withOrder(on, { how: 'reserved' });
  let minutes = 0;
  const aMinuteLater = () => {
    minutes += 1;
    on.at(addMs('2026-11-21T12:00:00.000Z', minutes * minute));
  };
  await act('/pay', { how: 'transfer' });
  const dear = (await page()).performances[1]?.ticket_types.find(({ name }) => name === 'Adult')?.id;
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'Adult', price: '15', version: 1 });
  aMinuteLater();
  await act('/exchange', { performance_id: second, [await of('Adult')]: '2', how: 'cheque' });
  const transfer = (await order()).account.payments.find(({ source }) => source === 'transfer');
  await act('/unpay', { reason: 'It never came', payment: transfer?.id });
  const user = await on.a.user();
  await on.a.allow(user, { door: true });
  const steward = await on.as(user);
  const atDoor = async (what: string, body: object) =>
    (await steward.post(`${bookingCallsPath}/orders/${id}${what}`, body)).json();
  for (const payment of ['', 'last']) {
    aMinuteLater();
    expect(await atDoor('/pay', { how: 'cash' })).toMatchObject({ msg: expect.stringContaining('£34.00 taken') });
    expect(await atDoor('/unpay', { reason: 'Wrong party', payment })).toMatchObject({
      code: 200,
      msg: expect.stringContaining('£34.00 in cash marked as unpaid. £34.00 to pay at the door.'),
    });
    expect(await order()).toMatchObject({ order: { status: 'reserved' }, money: { paid: 600, due: 3400 } });
    expect(await sum()).toBe(600);
  }
  // With `last`, the box office undoes only the latest payment
  aMinuteLater();
  await act('/pay', { how: 'cash' });
  expect(await act('/unpay', { reason: 'Wrong party', payment: 'last' })).toMatchObject({ code: 200 });
  expect(await order()).toMatchObject({ order: { status: 'reserved' }, money: { paid: 600, due: 3400 } });
  // At the door, the payment taken at the door is undone, not the later payment for the exchange
  aMinuteLater();
  await atDoor('/pay', { how: 'card' });
  aMinuteLater();
  await post(`${bookingCallsPath}/ticket_types/${dear}`, { name: 'Adult', price: '16', version: 2 });
  const adults = (await order()).tickets.find(({ type }) => type === 'Adult');
  await act('/exchange', { performance_id: second, [`of_${adults?.id}`]: '2', how: 'cheque' });
  await atDoor('/unpay', { reason: 'Wrong party' });
  expect((await order()).account.payments.map(({ source }) => source)).not.toContain('card_machine');
  expect(await sum()).toBe((await order()).account.held);
  expect(await findBrokenRules(on.db)).toEqual([]);
});

onEachSite('a correction of a payment from a closed year names the year in which the correction counts', async (on) => {
  const { act, order, of, id } = await withOrder(on, { how: 'cash' });
  await act('/refund', { amount: '5', reason: 'Goodwill', tickets: 'keep', [await of('Adult')]: '1' });
  const [payment] = (await order()).account.payments;
  expect((await order()).correction_years).toEqual({});
  on.at('2027-09-05T12:00:00.000Z');
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const { token } = (await admin.get('/members/get_sums?react&startyear=2026')).json().year_status;
  expect((await admin.post('/members/api/get_sums/years/2026/close', { token })).json()).toMatchObject({ code: 200 });
  const { manual_refunds, correction_years } = OrderContent.parse(
    (await admin.page(`/members/bookings/order/${id}`)).content,
  );
  const refund = manual_refunds[0]?.id ?? '';
  expect(correction_years).toEqual({ [payment?.id ?? '']: '2027–28', [refund]: '2027–28' });
  const counts = 'It counts today, in 2027–28: the year of the entry is closed.';
  const send = async (what: string, body: object) =>
    (await admin.post(`${bookingCallsPath}/orders/${id}${what}`, body)).json().msg;
  expect(await send('/correct_refund', { refund, reason: 'Never sent' })).toContain(counts);
  expect(await send('/unpay', { reason: 'It bounced' })).toContain(counts);
});

onEachSite('a spreadsheet filtered by performance leaves out an order’s tickets for other performances', async (on) => {
  const { act, of, second, performance, get, show } = await withOrder(on);
  await act('/exchange', { performance_id: second, [await of('Child')]: '1' });
  const sheet = async (night: string) => (await get(`/members/bookings/orders.csv?show=${show}&night=${night}`)).body;
  const tickets = async (night: string) => (await sheet(night)).match(/"\d (?:Adult|Child)"/g)?.sort();
  expect(await tickets(performance)).toEqual(['"2 Adult"']);
  expect(await tickets(second)).toEqual(['"1 Child"']);
  expect(await tickets('')).toEqual(['"1 Child"', '"2 Adult"']);
});

onEachSite('of two simultaneous requests to mark an order as unpaid, one is refused', async (on) => {
  const { act, sum } = await withOrder(on, { how: 'cash' });
  const both = await Promise.all([act('/unpay', { reason: 'A slip' }), act('/unpay', { reason: 'A slip' })]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await sum()).toBe(0);
});

onEachSite('an order paid in two parts is refunded from the latest payment first', async (on) => {
  const { act, of, id, show, entries } = { ...(await withOrder(on, { how: 'reserved' })), ...on };
  const about = { about: 'tickets', show_id: show, label: 'Blithe Spirit' } as const;
  const charge = { kind: 'charge', environment: 'production', about } as const;
  const first = { id: newId(), at: '2026-11-21T10:00:00.000Z', source: 'cash', pence: 2400 } as const;
  const last = { id: newId(), at: '2026-11-21T11:00:00.000Z', source: 'transfer', pence: 1000 } as const;
  await write(on.db, async (tx) => {
    await tx.updateTable('ticket_order').set({ status: 'paid', paid_by: 'cash' }).where('id', '=', id).execute();
    for (const paid of [first, last]) await postEntry(tx, { ...charge, ...paid });
    // The database may return rows in any order, for example after a restore
    for (const paid of [last, first])
      await tx.insertInto('order_charge').values({ entry_id: paid.id, order_id: id, paid_by: 'card' }).execute();
  });
  expect(await act('/give_back', { [await of('Child')]: '1' })).toMatchObject({ code: 200 });
  expect((await entries()).filter(({ kind }) => kind === 'refund')).toMatchObject([
    { source: 'transfer', amount: -1000 },
  ]);
  expect(await act('/refund', { [`to_${last.id}`]: '1', reason: 'Ill', tickets: 'keep' })).toMatchObject({
    code: 400,
    fields: { [`to_${last.id}`]: 'Nothing of this payment is left to refund.' },
  });
});

onSite('a refund for returned tickets that aren’t paid for is refused', async (on) => {
  const { act, of } = await withOrder(on, { how: 'reserved' });
  expect(await act('/give_back', { [await of('Adult')]: '1', amount: '5' })).toMatchObject({
    code: 400,
    fields: { amount: 'Nothing can be refunded for these tickets.' },
  });
});

let practice: PracticeSquare;
onEachSite(
  'an online card payment is refunded to the card only while the sign-in is recent',
  async (on) => {
    const { act, of, order, show, db, id, entries } = { ...(await withOrder(on, { how: 'reserved' })), ...on };
    const clock = () => new Date('2026-11-21T12:00:00.000Z');
    const paymentProvider = openTestProvider(practice);
    const charge = newId();
    const about = { about: 'tickets', show_id: show, label: 'Blithe Spirit' } as const;
    const at = clock().toISOString();
    const paying = { db, clock, paymentProvider, all: contributions };
    await write(db, (tx) =>
      createChargeIntent(
        tx,
        {
          ...{ about, subject: `order ${id}`, attempt: '1', userId: null, pence: 3400, note: 'Tickets' },
          source: { token: 'cnon:card-nonce-ok' },
        },
        { id: charge, environment: paymentProvider.environment, locationId: paymentProvider.locationId, at },
      ),
    );
    expect((await submitIntent(paying, charge)).status).toBe('settled');
    await write(db, async (tx) => {
      await tx.updateTable('ticket_order').set({ status: 'paid', paid_by: 'card' }).where('id', '=', id).execute();
      await tx.insertInto('order_charge').values({ entry_id: charge, order_id: id, paid_by: 'card' }).execute();
    });
    expect(await order()).toMatchObject({ by_card: true, money: { paid: 3400 } });
    const child = await of('Child');
    expect(await act('/give_back', { [child]: '1' })).toMatchObject({
      code: 200,
      msg: expect.stringContaining('Square has been asked to refund £10.00 to the card.'),
    });
    expect((await order()).money).toEqual({ worth: 2400, paid: 2400, due: 0, back: 0 });
    expect((await order()).history.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/1 Child\. Square has been asked to refund £10\.00 to the card/),
    );
    // Eleven minutes later, somebody else may be using the device
    on.at('2026-11-21T12:11:00.000Z');
    expect(await act('/cancel')).toMatchObject({ code: 403, needs: 'password' });
    on.at('2026-11-21T12:01:00.000Z');
    expect(await act('/cancel')).toMatchObject({
      code: 200,
      msg: expect.stringContaining('refund £24.00 to the card'),
    });
    expect(
      (await entries())
        .filter(({ kind }) => kind === 'refund')
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([-1000, -2400]);
    expect(
      practice.journal
        .all('refund')
        .map(({ amount_money }) => amount_money.amount)
        .sort(),
    ).toEqual([1000, 2400]);
  },
  undefined,
  async (clock) => {
    practice = await startTestSquare({ clock });
    return openTestProvider(practice);
  },
);

onEachSite('a refund that keeps the tickets valid leaves the order paid and emails the buyer', async (on) => {
  const { act, order, sum, get, show, pageAt } = await withOrder(on);
  const refund = { amount: '34', reason: 'The heating failed', tickets: 'keep' };
  expect(await act('/refund', { ...refund, tickets: undefined })).toMatchObject({
    ...{ code: 400, fields: { tickets: 'Choose what happens to the tickets.' } },
  });
  expect(await act('/refund', { ...refund, reason: '' })).toMatchObject({
    code: 400,
    fields: { reason: expect.any(String) },
  });
  expect(await act('/refund', { ...refund, amount: '34.01' })).toMatchObject({ code: 400 });
  expect(await act('/refund', { ...refund, held: '3399' })).toMatchObject({ code: 409 });
  expect(await sum()).toBe(3400);
  expect(await act('/refund', { ...refund, held: '3400' })).toMatchObject({
    ...{
      code: 200,
      msg: expect.stringContaining('Refunded £34.00 in cash: hand it to Dorothy Hollis. The tickets stay valid.'),
    },
  });
  expect(await sum()).toBe(0);
  const { order: current, account, history, tickets, link } = await order();
  expect(current.status).toBe('paid');
  expect(tickets).toHaveLength(3);
  expect(account).toMatchObject({
    sold: 3400,
    paid: 3400,
    refunded: 3400,
    held: 0,
    due: 0,
    owed: 0,
    refunded_valid: 3400,
  });
  expect(history.find(({ what }) => what === 'refunded an order')?.detail).toContain(
    '£34.00 in cash. The heating failed.',
  );
  const letter = (await listSentMails(on.db.read)).find(({ subject }) => subject === 'Your refund for Blithe Spirit');
  expect(letter?.text).toContain('We’re refunding £34.00 in cash.');
  expect(letter?.text).toContain('The reason: The heating failed');
  expect(letter?.text).toContain('£34.00 has been paid. £34.00 has been refunded.');
  expect((await pageAt(link)).content).toMatchObject({ state: 'booked', account: { paid: 3400, refunded: 3400 } });
  // When the confirmation is sent again, it doesn't say that there is nothing to pay
  await act('/confirmation');
  const again = (await listSentMails(on.db.read)).filter(({ text }) => text.includes('There is nothing to pay'));
  expect(again).toEqual([]);
  const csv = (await get(`/members/bookings/orders.csv?show=${show}`)).body;
  expect(csv).toContain('"£34.00: The heating failed"');
  // The headings must stay, because people's own spreadsheets look columns up by them
  expect(csv).toContain('"being refunded","reasons of refunds","needs"');
});

onEachSite(
  'a refund that cancels tickets releases their places, and the money not refunded is retained',
  async (on) => {
    const { act, order, of, page, sum } = await withOrder(on);
    const adults = await of('Adult');
    const some = { amount: '5', reason: 'One is ill', tickets: 'cancel', [adults]: '1' };
    expect(await act('/refund', some)).toMatchObject({ code: 200, msg: expect.stringContaining('1 Adult cancelled.') });
    expect(await order()).toMatchObject({
      ...{ order: { status: 'paid' }, account: { sold: 2200, paid: 3400, refunded: 500, retained: 700, owed: 0 } },
    });
    expect((await page()).performances[0]).toMatchObject({ sold: 2 });
    // Retained money can be refunded later, and then no longer counts as retained
    const refund = { reason: 'Goodwill', tickets: 'retained' };
    expect(await act('/refund', { ...refund, amount: '7.01' })).toMatchObject({
      ...{ code: 400, fields: { tickets: 'Only £7.00 was retained for returned tickets.' } },
    });
    expect(await act('/refund', { ...refund, amount: '7' })).toMatchObject({ code: 200 });
    expect((await order()).account).toMatchObject({ refunded: 1200, retained: 0, held: 2200, refunded_valid: 0 });
    expect(await act('/refund', { reason: 'All are ill', tickets: 'cancel' })).toMatchObject({ code: 200 });
    expect(await order()).toMatchObject({ order: { status: 'refunded' }, account: { sold: 0, held: 0, owed: 0 } });
    expect(await sum()).toBe(0);
    expect(await act('/refund', { reason: 'Again' })).toMatchObject({ code: 409 });
  },
);

onSite('a later refund of an order without tickets is emailed as a refund, not as another cancellation', async (on) => {
  const { act } = await withOrder(on);
  await act('/refund', { amount: '0', reason: 'Late', tickets: 'cancel' });
  expect(await act('/refund', { reason: 'Goodwill' })).toMatchObject({ code: 200 });
  const subjects = (await listSentMails(on.db.read)).map(({ subject }) => subject).sort();
  const title = 'Blithe Spirit';
  expect(subjects).toEqual([
    `Your refund for ${title}`,
    `Your tickets for ${title}`,
    `Your tickets for ${title} have been cancelled`,
  ]);
});

onSite('the whole history of an order can be shown, 200 entries of the log at a time', async (on) => {
  const { act, id, pageAt } = await withOrder(on, { how: 'reserved' });
  await act('/pay', { how: 'cash' });
  const entry = { actor_id: '', actor_name: 'Bea Till', action: 'order.wishes_changed', subject: id, address: '' };
  await write(on.db, async (tx) => {
    for (let index = 0; index < 201; index += 1) {
      const at = addMs('2027-01-01T12:00:00.000Z', index * minute);
      await tx
        .insertInto('audit')
        .values({ ...entry, id: newId(), at, detail: `${index}` })
        .execute();
    }
  });
  const shown = async (path: string) => OrderContent.parse((await pageAt(path)).content);
  const { history, older_history } = await shown(`/members/bookings/order/${id}`);
  expect(history.map(({ detail }) => detail)).toEqual(Array.from({ length: 200 }, (_, index) => `${200 - index}`));
  expect(older_history).toBe(`/members/bookings/order/${id}?history=400#history`);
  const all = await shown(older_history.replace('#history', ''));
  expect(all.older_history).toBe('');
  expect(all.history.map(({ detail }) => detail).slice(0, 201)).toEqual(
    Array.from({ length: 201 }, (_, index) => `${200 - index}`),
  );
  // These happened in the same instant
  expect(all.history.slice(201).map(({ what }) => what)).toEqual(
    expect.arrayContaining(['reserved tickets', 'wrote the email “Confirmation”', 'took payment for tickets']),
  );
});
