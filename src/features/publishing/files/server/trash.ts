import { type DbReader, type DbTransaction, restoreRows, softDeleteRows } from '#platform/server/database/index.ts';
import type { TrashKind } from '#platform/server/feature/deletion.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { findFreeFileName } from '../file-kinds.ts';
import { insertFiles, type NewFile } from './store.ts';
import type { FileTable } from './tables.ts';

interface FileDeletion {
  at: Instant;
  /** The name of the person who deletes the file. It isn't the account's id, because the account may be deleted. */
  by: string;
  /** The show whose managers manage the file, directly or through its post; null for the society's own files. */
  managedWith: string | null;
}

/**
 * Finds a file, deleted or not, with the show whose managers manage it. The show is null for the society's own files.
 * It is also null for a post's file that isn't deleted, because the show is then found through the post. A file deleted
 * before `since` isn't found.
 */
export const findManagedFile = (db: DbReader, id: string, since: Instant) =>
  db
    .selectFrom('file_with_deleted')
    .select(['id', 'name', 'post_id', ({ fn }) => fn.coalesce('managed_with', 'show_id').as('managed_with')])
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', since)]))
    .executeTakeFirst();

/** Finds the names that must not be used again within one post, one show, or Member Docs. */
const findNamesBeside = async (
  tx: DbTransaction,
  { show_id, post_id, member_docs }: Pick<NewFile, 'show_id' | 'post_id' | 'member_docs'>,
) => {
  const beside = tx.selectFrom('file').select('name');
  const together =
    post_id !== null
      ? beside.where('post_id', '=', post_id)
      : show_id !== null
        ? beside.where('show_id', '=', show_id)
        : beside
            .where(
              'member_docs',
              'in',
              member_docs === 'no' ? ['no' as const] : ['members' as const, 'public' as const],
            )
            .where('post_id', 'is', null)
            .where('show_id', 'is', null);
  return (await together.execute()).map(({ name }) => name);
};

/**
 * Adds new files to existing ones. Of two files with the same name, the later gets a number. Returns the files with
 * their final names.
 */
export async function addFiles(
  tx: DbTransaction,
  files: readonly NewFile[],
  { now }: { now: Instant },
): Promise<NewFile[]> {
  const added: NewFile[] = [];
  for (const file of files) {
    const named = { ...file, name: findFreeFileName(file.name, await findNamesBeside(tx, file)) };
    await insertFiles(tx, [named], { now });
    added.push(named);
  }
  return added;
}

/** Moves a file to the trash. Returns false if the file doesn't exist or is there already. */
export const deleteFile = async (tx: DbTransaction, id: string, deletion: FileDeletion): Promise<boolean> =>
  (await softDeleteRows(buildDeletion(tx, deletion).where('id', '=', id), deletion.at)) > 0;

/** Moves a post's files to the trash with the post. */
export async function deletePostFiles(tx: DbTransaction, postId: string, deletion: FileDeletion): Promise<void> {
  await softDeleteRows(buildDeletion(tx, deletion).set({ with_post: 1 }).where('post_id', '=', postId), deletion.at);
}

const buildDeletion = (tx: DbTransaction, { by, managedWith }: FileDeletion) =>
  tx
    .updateTable('file_with_deleted')
    .set(({ fn, val }) => ({ deleted_by: by, managed_with: fn.coalesce('show_id', val(managedWith)) }));

/**
 * Restores a deleted file. If its post is deleted, the file is added to the show's own files. Returns the file's name,
 * `gone` if it isn't in the trash, or `without its post` if there is no show and the post must be restored first.
 */
export async function restoreFile(
  tx: DbTransaction,
  id: string,
  { since, isPosted }: { since: Instant; isPosted: (tx: DbTransaction, postId: string) => Promise<boolean> },
): Promise<{ name: string } | 'gone' | 'without its post'> {
  const file = await tx
    .selectFrom('file_with_deleted')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  if (!file) return 'gone';
  const moves = file.post_id !== null && !(await isPosted(tx, file.post_id));
  if (moves && file.managed_with === null) return 'without its post';
  return { name: await restore(tx, moves ? { ...file, post_id: null, show_id: file.managed_with } : file, since) };
}

/** Restores the files that were deleted with a post. The post itself has to be restored first. */
export async function restorePostFiles(tx: DbTransaction, postId: string, since: Instant): Promise<void> {
  const files = await tx
    .selectFrom('file_with_deleted')
    .selectAll()
    .where('post_id', '=', postId)
    .where('with_post', '=', 1)
    .orderBy('name')
    .orderBy('id')
    .execute();
  for (const file of files) await restore(tx, file, since);
}

/**
 * Restores a file to the post, the show or Member Docs that `file` names. Returns its name, with a number if another
 * file there has the name.
 */
async function restore(tx: DbTransaction, file: FileTable, since: Instant): Promise<string> {
  const { id, post_id, show_id } = file;
  const name = findFreeFileName(file.name, await findNamesBeside(tx, file));
  const place = { name, post_id, show_id, managed_with: null, with_post: 0, deleted_by: '' } as const;
  await restoreRows(tx.updateTable('file_with_deleted').set(place).where('id', '=', id), since);
  return name;
}

/**
 * Lists a show's files that were deleted since a time and can be restored by themselves, most recently deleted first.
 * Without a show, lists those of the society's own posts.
 */
export const listRestorableFiles = (db: DbReader, showId: string | null, since: Instant) =>
  db
    .selectFrom('file_with_deleted')
    .select(['id', 'name', 'content_type', 'bytes', 'deleted_at', 'deleted_by'])
    .where('managed_with', showId === null ? 'is' : '=', showId)
    .where('member_docs', '=', 'no')
    .where('with_post', '=', 0)
    .where('deleted_at', '>', since)
    .$narrowType<{ deleted_at: Instant }>()
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute();

/** The trash of files. Their stored content is deleted with the last file that needs it. */
export const fileTrash: TrashKind = {
  name: 'files',
  table: 'file_with_deleted',
  bytes: {
    async listPurgedKeys(db, before) {
      const rows = await db
        .selectFrom('file_with_deleted')
        .select('storage_key')
        .distinct()
        .where('deleted_at', '<=', before)
        .orderBy('storage_key')
        .execute();
      return rows.map(({ storage_key }) => storage_key);
    },
    async isStillNeeded(db, key, before) {
      const row = await db
        .selectFrom('file_with_deleted')
        .select('id')
        .where('storage_key', '=', key)
        .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', before)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  },
};

/** Lists the files of several posts, by name. */
export const listFilesOfPosts = async (db: DbReader, postIds: readonly string[]) =>
  postIds.length === 0
    ? []
    : db
        .selectFrom('file')
        .select(['id', 'post_id', 'name', 'content_type', 'bytes'])
        .where('post_id', 'in', postIds)
        .orderBy('name')
        .orderBy('id')
        .execute();

/** Lists a show's own files for the people who manage them, newest first. */
export const listManagedShowFiles = (db: DbReader, showId: string) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'content_type', 'bytes'])
    .where('show_id', '=', showId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
