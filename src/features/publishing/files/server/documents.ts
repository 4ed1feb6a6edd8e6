import { newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { replaceExtension } from '../file-kinds.ts';
import type { NewFile } from './store.ts';
import type { FileTable } from './tables.ts';

/** Lists all documents of Member Docs by name, for the people who manage them. */
export const listManagedDocs = (db: DbReader) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'content_type', 'bytes', 'member_docs', 'created_at', 'version'])
    .where('member_docs', '<>', 'no')
    .orderBy('name')
    .orderBy('id')
    .execute();

export const findDoc = (db: DbReader, id: string) =>
  db.selectFrom('file').selectAll().where('id', '=', id).where('member_docs', '<>', 'no').executeTakeFirst();

/**
 * Lists the documents that were deleted from Member Docs, or replaced there, since a time, most recently deleted first.
 */
export const listDeletedDocs = (db: DbReader, since: Instant) =>
  db
    .selectFrom('file_with_deleted')
    .select(['id', 'name', 'deleted_at', 'deleted_by'])
    .where('member_docs', '<>', 'no')
    .where('deleted_at', '>', since)
    .$narrowType<{ deleted_at: Instant }>()
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute();

interface DocChange {
  name: string;
  member_docs: Exclude<FileTable['member_docs'], 'no'>;
}

/**
 * Renames a document and sets its readers. Returns its new version; undefined if somebody else has changed it since
 * `version`, or it was deleted.
 */
export const updateDoc = (
  tx: DbTransaction,
  { id, version, by, ...change }: DocChange & { id: string; version: number | undefined; by: string },
): Promise<number | undefined> =>
  updateVersionedRow(
    tx.updateTable('file_with_deleted').set(change).where('id', '=', id).where('deleted_at', 'is', null),
    version,
    { by },
  );

/** Returns true if a document other than `besides` has this name, regardless of case. */
export async function isDocNameTaken(db: DbReader | DbTransaction, name: string, besides: string): Promise<boolean> {
  const names = await db
    .selectFrom('file')
    .select('name')
    .where('member_docs', '<>', 'no')
    .where('id', '<>', besides)
    .execute();
  return names.some((other) => other.name.toLowerCase() === name.toLowerCase());
}

/**
 * Replaces a document's bytes. Its id and readers stay, and its name gets the new file's extension. The old bytes
 * become a deleted document. If that document is restored, only members can read it, because the choice of readers may
 * have changed in the meantime. Returns the name and the new version; undefined if the document was changed since
 * `version` or deleted.
 */
export async function replaceDocFile(
  tx: DbTransaction,
  { id, version }: { id: string; version: number | undefined },
  { name, content_type, bytes, storage_key }: NewFile,
  { at, by }: { at: Instant; by: { id: string; name: string } },
): Promise<{ name: string; version: number } | undefined> {
  const before = await findDoc(tx, id);
  if (!before) return undefined;
  const newName = replaceExtension(before.name, name);
  const file = { name: newName, content_type, bytes, storage_key, created_at: at };
  const replacing = tx.updateTable('file_with_deleted').set(file).where('id', '=', id);
  const saved = await updateVersionedRow(replacing, version, { by: by.id });
  if (!saved) return undefined;
  await tx
    .insertInto('file_with_deleted')
    .values({ ...before, id: newId(), member_docs: 'members', deleted_at: at, deleted_by: by.name })
    .execute();
  return { name: newName, version: saved };
}
