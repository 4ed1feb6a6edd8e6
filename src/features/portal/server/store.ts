import type { Reading } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';

/** What a user does in shows that end on a day or later, in billing order. */
export const creditsOfUser = (db: Reading, userId: string, from: CalendarDate) =>
  db
    .selectFrom('user_person')
    .innerJoin('credit', 'credit.person_id', 'user_person.person_id')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['credit.show_id', 'credit.kind', 'credit.role'])
    .where('user_person.user_id', '=', userId)
    .where('show.date', '>=', from)
    .orderBy('credit.kind')
    .orderBy('credit.ord')
    .orderBy('credit.id')
    .execute();

/** Whether there is one account, and nobody has been invited to a second. */
export async function isAlone(db: Reading): Promise<boolean> {
  const users = await db.selectFrom('user').select('id').limit(2).execute();
  return users.length < 2 && !(await db.selectFrom('invitation').select('id').limit(1).executeTakeFirst());
}
