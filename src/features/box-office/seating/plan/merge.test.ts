import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPlan, createEmptyPlan, createParties } from '#tests/support/society/random-plans.ts';
import { placeParty } from './actions.ts';
import {
  formatPlanMerge,
  isSamePlanDraft,
  mergeDraftsAndDetectLoss,
  mergePlanDrafts,
  overwritePlanDraft,
  type PlanDraft,
  pruneAssignments,
} from './merge.ts';
import { countUnseatedTickets, isSeat, type Plan } from './plan.ts';

const draft = (plan: Plan, prices = { Adult: 1200 }): PlanDraft => ({ plan, prices });

test('merging two edits keeps the changes that either edit made to rows, seats and prices', () => {
  const parties = createParties([2, 2]);
  const base = draft({ ...createEmptyPlan(2), assignments: { A1: '100001' } });
  const mine = draft({ ...base.plan, assignments: { A1: '100001', A2: '100001' } });
  const theirs = draft(
    { ...base.plan, rowCount: 3, hiddenSeats: ['A12'], assignments: { C1: '100002' } },
    { Adult: 1300 },
  );
  expect(mergePlanDrafts(base, mine, theirs, parties)).toEqual({
    plan: { rowCount: 3, hiddenSeats: ['A12'], assignments: { A2: '100001', C1: '100002' } },
    prices: { Adult: 1300 },
  });
});

test('a seat that another save has assigned stays assigned, even if my draft removes or reassigns it', () => {
  const parties = createParties([2, 2, 1]);
  const [ann, bob, cat] = ['100001', '100002', '100003'];
  const base = draft({ ...createEmptyPlan(3), assignments: { A1: ann, A2: ann } });
  const theirs = draft({ ...base.plan, assignments: { A1: ann, A2: ann, C5: bob, C6: bob } });
  const bobSits = { C5: bob, C6: bob };
  const mine = (plan: Partial<Plan>) => draft({ ...base.plan, ...plan });
  const of = (my: PlanDraft) => mergeDraftsAndDetectLoss(base, my, theirs, parties);
  // My draft puts somebody else on one of Bob's seats
  expect(of(mine({ assignments: { C5: ann, A2: ann } })).both.plan.assignments).toEqual({ A2: ann, ...bobSits });
  // My draft removes the row of Bob's seats, or hides one of the seats
  expect(of(mine({ rowCount: 2 })).both.plan).toMatchObject({ rowCount: 3, assignments: bobSits });
  expect(of(mine({ hiddenSeats: ['C5', 'C7'] })).both.plan).toMatchObject({
    ...{ hiddenSeats: ['C7'], assignments: bobSits },
  });
  // My draft puts Bob's party on other seats
  expect(of(mine({ assignments: { A1: ann, A2: ann, B1: bob, B2: bob } })).both.plan.assignments).toEqual({
    ...{ A1: ann, A2: ann },
    ...bobSits,
  });
  for (const lost of [mine({ assignments: { C5: ann, A2: ann } }), mine({ rowCount: 2 })]) {
    expect(of(lost).isWhole).toBe(false);
  }
  expect(of(mine({ rowCount: 4, assignments: { B1: ann, A2: ann, B7: cat } }))).toMatchObject({
    isWhole: true,
    both: { plan: { rowCount: 4, assignments: { B1: ann, A2: ann, B7: cat, ...bobSits } } },
  });
});

test('changing the mark of a seat that somebody else removed is a conflict', () => {
  const parties = createParties([1]);
  const base = draft(createEmptyPlan(3));
  const kept = draft({ ...createEmptyPlan(3), marks: { C5: { kind: '', reason: 'the press', release: 0 } } });
  for (const without of [draft(createEmptyPlan(2)), draft(createEmptyPlan(3, ['C5']))]) {
    expect(mergeDraftsAndDetectLoss(base, without, kept, parties)).toEqual({ both: without, isWhole: false });
    expect(mergeDraftsAndDetectLoss(base, kept, without, parties)).toEqual({ both: without, isWhole: false });
  }
});

test('a price that two people changed to different amounts is a conflict', () => {
  const base = draft(createEmptyPlan(2));
  const [mine, theirs] = [draft(createEmptyPlan(2), { Adult: 1300 }), draft(createEmptyPlan(2), { Adult: 1400 })];
  expect(mergeDraftsAndDetectLoss(base, mine, theirs, createParties([1]))).toEqual({ both: mine, isWhole: false });
  expect(mergeDraftsAndDetectLoss(base, mine, mine, createParties([1]))).toEqual({ both: mine, isWhole: true });
});

test('seats of cancelled orders don’t count as lost changes', () => {
  const base = draft({ ...createEmptyPlan(2), assignments: { A1: '100001', A2: 'gone' } });
  const mine = draft({ ...base.plan, assignments: { A1: '100001', B2: 'gone' } });
  const theirs = draft({ ...base.plan, assignments: { A1: '100001' } });
  expect(mergeDraftsAndDetectLoss(base, mine, theirs, createParties([1]))).toEqual({
    both: draft({ ...createEmptyPlan(2), assignments: { A1: '100001' } }),
    isWhole: true,
  });
});

test('overwriting the other version keeps seats that were bought in the meantime', () => {
  const parties = createParties([2, 1, 1]);
  const [ann, bob, cat] = ['100001', '100002', '100003'];
  const base = draft({ ...createEmptyPlan(3), assignments: { A1: ann, A2: ann } });
  const theirs = draft({ ...createEmptyPlan(4), assignments: { B1: ann, B2: ann, C5: bob, C6: cat } });
  const mine = draft({ ...base.plan, assignments: { A1: ann, C5: ann, C6: ann } });
  expect(overwritePlanDraft(base, mine, theirs, { parties, known: { [bob]: ['C5'], [cat]: [] } })).toEqual(
    draft({ ...createEmptyPlan(3), assignments: { A1: ann, C5: bob, C6: ann } }),
  );
});

test('a ticket type renamed in the meantime keeps no price under its old name', () => {
  const parties = createParties([1]);
  const base = draft(createEmptyPlan(2));
  const theirs: PlanDraft = { plan: createEmptyPlan(2), prices: { 'Full price': 1250 } };
  const mine = draft(createEmptyPlan(3));
  const saved = { plan: createEmptyPlan(3), prices: { 'Full price': 1250 } };
  expect(mergeDraftsAndDetectLoss(base, mine, theirs, parties)).toEqual({ both: saved, isWhole: true });
  expect(overwritePlanDraft(base, mine, theirs, { parties, known: {} })).toEqual(saved);
  // The merge would lose the new price in my draft, so a person has to decide
  const dearer = draft(createEmptyPlan(3), { Adult: 1400 });
  expect(mergeDraftsAndDetectLoss(base, dearer, theirs, parties)).toEqual({ both: saved, isWhole: false });
  expect(overwritePlanDraft(base, dearer, theirs, { parties, known: {} })).toEqual(saved);
});

test('merging any two edits gives a valid plan, and an edit without changes reverts nothing', () => {
  fc.assert(
    fc.property(
      anyPlan(),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (house, a, b) => {
        const { plan, parties } = house;
        const changed = (steps: number[]) =>
          steps.reduce((now, step) => {
            const ref = [...parties.keys()][step % parties.size] ?? '';
            const outcome = placeParty(now, parties, {
              ref,
              seat: `${'ABCD'[step % 4]}${(step % 12) + 1}`,
              instead: true,
            });
            return 'refused' in outcome ? now : outcome.plan;
          }, plan);
        const [base, mine, theirs] = [draft(plan), draft(changed(a)), draft(changed(b))];
        const both = mergePlanDrafts(base, mine, theirs, parties).plan;
        expect(Object.keys(both.assignments).every((seat) => isSeat(both, seat))).toBe(true);
        expect([...parties.values()].every((party) => countUnseatedTickets(both, party) >= 0)).toBe(true);
        expect(isSamePlanDraft(mergePlanDrafts(base, base, theirs, parties), theirs)).toBe(true);
        expect(isSamePlanDraft(mergePlanDrafts(base, mine, base, parties), mine)).toBe(true);
      },
    ),
  );
});

test('pruning removes seats of cancelled orders, and seats beyond an order’s number of tickets', () => {
  const plan = { ...createEmptyPlan(2), assignments: { A1: '100001', A2: '100001', B1: 'gone' } };
  expect(pruneAssignments(plan, createParties([1])).assignments).toEqual({ A1: '100001' });
  expect(
    pruneAssignments(plan, new Map([...createParties([2]), ['gone', { ref: 'gone', name: '', count: 1, note: '' }]])),
  ).toBe(plan);
});

test('the summary of a merge names each party whose seats changed, with its seats and the seats it lost', () => {
  const parties = createParties([4, 2]);
  const [ann, bob] = ['100001', '100002'];
  const base = draft(createEmptyPlan(2));
  const mine = draft({ ...base.plan, assignments: { A7: ann, A8: ann, A9: ann, A10: ann } });
  const both = draft({ ...base.plan, assignments: { A7: bob, A8: bob, A9: ann, A10: ann } });
  const [first, second] = [parties.get(ann)?.name ?? '', parties.get(bob)?.name ?? ''];
  expect(formatPlanMerge(mine, both, parties)).toBe(
    `Merged with the other version. ${first}: A9, A10, no longer A7, A8. ${second}: A7, A8.`,
  );
  expect(formatPlanMerge(mine, mine, parties)).toBe('Merged with the other version.');
});
