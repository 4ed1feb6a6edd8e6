import { expect, test } from 'vitest';
import { areCompanionsFree, formatCompanionAdvice } from './companion.ts';

const adult = { id: 'a', name: 'Adult', pence: 1200, needs_paying_ticket: false };
const baby = { id: 'b', name: 'Under 5', pence: 0, needs_paying_ticket: false };
const carer = { id: 'c', name: 'Carer', pence: 0, needs_paying_ticket: true };
const line = ({ id, name, pence }: typeof adult, count: number) => ({ type_id: id, type: name, pence, count });

test('a free ticket for children is no companion’s ticket; where everything is free any ticket is', () => {
  expect(areCompanionsFree([{ lines: [], types: [adult, baby] }])).toBe(false);
  expect(areCompanionsFree([{ lines: [], types: [baby] }])).toBe(true);
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(baby, 1)], types: [adult, baby, carer] }])).toBe(
    'Your companion needs a ticket too: add a “Carer” ticket for them.',
  );
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(carer, 1)], types: [adult, baby, carer] }])).toBe('');
});

test('a companion type that was renamed while its tickets are held still counts', () => {
  const renamed = { ...carer, name: 'Companion' };
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(carer, 1)], types: [adult, renamed] }])).toBe('');
});
