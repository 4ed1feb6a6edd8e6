import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countPerformanceTickets,
  formatPerformanceAndPlaceCounts,
  formatSalesCounts,
  formatSeatedCount,
  formatTakingsDetails,
  type SalesReportTicket,
  sumAmountsDueAtDoor,
  summarisePerformanceSales,
  sumRetainedAmounts,
  sumTakings,
} from './performance-sales.ts';

const thursday = { id: '1', capacity: 10, sold: 7, cancelled: false };
const friday = { id: '2', capacity: 4, sold: 4, cancelled: false };
const order = (status: 'paid' | 'reserved' | 'comp' | 'cancelled', id: string, full: number, total = 0) => ({
  status,
  source: 'phone' as const,
  total,
  due: status === 'reserved' ? total : 0,
  performances: [
    { id, tickets: { 'Full price': full }, given_away: status === 'comp' ? full : 0, arrived: 0, refunded: 0, total },
  ],
});

test('money retained for returned tickets is shown next to the takings, not included in them', () => {
  const orders = [
    { ...order('paid', '1', 2, 2500), retained: 250 },
    { ...order('cancelled', '1', 0), retained: 2000 },
  ];
  expect(sumTakings(orders).taken).toBe(2500);
  expect(sumRetainedAmounts(orders)).toBe(2250);
  expect(formatTakingsDetails({ elsewhere: 0, due: 0, retained: 2250 })).toBe(
    'Nothing to pay at the door. £22.50 more retained for returned tickets.',
  );
  expect(formatTakingsDetails({ elsewhere: 9950, due: 47_100, retained: 0 })).toBe(
    '£99.50 of it sold elsewhere. £471.00 to pay at the door.',
  );
});

test('a performance counts unpaid reservations as reserved, not as sold', () => {
  const orders = [order('paid', '1', 5, 6250), order('reserved', '1', 2), order('reserved', '2', 1)];
  expect(countPerformanceTickets(thursday, orders)).toEqual({ sold: 5, given: 0, reserved: 2, free: 3 });
  expect(sumTakings(orders, '1').taken).toBe(6250);
});

test('complimentary tickets don’t count as sold, but take seats', () => {
  const orders = [order('paid', '1', 3), order('comp', '1', 4)];
  expect(countPerformanceTickets(thursday, orders)).toEqual({ sold: 3, given: 4, reserved: 0, free: 3 });
  expect(formatSalesCounts([thursday], [...orders, order('reserved', '1', 1)])).toEqual([
    '2 of 10 seats sold',
    ', 4 given away, 1 reserved',
  ]);
});

test('a companion’s free ticket in a paid order counts as given away, not as sold', () => {
  const paid = order('paid', '1', 3, 2400);
  const [performance] = paid.performances;
  const orders = [{ ...paid, performances: performance ? [{ ...performance, given_away: 1 }] : [] }];
  expect(countPerformanceTickets({ ...thursday, sold: 3 }, orders)).toEqual({
    sold: 2,
    given: 1,
    reserved: 0,
    free: 7,
  });
});

test('cancelled orders don’t affect a performance’s counts, and a full house has no free seats', () => {
  expect(countPerformanceTickets(friday, [order('cancelled', '2', 3)])).toEqual({
    sold: 4,
    given: 0,
    reserved: 0,
    free: 0,
  });
});

test('the sales summary counts the seats of all performances that aren’t cancelled', () => {
  const performances = [thursday, friday, { id: '3', capacity: 100, sold: 2, cancelled: true }];
  expect(formatSalesCounts(performances, [order('reserved', '1', 2)])).toEqual(['9 of 14 seats sold', ', 2 reserved']);
  expect(formatSalesCounts(performances, [])).toEqual(['11 of 14 seats sold', '']);
  expect(formatSalesCounts([{ ...friday, capacity: 1, sold: 1 }], [])).toEqual(['1 of 1 seat sold', '']);
});

test('the takings of the performances add up to the takings of the show, including other shops’ sales', () => {
  const elsewhere = { ...order('paid', '1', 4, 9950), source: 'import' as const };
  const both = {
    ...order('paid', '1', 2, 3750),
    performances: [
      { id: '1', tickets: { Adult: 2 }, given_away: 0, arrived: 0, refunded: 0, total: 2500 },
      { id: '2', tickets: { Adult: 1 }, given_away: 0, arrived: 0, refunded: 0, total: 1250 },
    ],
  };
  const orders = [
    elsewhere,
    both,
    order('reserved', '2', 2, 2500),
    order('comp', '1', 1),
    order('cancelled', '2', 9, 99),
  ];
  const [one, two, all] = [sumTakings(orders, '1'), sumTakings(orders, '2'), sumTakings(orders)];
  expect([one, two]).toEqual([
    { taken: 12_450, elsewhere: 9950 },
    { taken: 1250, elsewhere: 0 },
  ]);
  expect(all).toEqual({ taken: 13_700, elsewhere: 9950 });
});

test.each([
  [0, 0, ''],
  [0, 96, 'None of 96 seated'],
  [31, 45, '31 of 45 seated'],
  [45, 45, 'All 45 seated'],
  [0, 1, 'Not seated'],
  [1, 1, 'Seated'],
])('%i of %i tickets with a seat are described as “%s”', (seated, tickets, words) => {
  expect(formatSeatedCount(seated, tickets)).toBe(words);
});

const off = { id: '3', capacity: 100, sold: 2, cancelled: true };

test('the show’s summary counts performances and places without cancelled ones, and says if all are cancelled', () => {
  expect(formatPerformanceAndPlaceCounts([])).toBe('No performances yet.');
  expect(formatPerformanceAndPlaceCounts([thursday, off])).toBe('One performance, 10 places.');
  expect(formatPerformanceAndPlaceCounts([{ ...thursday, capacity: 1 }])).toBe('One performance, one place.');
  expect(formatPerformanceAndPlaceCounts([thursday, friday, off])).toBe('2 performances, 14 places.');
  expect(formatPerformanceAndPlaceCounts([off])).toBe('The only performance is cancelled.');
  expect(formatPerformanceAndPlaceCounts([off, { ...off, id: '4' }])).toBe('Every performance is cancelled.');
});

test('reservations for a cancelled performance aren’t counted as due at the door', () => {
  const orders = [order('reserved', '1', 2, 2500), order('reserved', '3', 2, 9900), order('paid', '2', 1, 1250)];
  expect(sumAmountsDueAtDoor([thursday, friday, off], orders)).toBe(2500);
});

test('the amount due at the door excludes payments already made towards a reservation', () => {
  const both = {
    ...order('reserved', '1', 2, 4000),
    due: 3000,
    performances: [
      { id: '1', tickets: { Adult: 2 }, given_away: 0, arrived: 0, refunded: 0, total: 2500 },
      { id: '3', tickets: { Adult: 1 }, given_away: 0, arrived: 0, refunded: 0, total: 1500 },
    ],
  };
  expect(sumAmountsDueAtDoor([thursday], [both])).toBe(3000);
  expect(sumAmountsDueAtDoor([thursday, off], [both])).toBe(2500);
  expect(sumAmountsDueAtDoor([thursday], [{ ...order('reserved', '1', 2, 2500), due: 0 }])).toBe(0);
});

const anyTicket: fc.Arbitrary<SalesReportTicket> = fc
  .record({
    performance_id: fc.constant('friday'),
    type: fc.constantFrom('Adult', 'Child'),
    pence: fc.constantFrom(0, 1000, 1200),
    part: fc.nat(100),
    refund: fc.nat(100),
    status: fc.constantFrom('paid', 'reserved', 'comp'),
    elsewhere: fc.boolean(),
  })
  .map(({ part, refund, ...one }) => {
    const discount = Math.floor((one.pence * part) / 100);
    const refunded = one.status === 'paid' ? Math.floor(((one.pence - discount) * refund) / 100) : 0;
    return { ...one, discount, refunded };
  });

test('a performance’s sales report counts each ticket once, and its lines add up to the sold and complimentary tickets', () => {
  fc.assert(
    fc.property(fc.array(anyTicket), (tickets) => {
      const { sold, comps, kept, gross, discounts, refunds, net, elsewhere, lines } =
        summarisePerformanceSales(tickets);
      expect(sold + comps + kept).toBe(tickets.length);
      expect(net).toBe(gross - discounts - refunds);
      expect(net).toBeGreaterThanOrEqual(0);
      expect(elsewhere).toBeLessThanOrEqual(net);
      expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(sold + comps);
      expect(sold).toBe(
        tickets.filter((one) => one.status === 'paid' && (one.pence > one.discount || one.elsewhere)).length,
      );
      const free = tickets.filter(({ status }) => status === 'comp');
      expect(lines.reduce((sum, { total }) => sum + total, 0)).toBe(
        net + free.reduce((sum, { pence, discount }) => sum + pence - discount, 0),
      );
      expect(
        lines.every(({ pence, count, discounts: less, refunds: back, total }) => pence * count - less - back === total),
      ).toBe(true);
    }),
  );
});
