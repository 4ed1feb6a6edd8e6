import { requireUserByEmail } from '#features/society/accounts/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

/**
 * For an admin who has lost their phone: somebody at the server removes the second factor. @throws NoSuchAccount
 */
export async function removeSecondFactorOnServer(db: Database, email: string, now: string): Promise<string> {
  const user = await requireUserByEmail(db.read, email);
  const off = {
    id: newId(),
    userId: user.id,
    by: { id: '', name: 'A server administrator' },
    reason: 'requested on the server',
    now,
    address: '',
  };
  const done = await write(db, (tx) => removeSecondFactor(tx, off));
  const name = `${user.firstname} ${user.lastname}`.trim();
  return done ? `${name} now signs in with the password alone.` : `${name} has no second factor.`;
}
