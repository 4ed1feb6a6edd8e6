import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { day, earlier } from '#platform/shared/durations.ts';
import { deletePastParties } from './store.ts';

/** The time after a performance for which its waiting parties are stored. */
export const partiesRetention = day;

/** Deletes parties all of whose performances were at least a day ago. */
export async function purgePastWaitingParties({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = earlier(clock(), partiesRetention);
  await write(db, (tx) => deletePastParties(tx, before));
}
