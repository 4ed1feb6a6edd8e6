import { expect } from 'vitest';
import type { DoorParty } from '#features/box-office/door/contract.ts';
import { findMoneyWarning } from '#features/box-office/door/shown-party.ts';
import { orderPath } from '#features/box-office/orders/order.ts';
import type { OrderContent } from '#features/box-office/orders/order-page-contract.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { sumColumn } from '#tests/support/formats/csv.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';

onEachSite(
  'a show’s sales report counts tickets by item and price, and totals ticket and front-of-house takings',
  async (on) => {
    const { sell, type, post, show, get, performance } = await createBoxOffice(on);
    await sell({ [type('Adult')]: '2', [type('Child')]: '1' });
    await sell({ [type('Adult')]: '10', how: 'transfer', own_price: '9', reason: 'A party' });
    await sell({ [type('Adult')]: '1', how: 'comp', reason: 'The paper' });
    await sell({ [type('Child')]: '1', how: 'reserved' });
    const { id } = await sell({ [type('Adult')]: '1' });
    await post(`${bookingCallsPath}/orders/${id}/cancel`, {});
    const about = { about: 'front_of_house', show_id: show, label: 'Raffle' } as const;
    const raffle = { kind: 'charge', id: newId(), pence: 4200, source: 'cash', environment: 'production' } as const;
    await write(on.db, (tx) => postEntry(tx, { ...raffle, at: '2026-11-21T12:00:00.000Z', about }));
    const item = (name: string) => `Blithe Spirit - Wed 14th Apr 7:30pm - ${name}`;
    expect((await post(`${bookingCallsPath}/historic_sales`, { showID: show })).json()).toEqual({
      code: 200,
      msg: 'Sales for Blithe Spirit.',
      results: {
        showTitle: 'Blithe Spirit',
        sums: {
          [item('Adult')]: { 1200: { amount: 12, discounts: 3000 }, 0: { amount: 1, discounts: 0 } },
          [item('Child')]: { 1000: { amount: 1, discounts: 0 } },
        },
        totals: {
          paid: 9000,
          cash: 4600,
          fees: 0,
          expected_refunds: 0,
          disputed_refunds: 0,
          actual_refunds: 1200,
          retained: 0,
          net: 12_400,
        },
        foh_totals: { paid: 0, refunds: 0, cash: 4200, fees: 0, net: 4200 },
        performances: [
          {
            ...{ id: performance, date: '2027-04-14T19:30:00+01:00', date_text: 'Wed 14th Apr 7:30pm' },
            ...{ cancelled: false, capacity: 96, sold: 13, comps: 1, kept: 1 },
            ...{ gross: 15_400, discounts: 3000, refunds: 0, net: 12_400, retained: 0, elsewhere: 0 },
            lines: [
              { type: 'Adult', pence: 1200, count: 12, discounts: 3000, refunds: 0, total: 11_400 },
              { type: 'Child', pence: 1000, count: 1, discounts: 0, refunds: 0, total: 1000 },
              { type: 'Adult', pence: 0, count: 1, discounts: 0, refunds: 0, total: 0 },
            ],
          },
        ],
      },
    });
    const { body } = await get(`/members/bookings/sales.csv?show=${show}`);
    expect(body).toContain('"seats","reserved","refunds","retained","given away","sold elsewhere"');
    expect(body).toContain(
      '"2027-04-14 19:30","Adult","12.00","12","30.00","114.00","96","1","0.00","0.00","1","0.00"',
    );
    const unknown = { code: 404, msg: 'There is no such show. Choose one from the list.' };
    const noShow = 'There is no show with this id.';
    expect((await post(`${bookingCallsPath}/historic_sales`, { showID: 'nosuchshow' })).json()).toEqual({
      ...unknown,
      fields: { showID: noShow },
    });
    expect((await get('/members/api/historic_sales?show_id=nosuchshow')).json()).toEqual({
      ...unknown,
      fields: { show_id: noShow },
    });
  },
);

onEachSite('a cancelled performance and its replacement both count in the sales by item', async (on) => {
  const { sell, type, post, show, page, performance } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '2' });
  expect((await post(`${bookingCallsPath}/performances/${performance}/cancel`, {})).json()).toMatchObject({
    code: 200,
  });
  const datetime = '2027-04-14T19:30';
  const { id } = (await post(`${bookingCallsPath}/add_new_performance`, { datetime, show_id: show })).json();
  const adult = (await page()).performances
    .find((one) => one.id === id)
    ?.ticket_types.find(({ name }) => name === 'Adult')?.id;
  await sell({ performance_id: id, [`tickets_${adult}`]: '3' });
  const { results } = (await post(`${bookingCallsPath}/historic_sales`, { showID: show })).json();
  const sold = (results.performances as { sold: number }[]).map((one) => one.sold);
  expect(sold.toSorted()).toEqual([2, 3]);
  expect(results.sums).toEqual({
    'Blithe Spirit - Wed 14th Apr 7:30pm - Adult': { 1200: { amount: 5, discounts: 0 } },
  });
});

onEachSite('money refunded for tickets that stay valid is deducted from the performance’s takings', async (on) => {
  const { sell, type, post, show } = await createBoxOffice(on);
  const { id } = await sell({ [type('Adult')]: '2', [type('Child')]: '1' });
  const refund = { amount: '17', reason: 'The heating failed', tickets: 'keep', held: '3400' };
  expect((await post(`${bookingCallsPath}/orders/${id}/refund`, refund)).json()).toMatchObject({ code: 200 });
  const { results } = (await post(`${bookingCallsPath}/historic_sales`, { showID: show })).json();
  expect(results.totals).toMatchObject({ actual_refunds: 1700, net: 1700 });
  expect(results.performances).toMatchObject([
    {
      ...{ sold: 3, gross: 3400, discounts: 0, refunds: 1700, net: 1700 },
      lines: [
        { type: 'Adult', count: 2, refunds: 1200, total: 1200 },
        { type: 'Child', count: 1, refunds: 500, total: 500 },
      ],
    },
  ]);
});

const sumsOf = (report: string, orders: string) => ({
  ...{ total: sumColumn(report, 'total'), refunds: sumColumn(report, 'refunds'), kept: sumColumn(report, 'retained') },
  ...{ ofValid: sumColumn(orders, 'refunded for valid tickets'), retained: sumColumn(orders, 'retained') },
});

for (const keepsFirst of [true, false]) {
  onEachSite(
    `all reports agree if a refund for valid tickets is made ${keepsFirst ? 'before' : 'after'} a ticket is returned for less than its price`,
    async (on) => {
      const { sell, type, post, show, get, performance, pageAt } = await createBoxOffice(on);
      const { id } = await sell({ [type('Adult')]: '3' });
      const order = async () => (await pageAt(orderPath(id))).content as unknown as OrderContent;
      const goodwill = () =>
        post(`${bookingCallsPath}/orders/${id}/refund`, { amount: '9', reason: 'Cold', tickets: 'keep' });
      const returned = async () =>
        post(`${bookingCallsPath}/orders/${id}/refund`, {
          ...{ amount: '10', reason: 'Ill', tickets: 'cancel', [`of_${(await order()).tickets[0]?.id}`]: '1' },
        });
      for (const refund of keepsFirst ? [goodwill, returned] : [returned, goodwill]) {
        expect((await refund()).json()).toMatchObject({ code: 200 });
      }
      const { account } = await order();
      expect(account).toMatchObject({ sold: 2400, paid: 3600, refunded: 1900, refunded_valid: 900, retained: 200 });
      const { parties } = (await pageAt(`/members/bookings/door/${performance}/list`)).content as unknown as {
        parties: DoorParty[];
      };
      expect(parties.map((party) => findMoneyWarning(party)?.title)).toEqual(['£9.00 of £24.00 refunded']);
      const { results } = (await post(`${bookingCallsPath}/historic_sales`, { showID: show })).json();
      expect(results.totals).toMatchObject({ actual_refunds: 1900, retained: 200, expected_refunds: 0, net: 1700 });
      expect(results.performances).toMatchObject([{ sold: 2, gross: 2400, refunds: 900, net: 1500, retained: 200 }]);
      const csv = (name: string) => get(`/members/bookings/${name}.csv?show=${show}`);
      const [sales, orders] = [(await csv('sales')).body, (await csv('orders')).body];
      expect(sumsOf(sales, orders)).toEqual({
        ...{ total: 1500, refunds: 900, kept: 200, ofValid: 900, retained: 200 },
      });
    },
  );
}
