import { isSamePlanDraft, mergeDraftsAndDetectLoss, type PlanDraft, pruneAssignments } from './merge.ts';
import type { Parties } from './plan.ts';

/** A state with the steps that can be undone and redone. */
export interface UndoHistory<State> {
  now: State;
  past: readonly Step<State>[];
  future: readonly Step<State>[];
}

interface Step<State> {
  /** The state that undoing or redoing the step leads to. */
  state: State;
  /** A description of the step. */
  says: string;
}

/** The maximum number of steps that can be undone. */
const maxSteps = 500;

export const createUndoHistory = <State>(now: State): UndoHistory<State> => ({ now, past: [], future: [] });

/** Adds a step, and discards the steps that could be redone. */
export const pushHistoryStep = <State>(
  { now, past }: UndoHistory<State>,
  next: State,
  says: string,
): UndoHistory<State> => ({
  now: next,
  past: [...past, { state: now, says }].slice(-maxSteps),
  future: [],
});

/** Undoes one step; returns the same history if there is none. */
export function undoStep<State>(history: UndoHistory<State>): UndoHistory<State> {
  const step = history.past.at(-1);
  if (!step) return history;
  const { now, past, future } = history;
  return { now: step.state, past: past.slice(0, -1), future: [{ state: now, says: step.says }, ...future] };
}

/** Redoes one step; returns the same history if there is none. */
export function redoStep<State>(history: UndoHistory<State>): UndoHistory<State> {
  const [step, ...future] = history.future;
  if (!step) return history;
  return { now: step.state, past: [...history.past, { state: history.now, says: step.says }], future };
}

/** A saved plan, with its version. */
export interface SavedPlan extends PlanDraft {
  version: number;
}

/**
 * The edited plan, and the saved version that it started from. Comparing the two distinguishes local changes from
 * others' changes.
 */
export interface PlanEdit {
  base: SavedPlan;
  draft: PlanDraft;
  /**
   * The author of the save because of which the server refused this edit; "" if unknown. While this field is set, local
   * changes are merged only after the user has decided.
   */
  refused?: string;
}

/** Another person's save that conflicts with the edit, and the merge of both. */
export interface EditConflict {
  by: string;
  theirs: SavedPlan;
  both: PlanDraft;
}

export interface EditState {
  /** The saved plan that the next save is based on. */
  base: SavedPlan;
  draft: PlanDraft;
  conflict?: EditConflict;
}

/**
 * Rebases an edit onto the saved plan. Keeps the old base and reports a conflict if a change of either side would be
 * lost, or if a save of this edit was refused and the edit still contains changes.
 */
export function rebaseEdit({ base, draft, refused }: PlanEdit, saved: SavedPlan, parties: Parties): EditState {
  const mine = { ...draft, plan: pruneAssignments(draft.plan, parties) };
  if (saved.version <= base.version) return { base, draft: mine };
  const { both, isWhole } = mergeDraftsAndDetectLoss(base, draft, saved, parties);
  const isTouched = !isSamePlanDraft(mine, { ...base, plan: pruneAssignments(base.plan, parties) });
  if (isWhole && (refused === undefined || !isTouched)) return { base: saved, draft: both };
  return { base, draft: mine, conflict: { by: refused ?? '', theirs: saved, both } };
}

/** Rebases a history onto a plan that was just saved, so that its steps can still be undone. */
export function rebaseHistory(
  { now, past, future }: UndoHistory<PlanEdit>,
  { before, saved, parties }: { before: SavedPlan; saved: SavedPlan; parties: Parties },
): UndoHistory<PlanEdit> {
  const rebase = (edit: PlanEdit): PlanEdit => {
    if (edit.base.version >= before.version) return { base: saved, draft: edit.draft };
    const { draft, conflict } = rebaseEdit(edit, before, parties);
    return { base: saved, draft: conflict?.both ?? draft };
  };
  const step = ({ state, says }: { state: PlanEdit; says: string }) => ({ state: rebase(state), says });
  return { now: rebase(now), past: past.map(step), future: future.map(step) };
}
