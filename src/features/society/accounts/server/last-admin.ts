import type { Reading, Writing } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { isActiveAccountSql } from './sign-in-eligibility.ts';

/**
 * Refuses a write that would leave nobody to run the site. Checked after the change, in the same transaction: if two
 * admins remove each other at once, the second is refused.
 * @throws HttpError 409
 */
export async function assertAdminRemains(tx: Writing): Promise<void> {
  const admin = await tx
    .selectFrom('user')
    .select('user.id')
    .where('user.role', '=', 'admin')
    .where(isActiveAccountSql)
    .where((user) =>
      user.not(
        user.exists(
          user
            .selectFrom('user_item')
            .select('user_item.item')
            .whereRef('user_item.user_id', '=', 'user.id')
            .where('user_item.item', '=', 'admin')
            .where('user_item.allowed', '=', 0),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (!admin) refuse(409, 'That would leave the site without an admin. Make someone else an admin first.');
}

/** Returns true once a second admin can sign in: where one is ill, lost or gone, the other runs the site. */
export async function hasSecondAdmin(db: Reading): Promise<boolean> {
  const admins = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where(isActiveAccountSql)
    .limit(2)
    .execute();
  return admins.length > 1;
}
