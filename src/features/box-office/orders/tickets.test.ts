import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupTickets, parseChosenTickets } from './tickets.ts';

const ticket = fc.record({
  performance_id: fc.constantFrom('friday', 'saturday'),
  type: fc.constantFrom('Adult', 'Child'),
  pence: fc.constantFrom(0, 1200),
  discount: fc.constantFrom(0, 100),
});
const tickets = fc
  .array(ticket, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((one, at) => ({ ...one, id: `${at}`, seat: '' })));

test('every ticket is in exactly one group of identical tickets', () => {
  fc.assert(
    fc.property(tickets, (all) => {
      const groups = groupTickets(all);
      expect(groups.flatMap((group) => group.tickets.map(({ id }) => id)).sort()).toEqual(
        all.map(({ id }) => id).sort(),
      );
      for (const { tickets: alike } of groups)
        expect(new Set(alike.map(({ id: _, ...one }) => JSON.stringify(one))).size).toBe(1);
    }),
  );
});

test('a form chooses the given number of tickets from each group, and none twice', () => {
  fc.assert(
    fc.property(tickets, fc.array(fc.nat(12)), (all, numbers) => {
      const groups = groupTickets(all);
      const counts = groups.map(({ tickets: alike }, at) => Math.min(numbers[at] ?? 0, alike.length));
      const form = Object.fromEntries(groups.map(({ field }, at) => [field, `${counts[at]}`]));
      const meant = parseChosenTickets(form, all);
      const sum = counts.reduce((total, count) => total + count, 0);
      if (sum === 0) {
        expect(meant).toMatchObject({ says: 'Enter how many tickets.' });
        return;
      }
      if (!('chosen' in meant)) throw new Error(meant.says);
      expect(new Set(meant.chosen).size).toBe(sum);
      const { chosen } = meant;
      expect(groups.map(({ tickets: alike }) => alike.filter((one) => chosen.includes(one)).length)).toEqual(counts);
    }),
  );
});

test.each(['-1', '1.5', '3', '10000', 'two', '1e1'])('returning “%s” out of two tickets is an error', (count) => {
  const pair = ['1', '2'].map((id) => ({
    id,
    performance_id: 'friday',
    type: 'Adult',
    pence: 1200,
    discount: 0,
    seat: '',
  }));
  expect(parseChosenTickets({ of_1: count }, pair)).toEqual({ fault: 'of_1', says: 'Enter a number up to 2.' });
  expect(parseChosenTickets({ of_gone: '1' }, pair)).toMatchObject({ fault: 'of_gone' });
});

test('tickets without a seat are returned first, then those with the party’s last seats', () => {
  const alike = { performance_id: 'friday', type: 'Adult', pence: 1200, discount: 0 };
  const party = ['B9', 'B10', '', 'B8'].map((seat) => ({ ...alike, id: `with ${seat}`, seat }));
  const goes = (count: string, among: typeof party) => {
    const chosen = parseChosenTickets({ [groupTickets(among)[0]?.field ?? '']: count }, among);
    return 'chosen' in chosen ? chosen.chosen.map(({ seat }) => seat) : chosen.says;
  };
  expect(goes('3', party)).toEqual(['', 'B10', 'B9']);
  expect(goes('1', party.slice(0, 2))).toEqual(['B10']);
});
