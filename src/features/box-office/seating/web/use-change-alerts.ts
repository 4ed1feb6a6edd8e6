import { useEffect, useRef } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { type PlannerSnapshot, summariseChanges } from '../change-summary.ts';
import type { SavedPlan } from '../plan/edit.ts';

/**
 * Announces others' changes while the planner is open. A plan that was saved here (`own`), or that waits for a merge
 * decision, isn't announced.
 */
export function useChangeAlerts(
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
