import { sealing } from '../crypto/encryption.ts';
import type { Reading, Writing } from '../database/index.ts';
import type { DataKeyTable } from './tables.ts';

const name = 'data key';

/** The key as it is stored; undefined for none. */
export async function readSealedKey(db: Reading): Promise<string | undefined> {
  const row = await db.selectFrom('data_key').select('sealed').where('name', '=', name).executeTakeFirst();
  return row?.sealed;
}

/** Stores the key, sealed with a secret, in place of the one before. */
export async function storeKey(tx: Writing, key: string, secret: string): Promise<void> {
  const row: DataKeyTable = { name, sealed: sealing(secret).seal(key, name) };
  await tx
    .insertInto('data_key')
    .values(row)
    .onConflict((clash) => clash.column('name').doUpdateSet({ sealed: row.sealed }))
    .execute();
}

/** The key; undefined where another secret has sealed it. */
export const openKey = (sealed: string, secret: string): string | undefined => sealing(secret).open(sealed, name);

/** For a society whose secret is lost: what the key has sealed stays shut. */
export async function deleteKey(tx: Writing): Promise<void> {
  await tx.deleteFrom('data_key').execute();
}
