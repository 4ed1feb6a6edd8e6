import { expect, test } from 'vitest';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { createEmptyPlan } from '#tests/support/society/random-plans.ts';
import { summarisePlannerChanges } from './change-summary.ts';

const order = (ref: number, name: string, count: number, more: Partial<PerformanceOrder> = {}): PerformanceOrder => ({
  ...{ ref, name, tickets_count: count, note: '', needs: [], tickets: { Adult: count } },
  ...{ wishes: [], next_to: [], ignored_suggestions: [] },
  ...{ email: '', order_id: `${ref}`, show_id: '', date: '', status: 'paid' },
  ...more,
});
const seen = (orders: PerformanceOrder[], assignments: Record<string, string> = {}) => ({
  orders,
  saved: { plan: { ...createEmptyPlan(8), assignments }, prices: { Adult: 1200 } },
});
const [ann, bob, cat] = [order(1, 'Ann Lee', 2), order(2, 'Bob Ray', 3), order(3, 'Cat Fox', 1)];

test('the alert about changes names new orders, with their seats if seats have been assigned', () => {
  expect(summarisePlannerChanges(seen([ann]), seen([ann, bob]))).toEqual({
    title: 'A new order',
    content: 'Bob Ray, 3 tickets.',
  });
  expect(summarisePlannerChanges(seen([ann]), seen([ann, bob, cat], { G5: '2', G6: '2', G7: '2' }))).toEqual({
    ...{ title: '2 new orders', content: 'Bob Ray, 3 tickets: G5–G7; Cat Fox, one ticket.' },
  });
});

test('changed names, ticket counts, requests, notes and seats are listed in the alert about changes', () => {
  expect(summarisePlannerChanges(seen([ann, bob]), seen([ann, order(2, 'Bob Ray', 2)]))).toEqual({
    ...{ title: 'An order has changed', content: 'Bob Ray, 2 tickets instead of 3.' },
  });
  const asks = summarisePlannerChanges(
    seen([ann]),
    seen([order(1, 'Ann Lee-Ray', 2, { needs: ['wheelchair'], note: 'Hello' })]),
  );
  expect(asks?.content).toBe('Ann Lee-Ray, previously Ann Lee, asks for wheelchair, note changed.');
  expect(summarisePlannerChanges(seen([ann]), seen([order(1, 'Ann Lee', 2, { note: 'Hello' })]))?.content).toBe(
    'Ann Lee, note changed.',
  );
  expect(
    summarisePlannerChanges(seen([ann]), seen([order(1, 'Ann Lee', 2, { tickets: { Adult: 1, Child: 1 } })]))?.content,
  ).toBe('Ann Lee, 1 Adult, 1 Child.');
  expect(summarisePlannerChanges(seen([ann], { A1: '1', A2: '1' }), seen([ann], { B1: '1', B2: '1' }))).toEqual({
    ...{ title: 'Someone has different seats', content: 'Ann Lee: B1, B2.' },
  });
});

test('several kinds of change at once are all listed in the alert', () => {
  expect(summarisePlannerChanges(seen([ann, bob]), seen([order(1, 'Ann Lee', 1), cat]))).toEqual({
    title: 'Several things have changed',
    content:
      'New: Cat Fox, one ticket. Changed: Ann Lee, one ticket instead of 2. No longer coming: Bob Ray, 3 tickets. Any seats they had have been released.',
  });
});

test('changed rows, hidden seats, marks and prices are listed in the alert', () => {
  const before = seen([ann]);
  const plan = { ...createEmptyPlan(9, ['A1']), marks: { A2: { kind: '' as const, reason: 'The press', release: 0 } } };
  expect(summarisePlannerChanges(before, { ...before, saved: { plan, prices: { Adult: 1300 } } })).toEqual({
    title: '4 parts of the plan have changed',
    content:
      '9 rows instead of 8; hidden seats have changed; house seats or special seats have changed; prices have changed.',
  });
});

test('an alert about many orders names five of them, and leaves out changes irrelevant to seating', () => {
  const many = Array.from({ length: 12 }, (_, at) => order(at + 10, `Party ${at}`, 1));
  expect(summarisePlannerChanges(seen([]), seen(many))?.content).toContain('Party 4, one ticket and 7 more.');
  expect(
    summarisePlannerChanges(seen([ann]), seen([{ ...ann, status: 'reserved', email: 'ann@mail.example' }])),
  ).toBeUndefined();
});
