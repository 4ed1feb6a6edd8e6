import { resolveCurrentIds } from '#features/archive/shows/people/server/index.ts';
import { personsCreditedIn } from '#features/archive/shows/server/index.ts';
import { isActiveAccountSql, usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Returns the emergency contacts of a show's people for whom a member pays a subscription, mostly children. A name
 * alone is not enough; an admin has linked the two. With `looker`, only if somebody else set the credit and made the
 * link.
 */
export async function childContactsOf(db: DbReader, showId: Id, looker?: Id) {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin(usersView(db).as('user'), 'user.id', 'subscription.user_id')
    .select(['subscription.id', 'subscription.user_id', 'subscription.person_id', 'subscription.name'])
    .select(['subscription.e_con_name', 'subscription.e_con_phone', 'subscription.person_linked_by'])
    .where('subscription.sub_for', '=', 'OTHER')
    .where('subscription.status', '<>', 'pending')
    .where('subscription.person_id', 'is not', null)
    .where(isActiveAccountSql)
    .orderBy('subscription.created_at', 'desc')
    .orderBy('subscription.id')
    .execute();
  const current = await resolveCurrentIds(
    db,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  const credited = new Set(await personsCreditedIn(db, showId, looker));
  const newest = new Map<
    Id,
    { id: Id; user_id: Id; person: Id; name: string; e_con_name: string; e_con_phone: string }
  >();
  for (const { person_id, person_linked_by, ...row } of rows) {
    const person = current.get(person_id ?? '');
    if (person === undefined || newest.has(person) || !credited.has(person)) continue;
    if (looker !== undefined && person_linked_by === looker) continue;
    newest.set(person, { ...row, person });
  }
  return [...newest.values()];
}
