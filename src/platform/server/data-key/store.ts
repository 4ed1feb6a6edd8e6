import { createEncryption } from '../crypto/encryption.ts';
import type { DbReader, DbTransaction } from '../database/index.ts';

/** The key for all other encrypted data. It is itself encrypted with the site's SECRET. */
export interface DataKeyTable {
  /** The table has only one row. */
  name: 'data key';
  sealed: string;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    data_key: DataKeyTable;
  }
}

const name = 'data key';

/** Returns the encrypted key as stored; undefined if there is none. */
export async function readEncryptedDataKey(db: DbReader): Promise<string | undefined> {
  const row = await db.selectFrom('data_key').select('sealed').where('name', '=', name).executeTakeFirst();
  return row?.sealed;
}

/** Stores the key, encrypted with a secret, in place of the earlier one. */
export async function storeDataKey(tx: DbTransaction, key: string, secret: string): Promise<void> {
  const row: DataKeyTable = { name, sealed: createEncryption(secret).encrypt(key, name) };
  await tx
    .insertInto('data_key')
    .values(row)
    .onConflict((clash) => clash.column('name').doUpdateSet({ sealed: row.sealed }))
    .execute();
}

/** Decrypts the key; undefined if it was encrypted with another secret. */
export const decryptDataKey = (encrypted: string, secret: string): string | undefined =>
  createEncryption(secret).decrypt(encrypted, name);

/** Deletes the key of a society whose secret is lost. Everything encrypted with the key stays unreadable. */
export async function deleteDataKey(tx: DbTransaction): Promise<void> {
  await tx.deleteFrom('data_key').execute();
}
