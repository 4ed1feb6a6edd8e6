import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/** Lists the days of a show's performances, except cancelled ones. */
export type ListPerformanceDates = (db: DbReader, showId: Id) => Promise<readonly CalendarDate[]>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The functions that list a show's performance dates, contributed by the feature for performances. */
    performedOn: readonly ListPerformanceDates[];
  }
}

/** Returns the function that `saveShow` calls to find the performances that a show's dates must include. */
export const createPerformanceDateLister =
  ({ all }: Pick<Services, 'all'>): ListPerformanceDates =>
  async (db, showId) =>
    (await Promise.all(all('performedOn').map((list) => list(db, showId)))).flat();
