import { anyLapsed, forgetHeldSeats, freeLapsedPlaces } from '#features/performances/server/index.ts';
import { writeQuietly, writeSale } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { day, earlier } from '#platform/shared/durations.ts';
import { forgetBaskets } from './basket-store.ts';

/** For how long it is known what nobody has paid for. */
export const basketsKept = day;

/**
 * Frees places whose time is over. Whoever buys can have them before that; but only a sale has the shop's kept pages
 * made again, and so has visitors see that they are free.
 */
export const freeLapsed =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock().toISOString();
    if (await anyLapsed(db.read, now)) await writeSale(db, (tx) => freeLapsedPlaces(tx, now));
  };

/** Forgets what nobody has paid for within a day, and whose it was. */
export async function forgetOldBaskets({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = earlier(clock(), basketsKept);
  await writeQuietly(db, async (tx) => {
    await forgetBaskets(tx, before);
    await forgetHeldSeats(tx, before);
  });
}
