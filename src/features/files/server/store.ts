import { isArchived } from '#features/shows/server/index.ts';
import type { Reading, Tables, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';

/** A file whose bytes are already kept. */
export type NewFile = Omit<Tables['file'], 'created_at'>;

export async function recordFiles(tx: Writing, files: readonly NewFile[], { now }: { now: Instant }): Promise<void> {
  for (const file of files) {
    await tx
      .insertInto('file')
      .values({ ...file, created_at: now })
      .execute();
  }
}

const aboutFile = [
  'file.id',
  'file.name',
  'file.content_type',
  'file.bytes',
  'file.storage_key',
  'file.created_at',
] as const;

/** A file with all that decides who may read it; that is for the rule to say. */
export const findFile = (db: Reading, id: string) =>
  db
    .selectFrom('file')
    .leftJoin('post', 'post.id', 'file.post_id')
    .leftJoin('show', (join) =>
      join
        .on(({ eb, fn, ref }) => eb('show.id', '=', fn.coalesce(ref('file.show_id'), ref('post.show_id'))))
        .on('show.archived_at', 'is', null),
    )
    .select([
      ...aboutFile,
      'file.member_docs',
      'file.post_id',
      'post.type as post_type',
      'post.published_at',
      ({ fn }) => fn.coalesce('file.show_id', 'post.show_id').as('of_show'),
      ({ fn }) => isArchived(fn.coalesce('file.show_id', 'post.show_id')).as('archived'),
      'show.id as show_id',
      'show.title as show_title',
    ])
    .where('file.id', '=', id)
    .executeTakeFirst();

/**
 * The file, if everyone may read it: a public one of Member Documents, or one of a post that is out and for everyone, and
 * not of an archived show.
 */
export const findPublicFile = (db: Reading, id: string, now: Instant) =>
  db
    .selectFrom('file')
    .leftJoin('post', 'post.id', 'file.post_id')
    .leftJoin('show', (join) =>
      join
        .on(({ eb, fn, ref }) => eb('show.id', '=', fn.coalesce(ref('file.show_id'), ref('post.show_id'))))
        .on('show.archived_at', 'is', null),
    )
    .select([...aboutFile, 'show.id as show_id', 'show.title as show_title'])
    .where('file.id', '=', id)
    .where(({ not, fn }) => not(isArchived(fn.coalesce('file.show_id', 'post.show_id'))))
    .where((eb) =>
      eb.or([
        eb('file.member_docs', '=', 'public'),
        eb.and([eb('post.type', 'in', ['public', 'auditions']), eb('post.published_at', '<=', now)]),
      ]),
    )
    .executeTakeFirst();
export type PublicFile = NonNullable<Awaited<ReturnType<typeof findPublicFile>>>;

/** A post's files by name; who may see the post is for its own feature to say. */
export const filesOfPost = (db: Reading, postId: string) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'content_type', 'bytes'])
    .where('post_id', '=', postId)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** The files of Member Documents that everyone may read, by name. */
export const publicDocs = (db: Reading) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'content_type', 'bytes'])
    .where('member_docs', '=', 'public')
    .orderBy('name')
    .orderBy('id')
    .execute();

/** All of Member Documents, by name. */
export const memberDocs = (db: Reading) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'content_type', 'bytes'])
    .where('member_docs', '<>', 'no')
    .orderBy('name')
    .orderBy('id')
    .execute();

const asNotice = [
  'file.id',
  'file.name',
  'file.content_type',
  'file.bytes',
  'file.created_at',
  'file.member_docs',
  'show.title as show_title',
] as const;

/** Files of shows that aren't archived, and of Member Documents, put here since a moment, newest first. */
export const filesSince = (db: Reading, since: Instant) =>
  db
    .selectFrom('file')
    .leftJoin('show', (join) => join.onRef('show.id', '=', 'file.show_id').on('show.archived_at', 'is', null))
    .select(asNotice)
    .where('file.created_at', '>=', since)
    .where((eb) => eb.or([eb('show.id', 'is not', null), eb('file.member_docs', '<>', 'no')]))
    .orderBy('file.created_at', 'desc')
    .orderBy('file.id')
    .execute();

/** A show's own files, newest first. */
export const filesOfShow = (db: Reading, showId: string) =>
  db
    .selectFrom('file')
    .innerJoin('show', 'show.id', 'file.show_id')
    .select(asNotice)
    .where('file.show_id', '=', showId)
    .orderBy('file.created_at', 'desc')
    .orderBy('file.id')
    .execute();
