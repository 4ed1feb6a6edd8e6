import { isOnSite } from '#features/archive/shows/paths.ts';
import { findShowSummary, selectShowsOnSite, showsView } from '#features/archive/shows/server/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { FileEntry } from '../contract.ts';
import { formatFileKindAndSize, formatFileListLabel } from '../file-kinds.ts';
import { filePagePath, formatFileTitle, membersFilePagePath } from '../file-links.ts';
import type { FileTable } from './tables.ts';

/**
 * Looks up the fields that decide who may read a post's files. Features with posts contribute it, because they depend
 * on this feature, not the other way round.
 */
export type PostAccessLookup = (
  db: DbReader,
  postId: string,
) => Promise<{ show_id: string | null; type: 'public' | 'auditions' | 'private'; published_at: Instant } | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Lookups that features with posts contribute. */
    postsOfFiles: readonly PostAccessLookup[];
  }
}

/** Combines the lookups of all features that have posts into one lookup, which returns the first result. */
export const combinePostAccessLookups =
  (all: readonly PostAccessLookup[]): PostAccessLookup =>
  async (db, postId) => {
    for (const postOf of all) {
      const post = await postOf(db, postId);
      if (post) return post;
    }
    return undefined;
  };

/** A file whose bytes are already stored. */
export type NewFile = Omit<FileTable, 'created_at' | 'version' | keyof typeof live>;

/** The deletion columns of a live file. */
const live = { deleted_at: null, deleted_by: '', managed_with: null, with_post: 0 } as const;

export async function insertFiles(
  tx: DbTransaction,
  files: readonly NewFile[],
  { now }: { now: Instant },
): Promise<void> {
  for (const file of files) {
    await tx
      .insertInto('file_with_deleted')
      .values({ ...file, ...live, version: 1, created_at: now })
      .execute();
  }
}

const fileColumns = [
  'file.id',
  'file.name',
  'file.content_type',
  'file.bytes',
  'file.storage_key',
  'file.created_at',
] as const;

/**
 * Finds a file with the fields that decide who may read it. For an archived show, `show_id` and
 * `show_title` are null.
 */
export async function findFile(db: DbReader, id: string, postOf: PostAccessLookup) {
  const found = await db
    .selectFrom('file')
    .select([...fileColumns, 'file.member_docs', 'file.post_id', 'file.show_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { show_id, ...file } = found;
  const post = file.post_id === null ? undefined : await postOf(db, file.post_id);
  const of_show = show_id ?? post?.show_id ?? null;
  const show = of_show === null ? undefined : await findShowSummary(db, of_show);
  const archived = show !== undefined && !isOnSite(show);
  return {
    ...file,
    post_type: post?.type ?? null,
    published_at: post?.published_at ?? null,
    of_show,
    archived,
    show_id: show && !archived ? show.id : null,
    show_title: show && !archived ? show.title : null,
  };
}
export type FileWithPlacement = NonNullable<Awaited<ReturnType<typeof findFile>>>;

const selectListed = (db: DbReader) =>
  db.selectFrom('file').select(['id', 'name', 'content_type', 'bytes']).orderBy('name').orderBy('id');

const toEntry = (
  { id, name, content_type, bytes }: Pick<FileTable, 'id' | 'name' | 'content_type' | 'bytes'>,
  pagePath: typeof filePagePath,
): FileEntry => ({
  id,
  name: formatFileTitle(name),
  url: pagePath({ id, name }),
  kind: formatFileListLabel({ contentType: content_type, bytes }),
});

/** Lists a post's files by name; the posts feature decides who may see the post. */
export async function listPostFileEntries(
  db: DbReader,
  postId: string,
  readers: 'everyone' | 'members' = 'everyone',
): Promise<FileEntry[]> {
  const pagePath = readers === 'members' ? membersFilePagePath : filePagePath;
  const files = await selectListed(db).where('post_id', '=', postId).execute();
  return files.map((file) => toEntry(file, pagePath));
}

/** Lists the files of Member Docs that everyone may read, by name. */
export async function listPublicDocEntries(db: DbReader): Promise<{ id: string; name: string; kind: string }[]> {
  const files = await selectListed(db).where('member_docs', '=', 'public').execute();
  return files.map(({ id, name, content_type, bytes }) => ({
    id,
    name: formatFileTitle(name),
    kind: formatFileKindAndSize({ contentType: content_type, bytes }),
  }));
}

/** Lists all documents of Member Docs by name, each with its kind and size. */
export async function listMemberDocEntries(db: DbReader): Promise<FileEntry[]> {
  const files = await selectListed(db).where('member_docs', '<>', 'no').execute();
  return files.map((file) => ({
    ...toEntry(file, membersFilePagePath),
    kind: formatFileKindAndSize({ contentType: file.content_type, bytes: file.bytes }),
  }));
}

const noticeColumns = [
  'file.id',
  'file.name',
  'file.content_type',
  'file.bytes',
  'file.created_at',
  'file.member_docs',
  'show.title as show_title',
] as const;

/**
 * Lists the files uploaded since a given time, newest first: files of shows that aren't archived, and of Member Docs.
 */
export const listFilesSince = (db: DbReader, since: Instant) =>
  db
    .selectFrom('file')
    .leftJoin(selectShowsOnSite(db).as('show'), 'show.id', 'file.show_id')
    .select(noticeColumns)
    .where('file.created_at', '>=', since)
    .where((eb) => eb.or([eb('show.id', 'is not', null), eb('file.member_docs', '<>', 'no')]))
    .orderBy('file.created_at', 'desc')
    .orderBy('file.id')
    .execute();

/** Lists a show's own files, newest first. */
export const listShowFiles = (db: DbReader, showId: string) =>
  db
    .selectFrom('file')
    .innerJoin(showsView(db).as('show'), 'show.id', 'file.show_id')
    .select(noticeColumns)
    .where('file.show_id', '=', showId)
    .orderBy('file.created_at', 'desc')
    .orderBy('file.id')
    .execute();

export const hasFile = async (db: DbReader, id: string): Promise<boolean> =>
  (await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * The files that a person deleted; uploads are in the audit log. Files belong to the society, so erasure only replaces
 * the person's name.
 */
export const filePersonalData: PersonalData = {
  name: 'files_deleted',
  tables: ['file_with_deleted'],
  about: async (db, { names }) =>
    names.length === 0
      ? []
      : db
          .selectFrom('file_with_deleted')
          .select(['name', 'deleted_at'])
          .where('deleted_by', 'in', names)
          .orderBy('deleted_at')
          .orderBy('id')
          .execute(),
  erase: async (tx, { names }, { shownName }) => {
    for (const own of names) {
      await tx.updateTable('file_with_deleted').set({ deleted_by: shownName }).where('deleted_by', '=', own).execute();
    }
  },
};
