import { expect, test } from 'vitest';
import { buildAvailabilityLabel, calculateAvailability, formatAvailability } from './availability.ts';

const performance: Parameters<typeof buildAvailabilityLabel>[0] = {
  id: 'aaaaaaaaaaaaaaaa',
  cancelled: false,
  sale: { is: 'open', at: '2027-04-14T19:30:00+01:00' },
  types: [{ id: 'bbbbbbbbbbbbbbbb', name: 'Adult', about: '', pence: 1200, left: null, needs_paying_ticket: false }],
  availability: { state: 'plenty', left: 40 },
};

test.each([
  ['plenty', { words: 'Available' }],
  ['filling', { words: 'Filling up' }],
  ['few', { words: 'Last few', urgent: true }],
  // Visitors can't book held places now, but perhaps a minute later
  ['held', { words: 'Last few in baskets', urgent: true }],
] as const)(
  'a performance on sale with state %s is labelled with its availability and keeps its link',
  (state, said) => {
    expect(buildAvailabilityLabel({ ...performance, availability: { state, left: 3 } })).toEqual(said);
  },
);

test('a sold-out performance is labelled with a link to its waiting list', () => {
  expect(buildAvailabilityLabel({ ...performance, availability: { state: 'out', left: 0 } })).toEqual({
    words: 'Sold out',
    instead: { href: '/tickets/waiting/aaaaaaaaaaaaaaaa', words: 'Waiting list' },
  });
});

test('a performance that isn’t on sale here has no availability label', () => {
  const none: typeof performance = { ...performance, availability: { state: 'out', left: 0 } };
  expect(buildAvailabilityLabel({ ...none, cancelled: true })).toBeUndefined();
  expect(buildAvailabilityLabel({ ...none, sale: { is: 'ahead', at: '2027-01-09T09:00:00+00:00' } })).toBeUndefined();
  expect(buildAvailabilityLabel({ ...none, sale: { is: 'over', at: '2027-04-14T19:30:00+01:00' } })).toBeUndefined();
  expect(buildAvailabilityLabel({ ...none, types: [] })).toBeUndefined();
});

test('availability counts places neither sold nor held, and shows the number once few are left', () => {
  const text = (total: number, sold: number, held: number) =>
    formatAvailability(calculateAvailability({ total, sold, held }));
  expect(text(96, 0, 0)).toBe('Available');
  expect(text(96, 37, 10)).toBe('Available');
  expect(text(96, 38, 10)).toBe('Filling up');
  expect(text(96, 80, 5)).toBe('Filling up');
  expect(text(96, 86, 0)).toBe('10 tickets left');
  expect(text(96, 90, 5)).toBe('One ticket left');
  expect(text(96, 90, 6)).toBe('The last tickets are in other people’s baskets');
  expect(text(96, 96, 0)).toBe('Sold out');
  expect(text(0, 0, 0)).toBe('Sold out');
});

test('a hall of ten places isn’t shown as nearly sold out until half are sold', () => {
  expect(calculateAvailability({ total: 10, sold: 0, held: 0 })).toEqual({ state: 'plenty', left: 10 });
  expect(calculateAvailability({ total: 10, sold: 4, held: 0 })).toEqual({ state: 'plenty', left: 6 });
  expect(calculateAvailability({ total: 10, sold: 5, held: 0 })).toEqual({ state: 'few', left: 5 });
  // Half of the hall is withheld
  expect(calculateAvailability({ total: 6, hall: 12, sold: 0, held: 0 })).toEqual({ state: 'few', left: 6 });
});
