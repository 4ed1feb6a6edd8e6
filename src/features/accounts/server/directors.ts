import type { Reading } from '../../../platform/server/database/index.ts';
import type { Id } from '../../../platform/server/ids.ts';

const directing = ['Director', 'Producer'];

/** The users linked to a show's crew credits "Director" or "Producer" (CONTRACT §3), in billing order. */
export async function directorsOf(db: Reading, showId: Id): Promise<Id[]> {
  const rows = await db
    .selectFrom('credit')
    .innerJoin('user_person', 'user_person.person_id', 'credit.person_id')
    .innerJoin('user', 'user.id', 'user_person.user_id')
    .select(['user.id', 'credit.ord'])
    .where('credit.show_id', '=', showId)
    .where('credit.kind', '=', 'crew')
    .where('credit.role', 'in', directing)
    .where('user.status', '=', 'active')
    .orderBy('credit.ord')
    .orderBy('user.id')
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}
