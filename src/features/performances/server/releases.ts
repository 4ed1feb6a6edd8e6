import type { Reading } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { releasedAt } from '../seat-marks.ts';
import { seatMarks } from './store.ts';

/** When a house seat is next sold to visitors after all. */
export async function nextRelease(db: Reading, after: Instant): Promise<Instant | undefined> {
  const ahead = await db
    .selectFrom('performance')
    .select(['starts_at', 'seat_marks'])
    .where('starts_at', '>', after)
    .where('cancelled_at', 'is', null)
    .where('seat_marks', '<>', '{}')
    .execute();
  return ahead
    .flatMap((performance) =>
      Object.values(seatMarks(performance)).flatMap((mark) => releasedAt(mark, performance.starts_at) ?? []),
    )
    .filter((moment) => moment > after)
    .sort()[0];
}
