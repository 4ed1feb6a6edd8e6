import { expect, test } from 'vitest';
import { formatPartySeats, formatSearchInitials, isPartyMatch } from './shown-party.ts';

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

const party = {
  id: 'p',
  ref: 481_920,
  name: 'Hollis, Dorothy',
  initial: 'H',
  seats: ['A4', 'A5'],
  tickets: [],
  owes: false,
  ...{ due: 0, price: 0, refunded: 0, disputed: 0 },
  note: 'In a wheelchair',
};

test('a party is found by any of its names, its reference, a seat or its note', () => {
  for (const sought of ['', 'hol', 'Dor hol', '4819', 'a4', 'wheel']) {
    expect({ sought, is: isPartyMatch(party, sought) }).toEqual({ sought, is: true });
  }
  for (const sought of ['ollis', 'hollis ann', 'b4', '920']) {
    expect({ sought, is: isPartyMatch(party, sought) }).toEqual({ sought, is: false });
  }
});

test('a device that knows only initials finds a party by initial, reference or seat', () => {
  const { name: _, note: __, ...stored } = party;
  for (const sought of ['', 'h', 'hollis', 'Dorothy Hollis', 'hollis 4819', '4819', 'a4']) {
    expect({ sought, is: isPartyMatch(stored, sought) }).toEqual({ sought, is: true });
  }
  for (const sought of ['finch', 'lamb', 'h4', '920', 'hollis 12', 'dorothy']) {
    expect({ sought, is: isPartyMatch(stored, sought) }).toEqual({ sought, is: false });
  }
  expect(isPartyMatch({ ...stored, initial: '' }, 'finch')).toBe(false);
  expect(['finch', 'Dorothy finch', 'finch 249', '249', ''].map(formatSearchInitials)).toEqual([
    'F',
    'D or F',
    'F',
    '',
    '',
  ]);
});
