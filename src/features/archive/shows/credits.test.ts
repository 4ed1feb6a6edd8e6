import { expect, test } from 'vitest';
import type { CreditEntry } from './contract.ts';
import { groupCreditsByBilling, splitOffDirectingRoles } from './credits.ts';

const credit = (name: string, role: string, order: number): CreditEntry => ({ id: name, name, role, order });
const read = (credits: CreditEntry[]) =>
  groupCreditsByBilling(credits).map(({ role, people }) => [role, ...people.map(({ name }) => name)]);

test('people with the same order and role are listed together, in billing order', () => {
  expect(
    read([
      credit('Bea', 'Set build', 2),
      credit('Nick', 'Lighting', 1),
      credit('Colin', 'Lighting', 1),
      credit('Ted', 'Set Build', 2),
    ]),
  ).toEqual([
    ['Lighting', 'Nick', 'Colin'],
    ['Set build', 'Bea', 'Ted'],
  ]);
});

test('a role with two positions in the billing is listed at both', () => {
  expect(read([credit('Ann', 'Ensemble', 1), credit('Tom', 'Hamlet', 2), credit('Joe', 'Ensemble', 3)])).toEqual([
    ['Ensemble', 'Ann'],
    ['Hamlet', 'Tom'],
    ['Ensemble', 'Joe'],
  ]);
});

test('a show’s header lists its Director and Producer, and no credit is repeated or lost', () => {
  const crew = [
    credit('Liz', 'Producer', 1),
    credit('Tom', 'Director', 2),
    credit('Sue', 'Assistant director', 3),
    credit('Max', 'director', 4),
  ];
  const { leads: heads, others } = splitOffDirectingRoles(crew);
  expect(heads.map(({ role, people }) => [role, ...people.map(({ name }) => name)])).toEqual([
    ['Directors', 'Tom', 'Max'],
    ['Producer', 'Liz'],
  ]);
  expect(others.map(({ name }) => name)).toEqual(['Sue']);
});
