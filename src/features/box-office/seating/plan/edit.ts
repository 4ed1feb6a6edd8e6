import { type Draft, isSameDraft, mergeWithoutLoss, pruneAssignments } from './merge.ts';
import type { Parties } from './plan.ts';

/** The steps done so far, and those that can be redone. */
export interface History<State> {
  now: State;
  past: readonly Step<State>[];
  future: readonly Step<State>[];
}

interface Step<State> {
  /** The state on the other side of the step. */
  state: State;
  /** A description of the step. */
  says: string;
}

/** The number of steps that can be undone: more than anybody remembers. */
const mostSteps = 500;

/** Creates an empty history. */
export const createHistory = <State>(now: State): History<State> => ({ now, past: [], future: [] });

/** Adds a step; undone steps can't be redone after it. */
export const pushStep = <State>({ now, past }: History<State>, next: State, says: string): History<State> => ({
  now: next,
  past: [...past, { state: now, says }].slice(-mostSteps),
  future: [],
});

/** Goes back one step; unchanged if there is none. */
export function undo<State>(history: History<State>): History<State> {
  const step = history.past.at(-1);
  if (!step) return history;
  const { now, past, future } = history;
  return { now: step.state, past: past.slice(0, -1), future: [{ state: now, says: step.says }, ...future] };
}

/** Goes one step forward again. */
export function redo<State>(history: History<State>): History<State> {
  const [step, ...future] = history.future;
  if (!step) return history;
  return { now: step.state, past: [...history.past, { state: history.now, says: step.says }], future };
}

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
