import type { Reading } from '#platform/server/database/index.ts';
import { isActiveAccountSql } from './sign-in-eligibility.ts';

/** All users with the columns that other features join, list and sort them by: nothing secret. */
export const usersView = (db: Reading) =>
  db
    .selectFrom('user')
    .select([
      ...(['id', 'firstname', 'lastname', 'email', 'email_key', 'search_key', 'role', 'status'] as const),
      ...(['phone_number', 'told_of_posts', 'created_at', 'last_signed_in_at'] as const),
    ]);

/** The name of the user that an `updated_by` column holds; "" for nobody. */
export async function findUserName(db: Reading, id: string | null | undefined): Promise<string> {
  if (!id) return '';
  const user = await usersView(db).where('id', '=', id).executeTakeFirst();
  return user ? `${user.firstname} ${user.lastname}`.trim() : '';
}

/** People who may sign in, with their emergency contacts. */
export const emergencyContactsView = (db: Reading) =>
  db.selectFrom('user').select(['id', 'firstname', 'lastname', 'e_con_name', 'e_con_phone']).where(isActiveAccountSql);
