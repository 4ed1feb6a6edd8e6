import type { History } from './history.ts';
import { type Draft, isSameDraft, mergeWithoutLoss, pruneAssignments } from './merge.ts';
import type { Parties } from './plan.ts';

/** A saved plan, with its version. */
export interface SavedPlan extends Draft {
  version: number;
}

/**
 * The edited plan and the saved version it started from, so that local changes can still be told apart after others
 * save.
 */
export interface PlanEdit {
  base: SavedPlan;
  draft: Draft;
  /**
   * The author of the save that made this one fail, "" if unknown. From then on nothing is merged without a decision.
   */
  refused?: string;
}

/** Another person's save, until somebody has decided how to merge the two. */
export interface EditConflict {
  by: string;
  theirs: SavedPlan;
  both: Draft;
}

/** The present state of an edit. */
export interface EditState {
  /** The plan on which a save of it is based. */
  base: SavedPlan;
  draft: Draft;
  clash?: EditConflict;
}

/**
 * Rebases an edit onto the saved plan. If either side would lose something, leaves the edit unchanged and reports a
 * conflict.
 */
export function rebaseEdit({ base, draft, refused }: PlanEdit, saved: SavedPlan, parties: Parties): EditState {
  const mine = { ...draft, plan: pruneAssignments(draft.plan, parties) };
  if (saved.version <= base.version) return { base, draft: mine };
  const { both, isWhole } = mergeWithoutLoss(base, draft, saved, parties);
  const isTouched = !isSameDraft(mine, { ...base, plan: pruneAssignments(base.plan, parties) });
  if (isWhole && (refused === undefined || !isTouched)) return { base: saved, draft: both };
  return { base, draft: mine, clash: { by: refused ?? '', theirs: saved, both } };
}

/** The steps before a save, which can still be undone after it: each as a change of the saved plan. */
export function rebaseHistory(
  { now, past, future }: History<PlanEdit>,
  { before, saved, parties }: { before: SavedPlan; saved: SavedPlan; parties: Parties },
): History<PlanEdit> {
  const from = (edit: PlanEdit): PlanEdit => {
    if (edit.base.version >= before.version) return { base: saved, draft: edit.draft };
    const { draft, clash } = rebaseEdit(edit, before, parties);
    return { base: saved, draft: clash?.both ?? draft };
  };
  const step = ({ state, says }: { state: PlanEdit; says: string }) => ({ state: from(state), says });
  return { now: from(now), past: past.map(step), future: future.map(step) };
}
