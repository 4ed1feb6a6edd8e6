import { datesOf } from '#features/shows/run.ts';
import { isSeller } from '#features/society/tickets.ts';
import type { Site } from '#platform/shared/pages.ts';

/** Returns the show that tickets are sold for: elsewhere that is the next one. Undefined where there are several. */
export function showOnSale({
  tickets_link,
  next_show,
  on_sale,
}: Pick<Site, 'tickets_link' | 'next_show' | 'on_sale'>): { title: string; dates: string } | undefined {
  if (!isSeller(tickets_link)) return on_sale.length === 1 ? on_sale[0] : undefined;
  return next_show.title === '' ? undefined : { title: next_show.title, dates: datesOf(next_show) };
}
