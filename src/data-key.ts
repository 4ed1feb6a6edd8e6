import { deleteSetting, readInternalSetting } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { newToken } from '#platform/server/crypto/secrets.ts';
import { decryptDataKey, deleteDataKey, readEncryptedDataKey, storeDataKey } from '#platform/server/data-key/store.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { ConfigError } from './config.ts';

/**
 * The setting in which older versions of the site stored a hash of the secret. In those versions, the secret encrypted
 * everything directly.
 */
const oldSecretHashSetting = 'mark of the secret';

interface Secrets {
  secret: string;
  /** The old secret during the change to a new one; "" for none. */
  before: string;
}

/**
 * Loads the key that encrypts this society's data and signs its links and codes (docs/decisions/0061). The first start
 * creates the key and stores it, encrypted with the secret; later starts decrypt it. If only the secret `before`
 * decrypts the key, the key is encrypted again with the new secret; the data it has encrypted doesn't change.
 *
 * @throws ConfigError if neither secret decrypts the stored key. No new key is created then: other processes could not
 * read what this one encrypts with it, and members would be locked out whenever another process responds
 */
export async function loadOrCreateDataKey(db: Database, secrets: Secrets, now: Instant): Promise<string> {
  const encrypted = await readEncryptedDataKey(db.read);
  const key = encrypted && decryptDataKey(encrypted, secrets.secret);
  if (key) return key;
  const entry = { id: newId(), at: now, action: 'secret.changed' as const };
  const fresh = newToken();
  return write(db, async (tx) => {
    const { found, isUpToDate } = await resolveDataKey(tx, secrets, fresh);
    if (isUpToDate) return found;
    if (encrypted) await recordAudit(tx, entry);
    await storeDataKey(tx, found, secrets.secret);
    await deleteSetting(tx, oldSecretHashSetting);
    return found;
  });
}

/**
 * Returns the stored key; in a society of an older version, the secret that encrypted everything; in a new society,
 * `fresh`. `isUpToDate` is true if the key is already stored, encrypted with `secret`: another machine may have done
 * that in the meantime.
 *
 * @throws ConfigError if neither secret is the right one
 */
async function resolveDataKey(tx: DbTransaction, { secret, before }: Secrets, fresh: string) {
  const encrypted = await readEncryptedDataKey(tx);
  if (encrypted) {
    const key = decryptDataKey(encrypted, secret);
    if (key) return { found: key, isUpToDate: true };
    return { found: (before && decryptDataKey(encrypted, before)) || refuse(), isUpToDate: false };
  }
  const oldHash = await readInternalSetting(tx, oldSecretHashSetting);
  if (oldHash === undefined) return { found: fresh, isUpToDate: false };
  const hashOf = (one: string) => createEncryption(one).hash('the secret of this society', oldSecretHashSetting);
  const directSecret = [secret, before].find((one) => one && hashOf(one) === oldHash);
  return { found: directSecret ?? refuse(), isUpToDate: false };
}

function refuse(): never {
  throw new ConfigError(
    `SECRET isn’t the one that this society’s data was encrypted with. Set SECRET to the same value as on the other machines, or as before; if none was set, the secret is in the file “secret” in DATA_DIR. To change SECRET, set SECRET_BEFORE to the old value. If the old value is lost: ${formatCommand('admin')} new-secret`,
  );
}

/**
 * Deletes the data key, so that the next start creates a new key, encrypted with the secret that is set then. Returns
 * what has to be done next, as sentences for the person who asked.
 */
export async function discardDataKey(db: Database, now: Instant): Promise<string> {
  const entry = { id: newId(), at: now, action: 'secret.discarded' as const };
  await write(db, async (tx) => {
    await deleteDataKey(tx);
    await deleteSetting(tx, oldSecretHashSetting);
    await recordAudit(tx, entry);
  });
  return (
    'Stop all machines, then start them with the same new SECRET. Anything encrypted before can no longer be read: second factors have to be set ' +
    'up again, and ticket links and QR codes re-sent. Until then nobody can use an app code or a recovery code to get ' +
    `in: remove an admin’s second factor first (${formatCommand('admin')} remove-second-factor ADDRESS), so that they can ` +
    'remove the others’ in Manage Users.'
  );
}
