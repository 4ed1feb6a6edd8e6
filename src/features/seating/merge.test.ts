import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHouse, emptyPlan, partiesOf } from '#tests/support/houses.ts';
import { place } from './actions.ts';
import { type Draft, isSameDraft, merged, pruned } from './merge.ts';
import { isSeat, leftToSeat, type Plan } from './plan.ts';

const draft = (plan: Plan, prices = { Adult: 1200 }): Draft => ({ plan, prices });

test('each seat stands as whoever changed it left it', () => {
  const parties = partiesOf([2, 2]);
  const base = draft({ ...emptyPlan(2), assignments: { A1: '100001' } });
  const mine = draft({ ...base.plan, assignments: { A1: '100001', A2: '100001' } });
  const theirs = draft(
    { ...base.plan, rowCount: 3, hiddenSeats: ['A12'], assignments: { C1: '100002' } },
    { Adult: 1300 },
  );
  expect(merged(base, mine, theirs, parties)).toEqual({
    plan: { rowCount: 3, hiddenSeats: ['A12'], assignments: { A2: '100001', C1: '100002' } },
    prices: { Adult: 1300 },
  });
});

test('whatever two have done, a plan comes of it that can be saved, and one who did nothing takes nothing back', () => {
  fc.assert(
    fc.property(
      anyHouse(),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (house, a, b) => {
        const { plan, parties } = house;
        const changed = (steps: number[]) =>
          steps.reduce((now, step) => {
            const ref = [...parties.keys()][step % parties.size] ?? '';
            const outcome = place(now, parties, { ref, seat: `${'ABCD'[step % 4]}${(step % 12) + 1}`, instead: true });
            return 'refused' in outcome ? now : outcome.plan;
          }, plan);
        const [base, mine, theirs] = [draft(plan), draft(changed(a)), draft(changed(b))];
        const both = merged(base, mine, theirs, parties).plan;
        expect(Object.keys(both.assignments).every((seat) => isSeat(both, seat))).toBe(true);
        expect([...parties.values()].every((party) => leftToSeat(both, party) >= 0)).toBe(true);
        expect(isSameDraft(merged(base, base, theirs, parties), theirs)).toBe(true);
        expect(isSameDraft(merged(base, mine, base, parties), mine)).toBe(true);
      },
    ),
  );
});

test('an order that is cancelled, or has fewer tickets by now, has no seats beyond them', () => {
  const plan = { ...emptyPlan(2), assignments: { A1: '100001', A2: '100001', B1: 'gone' } };
  expect(pruned(plan, partiesOf([1])).assignments).toEqual({ A1: '100001' });
  expect(pruned(plan, new Map([...partiesOf([2]), ['gone', { ref: 'gone', name: '', count: 1, note: '' }]]))).toBe(
    plan,
  );
});
