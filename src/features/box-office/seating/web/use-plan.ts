import { useEffect, useMemo, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { Page } from '#platform/shared/pages.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { useDraftStorage } from '#platform/web/drafts/use-draft-storage.ts';
import { type PlannerSnapshot, summariseChanges } from '../change-summary.ts';
import {
  createHistory,
  type History,
  type PlanEdit,
  pushStep,
  rebaseEdit,
  rebaseHistory,
  redo,
  type SavedPlan,
  undo,
} from '../plan/edit.ts';
import { countChanges, type Draft, isSameDraft, pruneAssignments } from '../plan/merge.ts';
import type { Parties, Party } from '../plan/plan.ts';

/**
 * Announces others' changes while the planner is open. A plan that was saved here (`own`), or that waits for a merge
 * decision, isn't announced.
 */
function useChangeAlerts(
  orders: readonly PerformanceOrder[],
  saved: SavedPlan,
  { own, isClashing }: { own: SavedPlan | null; isClashing: boolean },
): void {
  const known = useRef<PlannerSnapshot>({ orders, saved });
  useEffect(() => {
    const before = known.current;
    known.current = { orders, saved };
    const news = summariseChanges(saved === own || isClashing ? { ...before, saved } : before, known.current);
    if (news) showAlert(news, 'ok', 'orders');
  }, [orders, saved, own, isClashing]);
}

const savedOn = (page: Page<'seating'>): SavedPlan => ({
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
 * The edited plan, step by step, and its saved version; stored in this browser until it is saved. Later saves by others
 * are merged into it if nothing is lost.
 */
export function usePlan(page: Page<'seating'>) {
  const { orders } = page;
  const shown = useMemo(() => savedOn(page), [page]);
  /** The last save from here: known before the page that shows it. */
  const [own, setOwn] = useState<SavedPlan | null>(null);
  const saved = own && own.version >= shown.version ? own : shown;
  const [history, setHistory] = useState<History<PlanEdit>>(() =>
    createHistory<PlanEdit>({ base: saved, draft: saved }),
  );
  const [restored, setRestored] = useState(false);
  const parties: Parties = useMemo(
    () => new Map(orders.map((order): [string, Party] => [`${order.ref}`, partyOf(order)])),
    [orders],
  );
  const edit = history.now;
  const { base, draft, clash } = useMemo(() => rebaseEdit(edit, saved, parties), [edit, saved, parties]);
  const began = useMemo((): Draft => ({ ...base, plan: pruneAssignments(base.plan, parties) }), [base, parties]);
  const dirty = !isSameDraft(draft, began);
  const now = useMemo((): PlanEdit => ({ ...edit, base, draft }), [edit, base, draft]);
  useChangeAlerts(orders, saved, { own, isClashing: clash !== undefined });
  const forget = useDraftStorage<PlanEdit>(`the seats of ${page.id}`, dirty ? now : null, isEdit, (found) => {
    setHistory(
      pushStep(
        createHistory<PlanEdit>({ base: found.base, draft: found.base }),
        found,
        'your earlier unsaved changes.',
      ),
    );
    setRestored(true);
  });
  const go = (next: PlanEdit, says: string) => setHistory((before) => pushStep(before, next, says));

  return {
    base,
    draft,
    plan: draft.plan,
    parties,
    dirty,
    changes: dirty ? countChanges(draft, began) : 0,
    /** Another person's save, until somebody has chosen how to merge the two. */
    clash,
    saved,
    history,
    restored,
    /** One step further. */
    step: (next: Partial<Draft>, says: string) => go({ ...now, draft: { ...draft, ...next } }, says),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** Continues from the saved plan, or from a merge of it. */
    goOn: (says: string, next: Draft = saved) => {
      setRestored(false);
      if (next === saved) forget();
      go({ base: saved, draft: next }, says);
    },
    /** Called once `sent` is saved. */
    wasSaved: (sent: Draft, version: number) => {
      const next = { ...sent, version };
      setOwn(next);
      setRestored(false);
      setHistory((before) => rebaseHistory(before, { before: saved, saved: next, parties }));
    },
    /** A save was refused because of a conflict: from now on somebody has to choose. */
    wasRefused: (by: string) =>
      setHistory((before) => ({
        ...before,
        now: { ...(before.now === edit ? now : before.now), refused: by },
      })),
  };
}

export const partyOf = ({ ref, name, tickets_count, note, needs, ...asks }: PerformanceOrder): Party => ({
  ref: `${ref}`,
  name,
  count: tickets_count,
  note,
  needs,
  wishes: asks.wishes,
  nextTo: asks.next_to.map(String),
  ignored: asks.ignored_suggestions,
});

/** A stored edit may be old, or anything else. */
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
