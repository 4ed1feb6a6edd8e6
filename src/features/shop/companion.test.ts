import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areCompanionsFree, findUnaccompanied, formatCompanionAdvice } from './companion.ts';

const adult = { id: 'a', name: 'Adult', pence: 1200, needs_paying_ticket: false };
const baby = { id: 'b', name: 'Under 5', pence: 0, needs_paying_ticket: false };
const carer = { id: 'c', name: 'Carer', pence: 0, needs_paying_ticket: true };
const line = ({ id, name, pence }: typeof adult, count: number) => ({ type_id: id, type: name, pence, count });

test('a basket never has more companion tickets than paying ones, however many other free ones it has', () => {
  const count = fc.nat(20);
  fc.assert(
    fc.property(count, count, count, (adults, babies, carers) => {
      const lines = [line(adult, adults), line(baby, babies), line(carer, carers)];
      const found = findUnaccompanied(lines, [adult, baby, carer]);
      expect(found === undefined).toBe(carers === 0 || carers <= adults);
      if (found) expect(found).toEqual({ id: 'c', type: 'Carer', allowed: adults });
    }),
  );
});

test('a free ticket for children is no companion’s ticket; where everything is free any ticket is', () => {
  expect(areCompanionsFree([{ lines: [], types: [adult, baby] }])).toBe(false);
  expect(areCompanionsFree([{ lines: [], types: [baby] }])).toBe(true);
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(baby, 1)], types: [adult, baby, carer] }])).toBe(
    'A companion needs a place too: choose a “Carer” ticket for them.',
  );
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(carer, 1)], types: [adult, baby, carer] }])).toBe('');
});

test('a companion type that was renamed while its tickets are held still needs paying ones, and still counts', () => {
  const renamed = { ...carer, name: 'Companion' };
  expect(findUnaccompanied([line(carer, 1)], [adult, renamed])).toEqual({ id: 'c', type: 'Companion', allowed: 0 });
  expect(formatCompanionAdvice([{ lines: [line(adult, 1), line(carer, 1)], types: [adult, renamed] }])).toBe('');
});
