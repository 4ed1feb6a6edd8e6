import { requireUserByEmail } from '#features/society/accounts/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { deleteRecoveryCodes, disableTotp } from './code-store.ts';
import { emailSecondFactorChange } from './emails.ts';
import { listPasskeys, removePasskey } from './passkey-store.ts';

interface Removal {
  /** The id of the audit entry. It is created outside the transaction, which may run twice. */
  id: Id;
  userId: Id;
  by: { id: Id; name: string };
  reason: string;
  now: Instant;
  address: string;
}

/**
 * Removes every second factor of an account whose owner has lost theirs. Records the reason and emails the owner.
 * Returns false if the account had none.
 */
export async function removeSecondFactor(tx: DbTransaction, removal: Removal): Promise<boolean> {
  const { userId, by, reason, ...notice } = removal;
  const hadCodes = await disableTotp(tx, userId);
  const passkeys = await listPasskeys(tx, userId);
  if (!hadCodes && passkeys.length === 0) return false;
  for (const { id } of passkeys) await removePasskey(tx, { id, userId });
  await deleteRecoveryCodes(tx, userId);
  await emailSecondFactorChange(tx, {
    ...notice,
    userId,
    by,
    change: { what: 'removed by an admin', by: by.name, reason },
  });
  return true;
}

/**
 * Removes the second factors of an account on the command line of the server, for example for an admin who has lost
 * theirs. Returns a description of what was done.
 * @throws AccountError if no account has this email address
 */
export async function removeSecondFactorOnServer(db: Database, email: string, now: Instant): Promise<string> {
  const user = await requireUserByEmail(db.read, email);
  const by = { id: '', name: 'A server administrator' };
  const removal = { id: newId(), userId: user.id, by, reason: 'requested on the server', now, address: '' };
  const wasRemoved = await write(db, (tx) => removeSecondFactor(tx, removal));
  const name = `${user.firstname} ${user.lastname}`.trim();
  return wasRemoved ? `${name} now signs in with the password alone.` : `${name} has no second factor.`;
}
