import { expect } from 'vitest';
import { formatExchangeDifference } from '#features/box-office/orders/exchange-price.ts';
import { OrderContent } from '#features/box-office/orders/order-page-contract.ts';
import { onEachShop, type ShopTestContext } from '#tests/support/society/shop.ts';

const bookings = '/members/api/bookings';

/** Creates an order with £24.00 paid by card, and £0.73 in cash for exchanging a ticket for a dearer one. */
async function orderPaidInTwoWays(on: ShopTestContext) {
  const buyer = on.visitor();
  await buyer.hold({ [on.type('Adult')]: '2' });
  await buyer.pay();
  const second = await on.add('2027-04-15T19:30');
  const types = async (performance: string) =>
    on.db.read.selectFrom('ticket_type').selectAll().where('performance_id', '=', performance).execute();
  const idOf = async (performance: string, type: string) =>
    (await types(performance)).find(({ name }) => name === type)?.id ?? '';
  await on.admin.post(`${bookings}/ticket_types/${await idOf(second, 'Adult')}`, {
    ...{ name: 'Adult', price: '12.73', version: 1 },
  });
  const [{ id = '', ref = 0 } = {}] = await on.orders();
  const page = async () => OrderContent.parse((await on.admin.page(`/members/bookings/order/${id}`)).content);
  const exchange = async (body: object) =>
    (await on.admin.post(`${bookings}/orders/${id}/exchange`, body)).json() as { code: number; msg: string };
  on.at('2026-11-21T12:05:00.000Z');
  const [first] = (await page()).tickets;
  const dearer = await exchange({ [`of_${first?.id}`]: '1', performance_id: second, how: 'cash' });
  expect(dearer.msg).toContain('£0.73 more taken in cash.');
  return { id, ref, second, page, exchange, idOf };
}

onEachShop(
  'an exchange that refunds money announces each refund beforehand, and the order’s history lists them',
  async (on) => {
    const { page, exchange, idOf } = await orderPaidInTwoWays(on);
    const child = await idOf(on.first, 'Child');
    const before = await page();
    const ticket = before.tickets.find(({ performance_id }) => performance_id === on.first);
    const announced = formatExchangeDifference(before, -200, 'settle');
    expect(announced).toBe(
      'Refunds £0.73 in cash and £1.27 to Visa ending in 1111. A refund to a card goes to Square straight away and can’t be undone. Pay out the £0.73 yourself.',
    );
    on.at('2026-11-21T12:06:00.000Z');
    const done = await exchange({ [`of_${ticket?.id}`]: '1', performance_id: on.first, ticket_type: child });
    expect(done.msg).toContain('Refunded £0.73 in cash');
    expect(done.msg).toContain('refund £1.27 to the card');
    const { history, account } = await page();
    expect(account.payments.map(({ refunded, pending }) => refunded + pending)).toEqual([127, 73]);
    const exchanges = history.filter(({ what }) => what === 'exchanged tickets').map(({ detail }) => detail);
    expect(exchanges[0]).toContain('Refunded £0.73 in cash. Square has been asked to refund £1.27 to the card.');
    expect(exchanges[1]).toContain('£0.73 more taken in cash.');
  },
);

onEachShop('a swap under Modify Bookings announces its refund before the swap is made', async (on) => {
  const { ref, page } = await orderPaidInTwoWays(on);
  const swap = {
    ...{ ref_num: `${ref}`, from_item: 'Blithe Spirit - Wed 14th Apr 7:30pm - Adult', difference: 'settle' },
    to_item: 'Blithe Spirit - Wed 14th Apr 7:30pm - Child',
  };
  const make = async (body: object) => (await on.admin.post(`${bookings}/add_booking_mod`, body)).json();
  expect(await make({ ...swap, previews_refund: '1' })).toMatchObject({
    ...{ code: 409, needs: 'confirmation', pence: 200 },
    msg: expect.stringContaining('Refunds £0.73 in cash and £1.27 to Visa ending in 1111.'),
  });
  expect((await page()).account.held).toBe(2473);
  expect(await make(swap)).toMatchObject({ code: 200, msg: expect.stringContaining('Refunded £0.73 in cash') });
  const { history, account } = await page();
  expect(account.held).toBe(2273);
  expect(history.find(({ what }) => what === 'changed a booking')?.detail).toContain(
    'Refunded £0.73 in cash. Square has been asked to refund £1.27 to the card.',
  );
});

onEachShop('undoing a swap that charged a difference announces the refund before it is made', async (on) => {
  const { ref, page } = await orderPaidInTwoWays(on);
  const swap = {
    ...{ ref_num: `${ref}`, from_item: 'Blithe Spirit - Wed 14th Apr 7:30pm - Adult', difference: 'settle' },
    to_item: 'Blithe Spirit - Thu 15th Apr 7:30pm - Adult',
  };
  on.at('2026-11-21T12:06:00.000Z');
  const { id } = (await on.admin.post(`${bookings}/add_booking_mod`, swap)).json();
  const undo = async (body: object) => (await on.admin.post(`${bookings}/delete_booking_mod`, body)).json();
  expect(await undo({ id, previews_refund: true })).toMatchObject({
    ...{ code: 409, needs: 'confirmation', pence: 73 },
    msg: expect.stringContaining('Refunds £0.73 in cash.'),
  });
  expect((await page()).account.held).toBe(2546);
  expect(await undo({ id })).toMatchObject({ code: 200, msg: expect.stringContaining('Refunded £0.73 in cash') });
});

onEachShop(
  'the history of a refunded order doesn’t say that a card was refunded before the bank has agreed',
  async (on) => {
    const { id, page } = await orderPaidInTwoWays(on);
    const refund = { amount: '2', reason: 'Goodwill', tickets: 'keep' };
    expect((await on.admin.post(`${bookings}/orders/${id}/refund`, refund)).json()).toMatchObject({ code: 200 });
    const { history } = await page();
    expect(history.find(({ what }) => what === 'refunded an order')?.detail).toContain(
      'Refunded £0.73 in cash. Square has been asked to refund £1.27 to the card. Goodwill. The tickets stay valid.',
    );
  },
);
