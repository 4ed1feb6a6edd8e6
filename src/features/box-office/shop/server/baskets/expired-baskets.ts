import {
  deleteExpiredSeatHolds,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
} from '#features/box-office/performances/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';
import { deleteExpiredBaskets } from './basket-store.ts';

/** The time for which unpaid baskets are stored. */
export const basketRetention = day;

/**
 * Releases places whose hold has expired. They can be booked before this runs, but cached shop pages are only rendered
 * again after a sale write.
 */
export const defineHoldReleaseLoop =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock().toISOString();
    if (await hasExpiredPlaceHolds(db.read, now)) await write(db, (tx) => releaseExpiredPlaces(tx, now));
  };

/** Deletes baskets that nobody has paid for within a day, with their owners' data. */
export async function purgeExpiredBaskets({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = earlier(clock(), basketRetention);
  await write(db, async (tx) => {
    await deleteExpiredBaskets(tx, before);
    await deleteExpiredSeatHolds(tx, before);
  });
}
