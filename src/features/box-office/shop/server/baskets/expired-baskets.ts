import {
  deleteExpiredSeatHolds,
  hasExpiredPlaceHolds,
  releaseExpiredPlaces,
} from '#features/box-office/performances/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';
import { deleteExpiredBaskets } from './basket-store.ts';

/** The time in milliseconds for which a basket is stored after its hold has ended. */
export const basketRetention = day;

/**
 * Defines the loop that releases places whose hold has expired. Visitors can book these places before the loop runs,
 * but the shop's cached pages only show them after a write, such as the write of the loop.
 */
export const defineHoldReleaseLoop =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock().toISOString();
    if (await hasExpiredPlaceHolds(db.read, now)) await write(db, (tx) => releaseExpiredPlaces(tx, now));
  };

/** Deletes baskets, with their visitors' details, a day after their hold has ended. */
export async function purgeExpiredBaskets({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = earlier(clock(), basketRetention);
  await write(db, async (tx) => {
    await deleteExpiredBaskets(tx, before);
    await deleteExpiredSeatHolds(tx, before);
  });
}
