import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calculateMaxUnpaidHoldMs,
  calculateMaxUnpaidTickets,
  findBlockingLapsedBasket,
  getScarcityThreshold,
  placeHoldShare,
  wheelchairSpaceHoldShare,
} from './scarce-pools.ts';

test.each([
  // Columns: capacity, left, paid, percent, wasScarce, and the number of tickets that may be held
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
  'with %i places, %i left, %i just paid for, scarce below %i %% (scarce before: %s), a network may hold %i',
  (capacity, left, paid, percent, wasScarce, most) => {
    expect(calculateMaxUnpaidTickets({ share: placeHoldShare, capacity, left, paid, percent, wasScarce })).toBe(most);
  },
);

test.each([
  // Columns: capacity, left, paid, wasScarce, and the number of tickets that may be held
  [1, 1, 0, false, 2],
  [2, 2, 0, false, 2],
  [3, 3, 0, false, 2],
  [4, 4, 0, false, 2],
  [6, 6, 0, false, 3],
  [6, 4, 2, true, 4],
  [6, 2, 0, true, 2],
  [10, 10, 0, false, 6],
] as const)(
  'with %i wheelchair spaces, %i left and %i just paid for (scarce before: %s), a network may hold %i',
  (capacity, left, paid, wasScarce, most) => {
    const about = { share: wheelchairSpaceHoldShare, percent: 40, capacity, left, paid, wasScarce };
    expect(calculateMaxUnpaidTickets(about)).toBe(most);
  },
);

test('a network may hold a quarter of the places left at a scarce performance, but always enough for a party of eight', () => {
  const performance = fc
    .record({ capacity: fc.integer({ min: 1, max: 500 }), percent: fc.integer({ min: 0, max: 100 }) })
    .chain(({ capacity, percent }) =>
      fc.record({ capacity: fc.constant(capacity), percent: fc.constant(percent), left: fc.nat(capacity) }),
    );
  fc.assert(
    fc.property(performance, fc.nat(50), fc.boolean(), (about, paid, wasScarce) => {
      const most = calculateMaxUnpaidTickets({ share: placeHoldShare, ...about, paid, wasScarce });
      expect(most).toBeGreaterThanOrEqual(8);
      const isScarce = about.left - most < getScarcityThreshold(about);
      const party = wasScarce ? 8 : 20;
      if (isScarce) expect(most).toBeLessThanOrEqual(Math.max(party, about.left / 4) + paid);
      // A purchase reduces the places left, but the network may hold more after it, so that somebody who pays for a held
      // ticket can still hold as many other tickets as before
      if (about.left > 0) {
        const after = calculateMaxUnpaidTickets({
          share: placeHoldShare,
          ...about,
          left: about.left - 1,
          paid: paid + 1,
          wasScarce,
        });
        expect(after).toBeGreaterThanOrEqual(most - 1);
      }
    }),
  );
});

const ended = (...spans: [from: number, to: number][]) => {
  const at = (minute: number) => `2026-11-21T12:${`${minute}`.padStart(2, '0')}:00.000Z`;
  return spans.map(([from, to]) => ({ created_at: at(from), held_until: at(to), confirmation: '' as const }));
};

test.each([
  ['two in a row', ended([0, 10], [11, 21]), 0, '12:10'],
  ['two in a row, one for nine minutes', ended([0, 9], [9, 19]), 0, undefined],
  ['many at the same time', ended([0, 10], [0, 10], [1, 11], [2, 12]), 0, undefined],
  ['overlapping ones of 25 minutes', ended([0, 15], [5, 15], [10, 25]), 0, '12:15'],
  ['two in a row and a paid one', ended([0, 10], [11, 21]), 1, undefined],
  ['four in a row and a paid one', ended([0, 10], [10, 20], [20, 30], [30, 40]), 1, '12:10'],
] as const)(
  'after unpaid baskets (%s), a network has to wait only if tickets were held too long',
  (_, baskets, paidBaskets, until) => {
    expect(findBlockingLapsedBasket(baskets, calculateMaxUnpaidHoldMs({ paidBaskets }))?.held_until.slice(11, 16)).toBe(
      until,
    );
  },
);

test('a long hold makes a network wait, but not if its tickets are free and nobody confirms them', () => {
  const [basket] = ended([0, 45]);
  const unconfirmed = { created_at: '', held_until: '', ...basket, confirmation: 'email' as const };
  expect(findBlockingLapsedBasket([unconfirmed], calculateMaxUnpaidHoldMs({ paidBaskets: 0 }))).toBeUndefined();
  expect(findBlockingLapsedBasket(ended([0, 45]), calculateMaxUnpaidHoldMs({ paidBaskets: 0 }))).toBeDefined();
});
