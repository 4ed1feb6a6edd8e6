import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostLapses, mostUnpaid, scarceBelow } from './scarcity.ts';

test.each([
  // capacity, left, paid, percent, wasScarce: may hold
  [100, 100, 0, 40, false, 60],
  [100, 60, 0, 40, false, 20],
  [100, 48, 0, 40, false, 20],
  [100, 48, 0, 40, true, 12],
  [100, 40, 0, 40, true, 10],
  [100, 20, 0, 40, true, 8],
  [100, 8, 0, 40, true, 8],
  [100, 2, 0, 40, true, 8],
  [100, 20, 6, 40, true, 14],
  [100, 40, 0, 0, false, 40],
  [30, 30, 0, 40, false, 20],
] as const)(
  'of %i places %i are left, %i were paid for, scarce below %i %% (already: %s): a network holds up to %i',
  (capacity, left, paid, percent, wasScarce, most) => {
    expect(mostUnpaid({ capacity, left, paid, percent, wasScarce })).toBe(most);
  },
);

test('a network holds a quarter of a scarce performance at most, and a party of eight always fits', () => {
  const performance = fc
    .record({ capacity: fc.integer({ min: 1, max: 500 }), percent: fc.integer({ min: 0, max: 100 }) })
    .chain(({ capacity, percent }) =>
      fc.record({ capacity: fc.constant(capacity), percent: fc.constant(percent), left: fc.nat(capacity) }),
    );
  fc.assert(
    fc.property(performance, fc.nat(50), fc.boolean(), (about, paid, wasScarce) => {
      const most = mostUnpaid({ ...about, paid, wasScarce });
      expect(most).toBeGreaterThanOrEqual(8);
      const isScarce = about.left - most < scarceBelow(about);
      const party = wasScarce ? 8 : 20;
      if (isScarce) expect(most).toBeLessThanOrEqual(Math.max(party, about.left / 4) + paid);
      // A purchase takes one place from what is left and counts in the network's favour: nobody loses by paying
      if (about.left > 0) {
        const after = mostUnpaid({ ...about, left: about.left - 1, paid: paid + 1, wasScarce });
        expect(after).toBeGreaterThanOrEqual(most - 1);
      }
    }),
  );
});

test('two unpaid baskets within an hour make a network wait, and each paid one allows two more', () => {
  expect(mostLapses({ factor: 1, paidBaskets: 0 })).toBe(2);
  expect(mostLapses({ factor: 4, paidBaskets: 0 })).toBe(8);
  expect(mostLapses({ factor: 1, paidBaskets: 3 })).toBe(8);
});
