import { expect, test } from 'vitest';
import { formatPartySeats } from './shown-party.ts';

test.each([
  [['A4', 'A5'], 2, true, 'A4, A5'],
  [[], 2, true, 'No seats yet'],
  [[], 1, true, 'No seat yet'],
  [['A4', 'A5'], 4, true, 'A4, A5, 2 without a seat'],
  // A performance that doesn't assign seats has no missing seats
  [[], 2, false, ''],
])('a party with the seats %j and %i tickets (numbered seats: %j) is shown as “%s”', (seats, count, seated, said) => {
  expect(formatPartySeats({ seats, tickets: Array(count).fill({}) }, seated)).toBe(said);
});
