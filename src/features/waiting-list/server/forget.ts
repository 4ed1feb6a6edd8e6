import { writeQuietly } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { forgetParties } from './store.ts';

const day = 24 * 60 * 60_000;

/** Forgets who waited for performances that were played a day ago, all of them. */
export async function forgetAfterShows({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - day).toISOString();
  await writeQuietly(db, (tx) => forgetParties(tx, before));
}
