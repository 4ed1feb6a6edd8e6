import { useEffect, useMemo, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { getActiveSeatMarks } from '#features/box-office/performances/seats.ts';
import type { Page } from '#platform/shared/pages.ts';
import { dismissAlertsAbout, showAlert } from '#platform/web/alerts/index.ts';
import { useDraftStorage } from '#platform/web/drafts/stored-draft.ts';
import { type PlannerSnapshot, summarisePlannerChanges } from '../../change-summary.ts';
import { findNewOrphanSeats, formatOrphanSeatWarning, type SeatingPreference } from '../../engine/free-seats.ts';
import { formatUnseatedParties, type SeatingDecision, seatEveryone } from '../../engine/seat-everyone.ts';
import type { ActionOutcome, ActionRefusal } from '../../plan/actions.ts';
import {
  createUndoHistory,
  type PlanEdit,
  pushHistoryStep,
  rebaseEdit,
  rebaseHistory,
  redoStep,
  type SavedPlan,
  type UndoHistory,
  undoStep,
} from '../../plan/edit.ts';
import { countDraftDifferences, isSamePlanDraft, type PlanDraft, pruneAssignments } from '../../plan/merge.ts';
import { type Parties, type Party, toParty } from '../../plan/plan.ts';
import { validatePromisedSeats } from '../../plan/plan-validation.ts';

/**
 * Announces changes that other people make while the planner is open. This user's own saves and unresolved conflicts
 * aren't announced.
 */
function useChangeAlerts(
  orders: readonly PerformanceOrder[],
  saved: SavedPlan,
  { own, hasConflict }: { own: SavedPlan | null; hasConflict: boolean },
): void {
  const known = useRef<PlannerSnapshot>({ orders, saved });
  useEffect(() => {
    const before = known.current;
    known.current = { orders, saved };
    const summary = summarisePlannerChanges(
      saved === own || hasConflict ? { ...before, saved } : before,
      known.current,
    );
    if (summary) showAlert(summary, 'ok', 'orders');
  }, [orders, saved, own, hasConflict]);
}

const toSavedPlan = (page: Page<'seating'>): SavedPlan => ({
  version: page.version,
  plan: {
    rowCount: page.defaultRowCount,
    hiddenSeats: page.initialHiddenSeats,
    assignments: page.initialAssignment,
    marks: page.marks,
  },
  prices: page.ticket_pricing,
});

/**
 * Holds the edited plan, its history and its saved version. The edit is stored in this browser until it is saved. Other
 * people's saves are merged into the edit if no change is lost.
 */
export function usePlan(page: Page<'seating'>) {
  const { orders } = page;
  const pagePlan = useMemo(() => toSavedPlan(page), [page]);
  /**
   * The last save made in this planner. It is stored separately, because it is in the page's content only once that has
   * been fetched again.
   */
  const [own, setOwn] = useState<SavedPlan | null>(null);
  const saved = own && own.version >= pagePlan.version ? own : pagePlan;
  const [history, setHistory] = useState<UndoHistory<PlanEdit>>(() =>
    createUndoHistory<PlanEdit>({ base: saved, draft: saved }),
  );
  const [restored, setRestored] = useState(false);
  const parties: Parties = useMemo(
    () => new Map(orders.map((order): [string, Party] => [`${order.ref}`, toParty(order)])),
    [orders],
  );
  const edit = history.now;
  const { base, draft, conflict } = useMemo(() => rebaseEdit(edit, saved, parties), [edit, saved, parties]);
  const baseDraft = useMemo(
    (): PlanDraft => ({ ...base, plan: pruneAssignments(base.plan, parties) }),
    [base, parties],
  );
  const dirty = !isSamePlanDraft(draft, baseDraft);
  const now = useMemo((): PlanEdit => ({ ...edit, base, draft }), [edit, base, draft]);
  useChangeAlerts(orders, saved, { own, hasConflict: conflict !== undefined });
  const forget = useDraftStorage<PlanEdit>(`the seats of ${page.id}`, dirty ? now : null, isEdit, (found) => {
    setHistory(
      pushHistoryStep(
        createUndoHistory<PlanEdit>({ base: found.base, draft: found.base }),
        found,
        'Restored your earlier unsaved changes.',
      ),
    );
    setRestored(true);
  });
  const pushEdit = (next: PlanEdit, says: string) => setHistory((before) => pushHistoryStep(before, next, says));

  return {
    base,
    draft,
    plan: draft.plan,
    parties,
    dirty,
    changes: dirty ? countDraftDifferences(draft, baseDraft) : 0,
    /** Another person's conflicting save, until the user has decided how to merge it with the edit. */
    conflict,
    saved,
    history,
    restored,
    /** Applies a change as a new step; `says` describes it. */
    step: (next: Partial<PlanDraft>, says: string) => pushEdit({ ...now, draft: { ...draft, ...next } }, says),
    undo: () => setHistory(undoStep),
    redo: () => setHistory(redoStep),
    /** Continues from the saved plan, or from the given draft. */
    continueFrom: (says: string, next: PlanDraft = saved) => {
      setRestored(false);
      if (next === saved) forget();
      pushEdit({ base: saved, draft: next }, says);
    },
    /** Records that `sent` was saved. */
    markSaved: (sent: PlanDraft, version: number) => {
      const next = { ...sent, version };
      setOwn(next);
      setRestored(false);
      setHistory((before) => rebaseHistory(before, { before: saved, saved: next, parties }));
    },
    /** Records that a save was refused because of a conflict, so that the user has to decide. */
    markRefused: (by: string) =>
      setHistory((before) => ({
        ...before,
        now: { ...(before.now === edit ? now : before.now), refused: by },
      })),
  };
}

/** Returns true if a stored value, which may come from an older release, is an edit. */
function isEdit(value: unknown): value is PlanEdit {
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  const isDraft = (value: unknown) =>
    isRecord(value) &&
    isRecord(value.prices) &&
    isRecord(value.plan) &&
    typeof value.plan.rowCount === 'number' &&
    Array.isArray(value.plan.hiddenSeats) &&
    isRecord(value.plan.assignments);
  if (!isRecord(value) || !isDraft(value.draft) || !isRecord(value.base) || !isDraft(value.base)) return false;
  const isReadable = value.refused === undefined || typeof value.refused === 'string';
  return typeof value.base.version === 'number' && isReadable;
}

/**
 * Returns the action that seats the people without seats, as far as possible, and its last decisions with their
 * reasons, until the user closes their list.
 */
export function useSeatEveryone(
  page: Page<'seating'>,
  { plan, parties, step, history }: ReturnType<typeof usePlan>,
  { say, done }: { say: (text: string) => void; done: (text: string) => void },
) {
  /** The last decisions, and the message of their step. */
  const [last, setLast] = useState<{ choices: readonly SeatingDecision[]; step: string }>({ choices: [], step: '' });
  /** Seats everyone. Returns true if anybody was seated. */
  const seat = (preference: SeatingPreference): boolean => {
    const at = { starts_at: new Date(page.date).toISOString(), now: new Date().toISOString() };
    const marks = getActiveSeatMarks(plan.marks ?? {}, at);
    const { choices, ...seated } = seatEveryone({ ...plan, marks }, parties.values(), preference, page.held);
    const missing = formatUnseatedParties(seated.left, [
      ...(Object.keys(marks).length > 0 ? ['marked seats'] : []),
      ...(page.held.length > 0 ? ['seats that visitors are buying'] : []),
    ]);
    if (choices.length === 0) {
      say(missing || 'Everyone is seated.');
      return false;
    }
    const summary = `${missing === '' ? 'Everyone is seated' : 'Seated'}: ${choices.length} ${choices.length === 1 ? 'party' : 'parties'}.`;
    const next = { ...plan, assignments: seated.plan.assignments };
    step({ plan: next }, summary);
    setLast({ choices, step: summary });
    // The list of decisions already includes the number of parties, so only problems are announced
    done(`${missing} ${formatOrphanSeatWarning(findNewOrphanSeats(plan, next))}`.trim());
    return true;
  };
  return {
    seat,
    choices: last.choices,
    isLast: history.past.at(-1)?.says === last.step,
    close: () => setLast({ choices: [], step: '' }),
  };
}

/** Applies actions to the plan or refuses them, and announces the results. */
export function usePlanActions(page: Page<'seating'>, planState: ReturnType<typeof usePlan>) {
  const { plan, parties, step, history } = planState;
  const [announcement, setAnnouncement] = useState({ text: '', isSpokenOnly: false });
  const say = (text: string) => setAnnouncement({ text, isSpokenOnly: false });
  /** Announces something to screen reader users only. */
  const speak = (text: string) => setAnnouncement({ text, isSpokenOnly: true });

  /** Announces a completed action, and clears the alert of an earlier refusal. */
  const done = (text: string) => {
    dismissAlertsAbout('seats');
    say(text);
  };
  const announceRefusal = ({ why, says }: ActionRefusal) => {
    say(says);
    if (why === 'all seated') showAlert({ title: 'No Seats Remaining', content: says }, 'bad', 'seats');
  };
  /** Returns the reason why an outcome isn't allowed: it would remove promised seats. Returns "" if it is allowed. */
  const findBrokenPromise = (outcome: ActionOutcome): string =>
    'refused' in outcome
      ? ''
      : validatePromisedSeats(outcome.plan, {
          ...{ before: plan, known: page.known },
          nameOf: (ref) => parties.get(ref)?.name ?? `order ${ref}`,
        }).join(' ');
  /** Applies an outcome or announces its refusal. Returns true if it was applied. */
  const act = (outcome: ActionOutcome): boolean => {
    if ('refused' in outcome) {
      announceRefusal(outcome.refused);
      return false;
    }
    const broken = findBrokenPromise(outcome);
    if (broken !== '') {
      say(broken);
      showAlert({ title: 'These seats can’t be removed yet', content: broken }, 'bad', 'seats');
      return false;
    }
    step({ plan: outcome.plan }, outcome.says);
    done(`${outcome.says} ${formatOrphanSeatWarning(findNewOrphanSeats(plan, outcome.plan))}`.trim());
    if (outcome.short) announceRefusal(outcome.short);
    return true;
  };
  /**
   * Applies an outcome. Returns "" if it was applied, otherwise the reason for the refusal, so that a field can show
   * it.
   */
  const tryAction = (outcome: ActionOutcome): string => {
    const refusal = 'refused' in outcome ? outcome.refused.says : findBrokenPromise(outcome);
    if (refusal === '') act(outcome);
    return refusal;
  };
  const undo = () => {
    const last = history.past.at(-1);
    if (last) done(`Undone: ${last.says}`);
    else speak('There is nothing to undo.');
    planState.undo();
  };
  const redo = () => {
    const [next] = history.future;
    if (next) done(`Redone: ${next.says}`);
    else speak('There is nothing to redo.');
    planState.redo();
  };
  return { announcement, say, done, act, tryAction, findBrokenPromise, undo, redo };
}
