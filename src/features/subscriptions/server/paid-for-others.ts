import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** The entries by which members paid for somebody else. */
export async function paidForOthers(db: Reading): Promise<Set<Id>> {
  const years = await db
    .selectFrom('subscription_year as year')
    .innerJoin('subscription', 'subscription.id', 'year.subscription_id')
    .select('year.entry_id')
    .where('subscription.sub_for', '=', 'OTHER')
    .execute();
  return new Set(years.flatMap(({ entry_id }) => entry_id ?? []));
}
