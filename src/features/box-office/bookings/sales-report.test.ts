import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReportedTicket, summarisePerformanceSales } from './sales-report.ts';

const ticket: fc.Arbitrary<ReportedTicket> = fc
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
    fc.property(fc.array(ticket), (tickets) => {
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
