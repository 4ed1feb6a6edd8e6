import type { Reading, Tables, Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { freeName } from '../free-name.ts';
import type { NewFile } from './store.ts';

/** Who deletes, and when. */
export interface Deletion {
  at: Instant;
  /** Their name, which stays when the account goes. */
  by: string;
}

interface FileDeletion extends Deletion {
  /** The show whose people manage the file, directly or by its post; null for the society's own. */
  managedWith: string | null;
}

/**
 * A file, deleted or not, with the show whose people manage it: null for the society's own, and for an existing file of
 * a post, which knows its show.
 */
export async function findManagedFile(db: Reading, id: string, since: Instant) {
  const here = await db
    .selectFrom('file')
    .select(['id', 'name', 'post_id', 'show_id as managed_with'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (here) return here;
  return db
    .selectFrom('deleted_file')
    .select(['id', 'name', 'post_id', 'managed_with'])
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
}

/** Files that may not share a name: those of one post, of one show, or of Member Docs. */
const namesBeside = async (
  tx: Writing,
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
 * Adds new files to existing ones; of two with the same name the later gets a number. Returns them as they then are.
 */
export async function addFiles(tx: Writing, files: readonly NewFile[], { now }: { now: Instant }): Promise<NewFile[]> {
  const added: NewFile[] = [];
  for (const file of files) {
    const named = { ...file, name: freeName(file.name, await namesBeside(tx, file)) };
    await tx
      .insertInto('file')
      .values({ ...named, version: 1, created_at: now })
      .execute();
    added.push(named);
  }
  return added;
}

/** Puts a file into the trash. False when it isn't here any more. */
export async function deleteFile(tx: Writing, id: string, deletion: FileDeletion): Promise<boolean> {
  const file = await tx.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst();
  if (!file) return false;
  await moveAway(tx, file, deletion, 0);
  return true;
}

/** Puts a post's files into the trash with it. */
export async function deleteFilesOfPost(tx: Writing, postId: string, deletion: FileDeletion): Promise<void> {
  const files = await tx.selectFrom('file').selectAll().where('post_id', '=', postId).execute();
  for (const file of files) await moveAway(tx, file, deletion, 1);
}

async function moveAway(
  tx: Writing,
  file: Tables['file'],
  { at, by, managedWith }: FileDeletion,
  with_post: 0 | 1,
): Promise<void> {
  const managed_with = file.show_id ?? managedWith;
  await tx
    .insertInto('deleted_file')
    .values({ ...file, managed_with, with_post, deleted_at: at, deleted_by: by })
    .execute();
  await tx.deleteFrom('file').where('id', '=', file.id).execute();
}

/**
 * Restores a deleted file. If its post is gone it becomes one of the show's own files; if that post had no show, the
 * file has to wait for it. `gone` when it isn't in the trash (`since`). `isPosted`: whether a post exists.
 */
export async function restoreFile(
  tx: Writing,
  id: string,
  { since, isPosted }: { since: Instant; isPosted: (tx: Writing, postId: string) => Promise<boolean> },
): Promise<'restored' | 'gone' | 'without its post'> {
  const found = await tx
    .selectFrom('deleted_file')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  if (!found) return 'gone';
  const posted = found.post_id !== null && (await isPosted(tx, found.post_id));
  if (found.post_id !== null && found.managed_with === null && !posted) return 'without its post';
  await putBack(tx, found, { posted });
  return 'restored';
}

/** Restores the files that were deleted with a post, once that is back. */
export async function restoreFilesOfPost(tx: Writing, postId: string): Promise<void> {
  const files = await tx
    .selectFrom('deleted_file')
    .selectAll()
    .where('post_id', '=', postId)
    .where('with_post', '=', 1)
    .orderBy('name')
    .orderBy('id')
    .execute();
  for (const file of files) await putBack(tx, file, { posted: true });
}

async function putBack(tx: Writing, deleted: Tables['deleted_file'], { posted }: { posted: boolean }): Promise<void> {
  const { managed_with, with_post: _, deleted_at: __, deleted_by: ___, ...file } = deleted;
  const place = file.post_id === null || posted ? file : { ...file, post_id: null, show_id: managed_with };
  const name = freeName(place.name, await namesBeside(tx, place));
  await tx.deleteFrom('deleted_file').where('id', '=', deleted.id).execute();
  await tx
    .insertInto('file')
    .values({ ...place, name })
    .execute();
}

/**
 * The trash of a show's files since then, as far as they can be restored by themselves, last deleted first; without a
 * show, of the society's own posts.
 */
export const deletedFilesOf = (db: Reading, showId: string | null, since: Instant) =>
  db
    .selectFrom('deleted_file')
    .select(['id', 'name', 'content_type', 'bytes', 'deleted_at', 'deleted_by'])
    .where('managed_with', showId === null ? 'is' : '=', showId)
    .where('member_docs', '=', 'no')
    .where('with_post', '=', 0)
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute();

/** What of files was deleted, and for how long their bytes are kept. */
export const fileTrash: Trash = {
  name: 'files',
  bytes: {
    async deletedBy(db, before) {
      const rows = await db
        .selectFrom('deleted_file')
        .select('storage_key')
        .distinct()
        .where('deleted_at', '<=', before)
        .orderBy('storage_key')
        .execute();
      return rows.map(({ storage_key }) => storage_key);
    },
    async isKept(db, key, before) {
      const here = await db.selectFrom('file').select('id').where('storage_key', '=', key).limit(1).executeTakeFirst();
      if (here) return true;
      const restorable = await db
        .selectFrom('deleted_file')
        .select('id')
        .where('storage_key', '=', key)
        .where('deleted_at', '>', before)
        .limit(1)
        .executeTakeFirst();
      return restorable !== undefined;
    },
  },
  async purge(tx, before) {
    await tx.deleteFrom('deleted_file').where('deleted_at', '<=', before).execute();
  },
};

/** The files of several posts, by name. */
export const filesOfPosts = async (db: Reading, postIds: readonly string[]) =>
  postIds.length === 0
    ? []
    : db
        .selectFrom('file')
        .select(['id', 'post_id', 'name', 'content_type', 'bytes'])
        .where('post_id', 'in', postIds)
        .orderBy('name')
        .orderBy('id')
        .execute();

/** A show's own files, newest first. */
export const ownFilesOf = (db: Reading, showId: string) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'content_type', 'bytes'])
    .where('show_id', '=', showId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
