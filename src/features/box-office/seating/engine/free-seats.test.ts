import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPlan, createEmptyPlan, createParties } from '#tests/support/society/random-plans.ts';
import * as act from '../plan/actions.ts';
import { findAdjacentSeat, isSeat, listSeats, type Plan } from '../plan/plan.ts';
import { findNewOrphanSeats, formatOrphanSeatWarning } from './free-seats.ts';

const parties = createParties([1, 2, 3, 4]);
const [one, two, three, four] = ['100001', '100002', '100003', '100004'];
const seated = (assignments: Plan['assignments'], rows = 1): Plan => ({ ...createEmptyPlan(rows), assignments });
/** Returns the orphan seats that an action newly leaves. */
const alone = (plan: Plan, outcome: act.ActionOutcome) => {
  if ('refused' in outcome) throw new Error(outcome.refused.says);
  return findNewOrphanSeats(plan, outcome.plan);
};

test('moving a person reports only the orphan seats that the move causes, not earlier ones', () => {
  const plan = seated({ A3: one });
  expect(alone(plan, act.movePerson(plan, parties, { from: 'A3', to: 'A1' }))).toEqual([]);
  expect(alone(plan, act.movePerson(plan, parties, { from: 'A3', to: 'A2' }))).toEqual(['A1']);
  expect(alone(plan, act.movePerson(plan, parties, { from: 'A3', to: 'A11' }))).toEqual(['A12']);
});

test('a seat left free between two parties by resizing, clearing or unseating is an orphan seat', () => {
  const plan = seated({ A1: two, A2: two, A3: one, A4: three, A5: three, A6: three });
  expect(alone(plan, act.resizeBlock(plan, parties, { seat: 'A1', side: 'right', to: 1 }))).toEqual(['A2']);
  expect(alone(plan, act.clearSeat(plan, parties, { seat: 'A3' }))).toEqual(['A3']);
  expect(alone(plan, act.clearBlock(plan, parties, { seat: 'A3' }))).toEqual(['A3']);
  expect(alone(plan, act.unseatParty(plan, parties, { ref: one }))).toEqual(['A3']);
});

test('widening a block or moving a person reports every orphan seat it leaves', () => {
  const plan = seated({ A1: two, A4: three, A5: three, A6: three });
  expect(alone(plan, act.resizeBlock(plan, parties, { seat: 'A1', side: 'right', to: 2 }))).toEqual(['A3']);
  const full = seated({ A4: two, A5: two, A6: one, A9: four, A10: four, A11: four, A12: four });
  expect(alone(full, act.movePerson(full, parties, { from: 'A5', to: 'A2' }))).toEqual(['A1', 'A3', 'A5']);
});

test('replacing a party or swapping two people doesn’t report orphan seats that were there before', () => {
  const plan = seated({ A2: three, A3: three, A4: three, A6: one });
  expect(alone(plan, act.placeParty(plan, parties, { ref: two, seat: 'A3', instead: true }))).toEqual([]);
  expect(alone(plan, act.movePerson(plan, parties, { from: 'A4', to: 'A6' }))).toEqual([]);
});

test('new orphan seats are exactly those that are orphans after the change and were not before', () => {
  const isFree = (plan: Plan, seat: string | undefined) =>
    seat !== undefined && isSeat(plan, seat) && plan.assignments[seat] === undefined;
  const isAlone = (plan: Plan, seat: string) =>
    isFree(plan, seat) && ![1, -1].some((by) => isFree(plan, findAdjacentSeat(plan, seat, by)));
  fc.assert(
    fc.property(anyPlan(), anyPlan(), ({ plan: before }, { plan: after }) => {
      const expected = listSeats(after).filter((seat) => isAlone(after, seat) && !isAlone(before, seat));
      expect(findNewOrphanSeats(before, after)).toEqual(expected);
    }),
  );
});

test('the orphan-seat warning uses singular and plural correctly', () => {
  expect(formatOrphanSeatWarning([])).toBe('');
  expect(formatOrphanSeatWarning(['C2'])).toBe('This leaves C2 as a single seat.');
  expect(formatOrphanSeatWarning(['C2', 'C5'])).toBe('This leaves C2, C5 as single seats.');
});
