import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getSaleStatus } from './sale-rules.ts';

const starts_at = '2027-04-14T18:30:00.000Z';
const plain = { starts_at, on_sale_from: null, on_sale_until: null };

test('a performance without sale dates is on sale until it begins', () => {
  expect(getSaleStatus(plain, '2026-11-21T12:00:00.000Z')).toEqual({ is: 'open', at: starts_at });
  expect(getSaleStatus(plain, starts_at)).toEqual({ is: 'over', at: starts_at });
});

test('tickets are on sale between the set times, and never after the performance begins', () => {
  const from = '2027-01-10T09:00:00.000Z';
  const until = '2027-04-14T12:00:00.000Z';
  const sold = { starts_at, on_sale_from: from, on_sale_until: until };
  expect(getSaleStatus(sold, '2027-01-10T08:59:59.999Z')).toEqual({ is: 'ahead', at: from });
  expect(getSaleStatus(sold, from)).toEqual({ is: 'open', at: until });
  expect(getSaleStatus(sold, until)).toEqual({ is: 'over', at: until });
  expect(getSaleStatus({ ...sold, on_sale_until: '2027-05-01T12:00:00.000Z' }, starts_at).is).toBe('over');
});

const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
const instant = moment.map((date) => date.toISOString());

test('the status of a sale never goes back to an earlier one, and never changes before the stated time', () => {
  const sold = fc.record({
    starts_at: instant,
    on_sale_from: fc.option(instant, { nil: null }),
    on_sale_until: fc.option(instant, { nil: null }),
  });
  const rank = { ahead: 0, open: 1, over: 2 };
  fc.assert(
    fc.property(sold, instant, instant, (some, one, other) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      const [first, then] = [getSaleStatus(some, early), getSaleStatus(some, late)];
      expect(rank[first.is]).toBeLessThanOrEqual(rank[then.is]);
      if (first.is !== 'over' && late < first.at) expect(then).toEqual(first);
    }),
  );
});
