import { expect, test } from 'vitest';
import { createEmptyPlan, createParties } from '#tests/support/society/random-plans.ts';
import {
  createUndoHistory,
  type PlanEdit,
  pushHistoryStep,
  rebaseEdit,
  rebaseHistory,
  type SavedPlan,
  undoStep,
} from './edit.ts';

const parties = createParties([2, 2, 2]);
const [ann, bob, cat] = ['100001', '100002', '100003'];
const prices = { Adult: 1200 };
const draft = (assignments: Record<string, string>, rowCount = 4) => ({
  plan: { ...createEmptyPlan(rowCount), assignments },
  prices,
});
const saved = (version: number, assignments: Record<string, string>, rowCount = 4): SavedPlan => ({
  ...draft(assignments, rowCount),
  version,
});

test('rebasing an edit adopts another person’s save and keeps local changes', () => {
  const base = saved(1, { A1: ann });
  const theirs = saved(2, { A1: ann, C5: bob });
  expect(rebaseEdit({ base, draft: base }, theirs, parties)).toEqual({
    base: theirs,
    draft: draft(theirs.plan.assignments),
  });
  expect(rebaseEdit({ base, draft: draft({ A1: ann, A2: ann }) }, theirs, parties)).toEqual({
    ...{ base: theirs, draft: draft({ A1: ann, A2: ann, C5: bob }) },
  });
});

test('an edit is in conflict if somebody else has saved the same seat, or its own save was refused', () => {
  const base = saved(1, {});
  const theirs = saved(2, { C5: bob });
  const mine = draft({ C5: cat });
  expect(rebaseEdit({ base, draft: mine }, theirs, parties)).toEqual({
    ...{ base, draft: mine, conflict: { by: '', theirs, both: draft({ C5: bob }) } },
  });
  const apart = draft({ A1: cat });
  expect(rebaseEdit({ base, draft: apart, refused: 'Liz Dunn' }, theirs, parties)).toEqual({
    ...{ base, draft: apart, conflict: { by: 'Liz Dunn', theirs, both: draft({ A1: cat, C5: bob }) } },
  });
});

test('undo after another person’s save reverts only local changes', () => {
  const base = saved(1, {});
  const history = pushHistoryStep(
    createUndoHistory<PlanEdit>({ base, draft: base }),
    { base, draft: draft({ A1: ann }) },
    'Ann: A1.',
  );
  const theirs = saved(2, { C5: bob });
  expect(rebaseEdit(history.now, theirs, parties).draft).toEqual(draft({ A1: ann, C5: bob }));
  expect(rebaseEdit(undoStep(history).now, theirs, parties).draft).toEqual(draft({ C5: bob }));
});

test('undo after a save reverts only that save’s local changes, not what others saved earlier', () => {
  const first = saved(1, {});
  const second = saved(2, { C5: bob });
  const begun = pushHistoryStep(
    createUndoHistory<PlanEdit>({ base: first, draft: first }),
    { base: first, draft: draft({ A1: ann }) },
    'Ann: A1.',
  );
  const sent = rebaseEdit(begun.now, second, parties).draft;
  const third = { ...sent, version: 3 };
  const history = rebaseHistory(begun, { before: second, saved: third, parties });
  expect(rebaseEdit(history.now, third, parties).draft).toEqual(sent);
  expect(rebaseEdit(undoStep(history).now, third, parties)).toEqual({ base: third, draft: draft({ C5: bob }) });
});

test('undoing past a resolved and saved conflict doesn’t restore the conflict', () => {
  const base = saved(1, {});
  const theirs = saved(2, { C5: bob });
  const refusedEdit: PlanEdit = { base, draft: draft({ A1: ann }), refused: 'Liz Dunn' };
  const both = draft({ A1: ann, C5: bob });
  const chosen = pushHistoryStep(createUndoHistory(refusedEdit), { base: theirs, draft: both }, 'Put together.');
  expect(rebaseEdit(undoStep(chosen).now, theirs, parties).conflict).toMatchObject({ by: 'Liz Dunn' });
  const third = { ...both, version: 3 };
  const history = rebaseHistory(chosen, { before: theirs, saved: third, parties });
  expect(rebaseEdit(undoStep(history).now, third, parties)).toEqual({ base: third, draft: both });
});
