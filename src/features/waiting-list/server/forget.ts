import { writeQuietly } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { day, earlier } from '#platform/shared/durations.ts';
import { forgetParties } from './store.ts';

/** For how long after a performance it is known who waited for it. */
export const waitingKept = day;

/** Forgets who waited for performances that were played a day ago, all of them. */
export async function forgetAfterShows({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = earlier(clock(), waitingKept);
  await writeQuietly(db, (tx) => forgetParties(tx, before));
}
