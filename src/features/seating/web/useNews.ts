import { useEffect, useRef } from 'react';
import type { PerformanceOrder } from '#features/orders/contract.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { newsOf, type Seen } from '../news.ts';
import type { Saved } from '../plan/edit.ts';

/**
 * Says what others have changed while the planner is open. A plan that was saved here (`own`), or of which it is asked what
 * becomes of it, is no news.
 */
export function useNews(
  orders: readonly PerformanceOrder[],
  saved: Saved,
  { own, isClashing }: { own: Saved | null; isClashing: boolean },
): void {
  const known = useRef<Seen>({ orders, saved });
  useEffect(() => {
    const before = known.current;
    known.current = { orders, saved };
    const news = newsOf(saved === own || isClashing ? { ...before, saved } : before, known.current);
    if (news) showAlert(news, 'ok', 'orders');
  }, [orders, saved, own, isClashing]);
}
