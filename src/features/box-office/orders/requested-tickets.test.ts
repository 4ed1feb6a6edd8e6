import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxTicketsPerOrder, sumRequestedPrices } from './order.ts';
import { formatUndoRefusal, parseTicketRequests } from './requested-tickets.ts';

const adult = { id: 'a', name: 'Adult', pence: 1200, most: null };
const child = { id: 'c', name: 'Child', pence: 900, most: null };
const types = [adult, child];

test('each ticket type’s number is read from its field, and empty or zero fields are ignored', () => {
  expect(parseTicketRequests({ tickets_a: '2', tickets_c: ' 1 ', name: '9' }, types)).toEqual({
    wanted: [
      { id: 'a', name: 'Adult', pence: 1200, most: null, count: 2 },
      { id: 'c', name: 'Child', pence: 900, most: null, count: 1 },
    ],
  });
  expect(parseTicketRequests({ tickets_a: '2', tickets_c: '' }, types)).toEqual(
    parseTicketRequests({ tickets_a: '2', tickets_c: '0' }, types),
  );
});

test.each(['-1', '1.5', '1e1', '٣', 'two', '61', '10000'])('“%s” is refused as a number of tickets', (typed) => {
  expect(parseTicketRequests({ tickets_a: typed }, types)).toEqual({
    fault: 'tickets_a',
    says: 'Enter a number up to 60.',
  });
});

test('a ticket type of another performance is refused', () => {
  expect(parseTicketRequests({ tickets_x: '1' }, types)).toMatchObject({ fault: 'tickets_x' });
});

test('no tickets, or more than the order limit, is an error', () => {
  expect(parseTicketRequests({}, types)).toEqual({ fault: 'tickets_a', says: 'Enter how many tickets.' });
  expect(parseTicketRequests({}, [])).toMatchObject({ fault: 'performance_id' });
  expect(parseTicketRequests({ tickets_a: '40', tickets_c: '21' }, types)).toMatchObject({
    says: 'That’s more than 60 tickets. Please make several orders.',
  });
});

test('for any input, tickets cost the price of their type and stay within the order limit', () => {
  const typed = fc.oneof(fc.integer({ min: -5, max: 100 }).map(String), fc.string());
  fc.assert(
    fc.property(fc.record({ tickets_a: typed, tickets_c: typed }), (fields) => {
      const parsed = parseTicketRequests(fields, types);
      if ('fault' in parsed) return;
      const count = (name: string) => parsed.wanted.find((one) => one.name === name)?.count ?? 0;
      expect(count('Adult') + count('Child')).toBeGreaterThan(0);
      expect(count('Adult') + count('Child')).toBeLessThanOrEqual(maxTicketsPerOrder);
      expect(sumRequestedPrices(parsed.wanted)).toBe(count('Adult') * 1200 + count('Child') * 900);
    }),
  );
});

test.each([
  [
    { because: 'no refund', isDisputed: false } as const,
    'The difference can’t be refunded to the card here. The order hasn’t changed. Exchange the tickets on the page of order 12 instead, and keep the price that was paid.',
  ],
  [
    { because: 'no refund', isDisputed: true } as const,
    'The cardholder disputes this payment, so a refund now could pay them twice. The order hasn’t changed. Exchange the tickets on the page of order 12 instead, and keep the price that was paid.',
  ],
  [
    { because: 'no such ticket', type: 'Adult' } as const,
    'There are no “Adult” tickets for Friday 5 June 2026 at 7.30pm any more. The order hasn’t changed. Exchange the tickets on the page of order 12 instead.',
  ],
  [
    { because: 'seats', says: 'There aren’t enough ordinary seats left.' } as const,
    'There aren’t enough ordinary seats left. The order hasn’t changed. Exchange the tickets on the page of order 12 instead.',
  ],
])('an exchange that can’t be undone because of %o is to be made on the order’s page', (why, message) => {
  expect(formatUndoRefusal(why, { when: 'Friday 5 June 2026 at 7.30pm', ref: 12 })).toBe(message);
});
