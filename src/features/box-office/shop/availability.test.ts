import { expect, test } from 'vitest';
import { availabilityLabel } from './availability.ts';

const performance: Parameters<typeof availabilityLabel>[0] = {
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
  ['held', { words: 'Last few', urgent: true }],
] as const)(
  'a performance on sale with state %s is labelled with its availability and keeps its link',
  (state, said) => {
    expect(availabilityLabel({ ...performance, availability: { state, left: 3 } })).toEqual(said);
  },
);

test('a sold-out performance is labelled with a link to its waiting list', () => {
  expect(availabilityLabel({ ...performance, availability: { state: 'out', left: 0 } })).toEqual({
    words: 'Sold out',
    instead: { href: '/tickets/waiting/aaaaaaaaaaaaaaaa', words: 'Waiting list' },
  });
});

test('a performance that isn’t on sale here has no availability label', () => {
  const none: typeof performance = { ...performance, availability: { state: 'out', left: 0 } };
  expect(availabilityLabel({ ...none, cancelled: true })).toBeUndefined();
  expect(availabilityLabel({ ...none, sale: { is: 'ahead', at: '2027-01-09T09:00:00+00:00' } })).toBeUndefined();
  expect(availabilityLabel({ ...none, sale: { is: 'over', at: '2027-04-14T19:30:00+01:00' } })).toBeUndefined();
  expect(availabilityLabel({ ...none, types: [] })).toBeUndefined();
});
