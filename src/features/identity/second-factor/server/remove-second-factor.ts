import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { deleteRecoveryCodes, disableTotp } from './code-store.ts';
import { notifyOwner } from './owner.ts';
import { listPasskeys, removePasskey } from './passkey-store.ts';

/**
 * Removes every second factor of an account whose owner has lost theirs, notifies them and records the reason. Returns
 * false if there was none. `id` is made outside the write.
 */
export async function removeSecondFactor(
  tx: DbTransaction,
  some: { id: Id; userId: Id; by: { id: Id; name: string }; reason: string; now: Instant; address: string },
): Promise<boolean> {
  const { userId, by, reason, ...rest } = some;
  const codes = await disableTotp(tx, userId);
  const passkeys = await listPasskeys(tx, userId);
  if (!codes && passkeys.length === 0) return false;
  for (const { id } of passkeys) await removePasskey(tx, { id, userId });
  await deleteRecoveryCodes(tx, userId);
  await notifyOwner(tx, { ...rest, userId, by, change: { what: 'taken off by an admin', by: by.name, reason } });
  return true;
}
