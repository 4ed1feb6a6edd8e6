import { expect, test } from 'vitest';
import { listUnseatedOrders, validatePlanSize, validateSeatAssignments } from './plan-validation.ts';

const plan = (assignments: Record<string, string>) => ({ rowCount: 2, hiddenSeats: ['A12'], assignments });
const tickets = new Map([
  ['123456', 2],
  ['222222', 1],
]);

test('an invalid plan is refused with each wrong seat and the reason', () => {
  expect(validateSeatAssignments(plan({ A1: '123456', A2: '123456' }), tickets)).toEqual([]);
  expect(validateSeatAssignments(plan({ C1: '123456', A12: '123456' }), tickets)).toEqual([
    'C1: not on the plan.',
    'A12: hidden, but someone is seated there.',
  ]);
  expect(validateSeatAssignments(plan({ A1: '123456', A2: '123456', A3: '123456', B1: '654321' }), tickets)).toEqual([
    'A1–A3: order 123456 has 2 tickets but 3 seats on this plan.',
    'B1: there is no order 654321 for this performance.',
  ]);
  expect(validateSeatAssignments(plan({ A1: '222222', A2: '222222' }), tickets)).toEqual([
    'A1, A2: order 222222 has one ticket but 2 seats on this plan.',
  ]);
});

test('a plan with too few seats is refused with the number of places sold or on sale', () => {
  const plan = { seats: 24, before: 36, numbered: false, taken: 10, capacity: null };
  expect(validatePlanSize(plan)).toBe('');
  expect(validatePlanSize({ ...plan, taken: 25 })).toContain(
    '25 places are sold or held, but this plan has 24 seats: 1 too few',
  );
  expect(validatePlanSize({ ...plan, capacity: 96 })).toContain('96 places are on sale');
  // Without numbered seats, a plan that was already too small needn't grow
  expect(validatePlanSize({ ...plan, before: 24, capacity: 96 })).toBe('');
  expect(validatePlanSize({ ...plan, before: 24, capacity: 96, numbered: true })).toContain('96 places are on sale');
});

test('the refusal of a plan that is too small names the unseated parties and their sizes', () => {
  const bought = [1, 1, 1, 2, 2, 3].map((ref) => ({
    ref,
    name: ['', 'Dora Quayle', 'Colin Marsh', 'Rhys Bowen'][ref] ?? '',
  }));
  const unseated = listUnseatedOrders({ assignments: { A1: '1', A2: '2', A3: '2' } }, bought);
  expect(unseated).toEqual([
    { name: 'Dora Quayle', count: 2 },
    { name: 'Rhys Bowen', count: 1 },
  ]);
  const small = { seats: 3, before: 36, numbered: false, taken: 6, capacity: null };
  expect(validatePlanSize({ ...small, unseated })).toContain('3 too few');
  expect(validatePlanSize({ ...small, unseated })).toContain('Not yet seated: Dora Quayle (2), Rhys Bowen (1).');
  const many = Array.from({ length: 40 }, () => ({ name: 'Somebody', count: 1 }));
  expect(validatePlanSize({ ...small, unseated: many })).toContain('Somebody (1) and 35 more.');
});
