import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/** Returns the entries by which members paid for somebody else, with that person's name. */
export async function paidForOthers(db: DbReader): Promise<Map<Id, string>> {
  const years = await db
    .selectFrom('subscription_year as year')
    .innerJoin('subscription', 'subscription.id', 'year.subscription_id')
    .select(['year.entry_id', 'subscription.name'])
    .where('subscription.sub_for', '=', 'OTHER')
    .execute();
  return new Map(years.flatMap(({ entry_id, name }) => (entry_id === null ? [] : [[entry_id, name]])));
}
