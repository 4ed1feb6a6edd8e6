import { useEffect, useMemo, useState } from 'react';
import type { PerformanceOrder } from '#features/orders/contract.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useKept } from '#platform/web/drafts/useKept.ts';
import type { CurrentSeating } from '../contract.ts';
import { begin, did, type History, redo, undo } from '../history.ts';
import { countChanges, type Draft, isSameDraft, pruned } from '../merge.ts';
import type { Parties, Party } from '../plan.ts';

/** A plan as it is saved, with its version. */
export interface Saved extends Draft {
  version: number;
}

const savedOn = (page: Page<'seating'>): Saved => ({
  version: page.version,
  plan: {
    rowCount: page.defaultRowCount,
    hiddenSeats: page.initialHiddenSeats,
    assignments: page.initialAssignment,
    marks: page.marks,
  },
  prices: page.ticket_pricing,
});

/** The plan that somebody else has saved meanwhile. */
export const savedBy = ({ layout, assignments, marks, ticket_pricing, version }: CurrentSeating): Saved => ({
  version,
  plan: { rowCount: layout.rowCount, hiddenSeats: layout.hiddenSeats, assignments, marks },
  prices: ticket_pricing,
});

interface Kept {
  base: Saved;
  draft: Draft;
}

/** The plan that is worked on, step by step, and what it began from; kept in this browser until it is saved. */
export function usePlan(page: Page<'seating'>, orders: readonly PerformanceOrder[]) {
  const [base, setBase] = useState(() => savedOn(page));
  const [history, setHistory] = useState<History<Draft>>(() => begin<Draft>(base));
  const [restored, setRestored] = useState(false);
  const parties: Parties = useMemo(
    () => new Map(orders.map((order): [string, Party] => [`${order.ref}`, partyOf(order)])),
    [orders],
  );
  const { now } = history;
  const plan = useMemo(() => pruned(now.plan, parties), [now.plan, parties]);
  const draft = useMemo((): Draft => ({ plan, prices: now.prices }), [plan, now.prices]);
  const saved = useMemo((): Draft => ({ plan: pruned(base.plan, parties), prices: base.prices }), [base, parties]);
  const dirty = !isSameDraft(draft, saved);
  const kept = useMemo(() => (dirty ? { base, draft } : null), [dirty, base, draft]);
  const forget = useKept<Kept>(`the seats of ${page.id}`, kept, isKept, (found) => {
    setBase(found.base);
    setHistory(did(begin<Draft>(found.base), found.draft, 'what was done before'));
    setRestored(true);
  });

  // What others have saved is followed while nothing here would be lost by that
  useEffect(() => {
    const next = savedOn(page);
    if (dirty || next.version <= base.version) return;
    setBase(next);
    if (!isSameDraft(next, draft)) setHistory(begin<Draft>(next));
  }, [page, dirty, base.version, draft]);

  return {
    base,
    draft,
    plan,
    parties,
    dirty,
    changes: dirty ? countChanges(draft, saved) : 0,
    history,
    restored,
    /** One step further. */
    step: (next: Partial<Draft>, says: string) => setHistory((before) => did(before, { ...draft, ...next }, says)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** Goes on from another version, with what is drawn here or with what that has. */
    beginFrom: (next: Saved, as: 'mine' | 'theirs') => {
      setBase(next);
      setRestored(false);
      if (as === 'theirs') setHistory(begin<Draft>(next));
    },
    forget,
  };
}

const partyOf = ({ ref, name, tickets_count, note, needs }: PerformanceOrder): Party => ({
  ref: `${ref}`,
  name,
  count: tickets_count,
  note,
  needs,
});

/** What was kept may be old, or anything else. */
function isKept(kept: unknown): kept is Kept {
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  const isDraft = (value: unknown) =>
    isRecord(value) &&
    isRecord(value.prices) &&
    isRecord(value.plan) &&
    typeof value.plan.rowCount === 'number' &&
    Array.isArray(value.plan.hiddenSeats) &&
    isRecord(value.plan.assignments);
  return isRecord(kept) && isDraft(kept.draft) && isDraft(kept.base) && 'version' in Object(kept.base);
}
