import { expect, test } from 'vitest';
import { initialOf, surnameFirst } from './names.ts';
import { isSought } from './search.ts';

test.each([
  ['Dorothy Hollis', 'Hollis, Dorothy', 'H'],
  ['Mr and Mrs J. Smith', 'Smith, Mr and Mrs J.', 'S'],
  ['Cher', 'Cher', 'C'],
  ['The Allotment Society', 'Allotment Society, The', 'A'],
  ['  zoë   ågren ', 'ågren, zoë', 'Å'],
  ['2 Brewers', 'Brewers, 2', 'B'],
  ['007', '007', ''],
])('%s is %s at the door', (name, called, initial) => {
  expect(surnameFirst(name)).toBe(called);
  expect(initialOf(name)).toBe(initial);
});

const party = {
  ...{ id: 'p', initial: 'H', seats: ['A4', 'A5'], owes: false, tickets: [], ref: 481_920, name: 'Hollis, Dorothy' },
  note: 'In a wheelchair',
};

test('a party is found by any of its names, its reference, a seat or what is noted of it', () => {
  for (const sought of ['', 'hol', 'Dor hol', '4819', 'a4', 'wheel']) {
    expect({ sought, is: isSought(party, sought) }).toEqual({ sought, is: true });
  }
  for (const sought of ['ollis', 'hollis ann', 'b4', '920']) {
    expect({ sought, is: isSought(party, sought) }).toEqual({ sought, is: false });
  }
});
