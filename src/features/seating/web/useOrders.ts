import { useCallback, useEffect, useRef, useState } from 'react';
import { ordersOfPerformance, type PerformanceOrder } from '#features/orders/contract.ts';
import { withParams } from '#platform/shared/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { showAlert } from '#platform/web/alerts/index.ts';

type Orders = readonly PerformanceOrder[];

/** How often somebody who has the plan open hears of new orders, in milliseconds. */
const often = 15_000;

/** The orders of the page, asked for again and again while it is open: what has come and what is gone is said. */
export function useOrders({ id, show, orders: first }: Page<'seating'>): Orders {
  const [orders, setOrders] = useState<Orders>(first);
  const known = useRef<Orders>(first);
  const take = useCallback((next: Orders) => {
    if (next === known.current) return;
    const news = newsOf(known.current, next);
    if (JSON.stringify(known.current) === JSON.stringify(next)) return;
    known.current = next;
    setOrders(next);
    if (news) showAlert(news, 'ok', 'orders');
  }, []);
  useEffect(() => take(first), [first, take]);
  useEffect(() => {
    const { path } = withParams(ordersOfPerformance, { showName: show.id, date: id });
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => null);
      const next: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
      if (Array.isArray(next)) take(next);
    };
    const timer = setInterval(look, often);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, [id, show.id, take]);
  return orders;
}

/** What has changed, in words for an alert. */
function newsOf(before: Orders, after: Orders): { title: string; content: string } | undefined {
  const refs = (orders: Orders) => new Set(orders.map(({ ref }) => ref));
  const [were, are] = [refs(before), refs(after)];
  const inWords = ({ name, tickets_count }: PerformanceOrder) =>
    `${name}, ${tickets_count === 1 ? 'one ticket' : `${tickets_count} tickets`}`;
  const come = after.filter(({ ref }) => !were.has(ref));
  const gone = before.filter(({ ref }) => !are.has(ref));
  if (come.length > 0) {
    const title = come.length === 1 ? 'A new order' : `${come.length} new orders`;
    return { title, content: `${come.map(inWords).join('; ')}.` };
  }
  if (gone.length === 0) return undefined;
  return { title: 'No longer coming', content: `${gone.map(inWords).join('; ')}. Their seats are free.` };
}
