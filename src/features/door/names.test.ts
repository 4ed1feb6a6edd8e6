import { expect, test } from 'vitest';
import { calledAtDoor, filedUnder, initialOf } from './names.ts';
import { isSought } from './search.ts';

test.each([
  ['Dorothy Hollis', 'Hollis, Dorothy', 'H'],
  ['Mr and Mrs J. Smith', 'Smith, Mr and Mrs J.', 'S'],
  ['Cher', 'Cher', 'C'],
  ['The Allotment Society', 'The Allotment Society', 'A'],
  ['The wardrobe', 'The wardrobe', 'W'],
  ['Hill Road Surgery', 'Hill Road Surgery', 'H'],
  ['St Luke’s Guild', 'St Luke’s Guild', 'S'],
  ['St Mary’s   Bell Ringers', 'St Mary’s Bell Ringers', 'S'],
  ['Quill & Sons Ltd.', 'Quill & Sons Ltd.', 'Q'],
  ['Alder Moor WI', 'Alder Moor WI', 'A'],
  // Names of people that sound like a group's
  ['Charity Hollis', 'Hollis, Charity', 'H'],
  ['Wi Seo-yun', 'Seo-yun, Wi', 'S'],
  ['Ann Guildford', 'Guildford, Ann', 'G'],
  ['Thea Church', 'Church, Thea', 'C'],
  ['Pat O’Shea', 'O’Shea, Pat', 'O'],
  ['The', 'The', 'T'],
  ['  zoë   ågren ', 'ågren, zoë', 'Å'],
  ['2 Brewers', 'Brewers, 2', 'B'],
  ['007', '007', ''],
])('%s is %s at the door', (name, called, initial) => {
  expect(calledAtDoor(name)).toBe(called);
  expect(initialOf(name)).toBe(initial);
});

test('a group is looked for under its name, whatever article it has', () => {
  const names = ['Zoë Ågren', 'The Allotment Society', 'Hill Road Surgery', 'Dorothy Hollis', 'The wardrobe'];
  const filed = names.toSorted((a, b) => filedUnder(a).localeCompare(filedUnder(b), 'en'));
  expect(filed).toEqual(['Zoë Ågren', 'The Allotment Society', 'Hill Road Surgery', 'Dorothy Hollis', 'The wardrobe']);
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
