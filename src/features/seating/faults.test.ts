import { expect, test } from 'vitest';
import { faultsOf } from './faults.ts';

const plan = (assignments: Record<string, string>) => ({ rowCount: 2, hiddenSeats: ['A12'], assignments });
const tickets = new Map([['123456', 2]]);

test('each seat that is wrong is named, with why', () => {
  expect(faultsOf(plan({ A1: '123456', A2: '123456' }), tickets)).toEqual([]);
  expect(faultsOf(plan({ C1: '123456', A12: '123456' }), tickets)).toEqual([
    'C1: the plan has no such seat.',
    'A12: hidden, but somebody sits there.',
  ]);
  expect(faultsOf(plan({ A1: '123456', A2: '123456', A3: '123456', B1: '654321' }), tickets)).toEqual([
    'A1–A3: order 123456 has 2 tickets, and 3 seats here.',
    'B1: there is no order 654321 for this performance.',
  ]);
});
