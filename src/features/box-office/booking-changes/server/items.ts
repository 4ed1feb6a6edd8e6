import { showsOnSite } from '#features/archive/shows/server/index.ts';
import { formatPerformanceKey } from '#features/box-office/performances/item-name.ts';
import { performancesOf } from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { formatDateTime } from '#platform/shared/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';

/** The performance and type that an item's name means. */
export interface TicketItem {
  show: { id: string; title: string };
  performance: string;
  /** "Saturday 7 February 2027 at 7.30pm". */
  when: string;
  cancelled: boolean;
  /** As in the item's name: perhaps a type that is no longer sold. */
  type: string;
}

/**
 * Finds the performance and type of that name: "Blithe Spirit - Sat 7th Feb 7:30pm - Adult". If several match, the
 * newest show counts, and a performance that isn't cancelled.
 */
export async function findTicketItem(db: Reading, name: string): Promise<TicketItem | undefined> {
  const { timeZone } = await readSettings(db);
  const shows = await showsOnSite(db).orderBy('date', 'desc').orderBy('id').execute();
  for (const { id, title, cancelled: wholeShow } of shows) {
    if (!name.startsWith(`${title} - `)) continue;
    const found = (await performancesOf(db, id)).flatMap(
      ({ id: performance, starts_at, cancelled_at }): TicketItem[] => {
        const moment = formatIsoWithOffset(starts_at, timeZone);
        const before = `${title} - ${formatPerformanceKey(moment)} - `;
        if (!name.startsWith(before)) return [];
        const when = formatDateTime(moment);
        const type = name.slice(before.length);
        return [{ show: { id, title }, performance, when, cancelled: cancelled_at !== null || wholeShow === 1, type }];
      },
    );
    const item = found.find(({ cancelled }) => !cancelled) ?? found[0];
    if (item) return item;
  }
  return undefined;
}
