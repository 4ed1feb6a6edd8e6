import type { Reading } from '../../../platform/server/database/index.ts';
import type { Id } from '../../../platform/server/ids.ts';

/** Which second factors a user has: codes from an app, passkeys, or none. */
export async function factorsOf(db: Reading, userId: Id): Promise<{ codes: boolean; passkeys: boolean }> {
  const totp = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  const passkey = await db.selectFrom('passkey').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return { codes: totp !== undefined, passkeys: passkey !== undefined };
}

/** Whether signing in takes more than the password. */
export async function hasSecondFactor(db: Reading, userId: Id): Promise<boolean> {
  const { codes, passkeys } = await factorsOf(db, userId);
  return codes || passkeys;
}
