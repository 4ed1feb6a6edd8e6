import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { isArchivedSql, selectShowsOnSite, showsView } from '#features/archive/shows/server/index.ts';
import type { PostAccessLookup } from '#features/publishing/files/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { selectSubjectIdsOfActor } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction, Tables } from '#platform/server/database/index.ts';
import type { FindAuditSubjects } from '#platform/server/feature/audit-actions.ts';
import type { PublicRecordSource } from '#platform/server/feature/feature.ts';
import type { DataSubject, PersonalData } from '#platform/server/feature/personal-data.ts';
import { formatDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { membersPostPath, type NewPost, postPath } from '../post.ts';

/** Excludes posts of archived shows. */
const isNotOfArchivedShow = ({ not, ref }: ExpressionBuilder<Tables, 'post'>) =>
  not(isArchivedSql(ref('post.show_id')));

/** Returns the condition of `isPublished` in SQL. */
export const isPublishedSql = (now: Instant) => sql<SqlBool>`published_at <= ${now}`;

/**
 * Lists the published posts for everyone, auditions included, newest first, with the fields that decide where each is
 * shown.
 */
export async function listPublicPostsWithShowDates(db: DbReader, now: Instant) {
  const rows = await db
    .selectFrom('post')
    .leftJoin(selectShowsOnSite(db).as('show'), 'show.id', 'post.show_id')
    .select(['post.id', 'post.type', 'show.date', 'show.date_precision', 'show.cancelled'])
    .where('post.type', 'in', ['public', 'auditions'])
    .where(isPublishedSql(now))
    .where(isNotOfArchivedShow)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id')
    .execute();
  return rows.map((row) => ({ ...row, cancelled: row.cancelled === 1 }));
}

/** Finds a post, with its show unless the show is archived; the caller decides who may see the post. */
export async function findPost(db: DbReader, id: string) {
  const row = await db
    .selectFrom('post')
    .leftJoin(selectShowsOnSite(db).as('show'), 'show.id', 'post.show_id')
    .select([
      'post.id',
      'post.type',
      'post.title',
      'post.content',
      'post.published_at',
      'post.updated_at',
      'post.author',
      'post.show_id',
      ({ ref }) => isArchivedSql(ref('post.show_id')).as('archived'),
      'show.title as show_title',
      'show.date as show_date',
      'show.date_precision as show_date_precision',
      'show.cancelled as show_cancelled',
    ])
    .where('post.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, archived: Boolean(row.archived), show_cancelled: row.show_cancelled === 1 };
}

const noticeColumns = [
  'post.id',
  'post.type',
  'post.title',
  'post.content',
  'post.published_at',
  'show.title as show_title',
] as const;

/** Selects the published posts of every type, newest first, each with its show if `shows` contains it. */
const selectNotices = (db: DbReader, shows: ReturnType<typeof showsView>, now: Instant) =>
  db
    .selectFrom('post')
    .leftJoin(shows.as('show'), 'show.id', 'post.show_id')
    .select(noticeColumns)
    .where(isPublishedSql(now))
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id');

/** Lists the posts of every type published from a given time on, newest first, without those of archived shows. */
export const listPostsSince = (db: DbReader, since: Instant, now: Instant) =>
  selectNotices(db, selectShowsOnSite(db), now)
    .where(isNotOfArchivedShow)
    .where('post.published_at', '>=', since)
    .execute();

/** Lists the published posts about the society itself, of every type, newest first. */
export const listSocietyPosts = (db: DbReader, now: Instant) =>
  selectNotices(db, showsView(db), now).where('post.show_id', 'is', null).execute();

/** Lists a show's posts of every type, including unpublished ones, newest first. */
export const listAllShowPosts = (db: DbReader, showId: string) =>
  db
    .selectFrom('post')
    .innerJoin(showsView(db).as('show'), 'show.id', 'post.show_id')
    .select(noticeColumns)
    .where('post.show_id', '=', showId)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id')
    .execute();

/** Selects the published posts for everyone, auditions included. */
const selectPublicPosts = (db: DbReader, now: Instant) =>
  db
    .selectFrom('post')
    .where(isNotOfArchivedShow)
    .where('type', 'in', ['public', 'auditions'])
    .where(isPublishedSql(now));

/** Lists the titles of the published posts for everyone, newest first, for search and the sitemap. */
const listPublicPosts = (db: DbReader, now: Instant) =>
  selectPublicPosts(db, now)
    .select(['id', 'title', 'published_at', 'updated_at'])
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute();

/** Finds the public posts published right before and right after a given post. */
export async function findAdjacentPosts(db: DbReader, post: { id: string; published_at: Instant }, now: Instant) {
  const all = selectPublicPosts(db, now).select(['id', 'title']).limit(1);
  const sameMoment = all.where('published_at', '=', post.published_at);
  const first = async (...queries: (typeof all)[]) => {
    for (const query of queries) {
      const found = await query.executeTakeFirst();
      if (found) return found;
    }
    return undefined;
  };
  return {
    earlier: await first(
      sameMoment.where('id', '>', post.id).orderBy('id'),
      all.where('published_at', '<', post.published_at).orderBy('published_at', 'desc').orderBy('id'),
    ),
    later: await first(
      sameMoment.where('id', '<', post.id).orderBy('id', 'desc'),
      all.where('published_at', '>', post.published_at).orderBy('published_at').orderBy('id', 'desc'),
    ),
  };
}

/** Returns the time when the next scheduled post is published; undefined when there is none. */
export async function findNextPostPublicationAt(db: DbReader, after: Instant): Promise<Instant | undefined> {
  const next = await db
    .selectFrom('post')
    .select(({ fn }) => fn.min('published_at').as('at'))
    .where('published_at', '>', after)
    .executeTakeFirst();
  return next?.at ?? undefined;
}

/** Adds a post; returns its id. */
export async function createPost(
  tx: DbTransaction,
  { id = newId(), ...post }: NewPost & { id?: string; telling?: 'no' | 'waiting' | 'done' },
  { now }: { now: Instant },
): Promise<string> {
  await tx
    .insertInto('post_with_deleted')
    .values({
      id,
      changed_by: post.author,
      telling: 'no',
      ...post,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      deleted_by: '',
    })
    .execute();
  return id;
}

/** Returns the fields that decide who may read and manage a post's files. */
export const findPostAccess: PostAccessLookup = (db, id) =>
  db.selectFrom('post').select(['show_id', 'type', 'published_at']).where('id', '=', id).executeTakeFirst();

export const hasPost = async (db: DbReader, id: string): Promise<boolean> =>
  (await findPostAccess(db, id)) !== undefined;

/** Replaces a post's content without counting it as an edit. */
export async function replacePostContent(tx: DbTransaction, id: string, content: string): Promise<void> {
  await tx.updateTable('post_with_deleted').set({ content }).where('id', '=', id).execute();
}

/**
 * Lists the texts of posts that aren't deleted, to find the pictures in them. Links lead to the portal, because private
 * and unpublished posts have no public page.
 */
export const listPostTexts = async (db: DbReader) =>
  (await db.selectFrom('post').select(['id', 'title', 'content']).orderBy('id').execute()).map(
    ({ id, title, content }) => ({
      text: content,
      where: `Post: ${title}`,
      href: membersPostPath(id),
    }),
  );

export const postSearchEntrySource: PublicRecordSource = {
  listSitemapEntries: async ({ db, now }) =>
    (await listPublicPosts(db, now)).map(({ id, updated_at }) => ({ path: postPath(id), changed: updated_at })),
  async listSearchEntries({ db, now }) {
    const { timeZone } = await readSettings(db);
    return (await listPublicPosts(db, now)).map(({ id, title, published_at }) => ({
      type: 'post',
      title,
      href: postPath(id),
      detail: formatDate(toCalendarDate(published_at, timeZone), 'day'),
      also: [],
      poster: '',
    }));
  },
};

export const findPostAuditSubjects: FindAuditSubjects = (db, ids) => {
  const posts = db.selectFrom('post_with_deleted').select(['id', 'title as name']);
  return (ids ? posts.where('id', 'in', ids) : posts).execute();
};

/**
 * Lists a person's posts, including deleted ones: those under a name that only this person has, and those that the
 * person added under their present name, according to the audit log.
 */
const listPostsBy = (db: DbReader, { id, name, names }: DataSubject) =>
  db
    .selectFrom('post_with_deleted')
    .select(['id', 'title', 'type', 'published_at', 'content', 'deleted_at'])
    .where((post) =>
      post.or([
        ...names.map((own) => post('author', '=', own)),
        post.and([post('author', '=', name), post('id', 'in', selectSubjectIdsOfActor(db, id, 'post.created'))]),
      ]),
    )
    .orderBy(({ eb }) => eb('deleted_at', 'is not', null))
    .orderBy('published_at')
    .orderBy('id')
    .execute();

/** A person's posts. They belong to the society, so erasure only replaces the person's name. */
export const postPersonalData: PersonalData = {
  name: 'posts',
  tables: ['post_with_deleted'],
  about: async (db, holder) =>
    (await listPostsBy(db, holder)).map(({ id: _, deleted_at, ...post }) => ({
      ...post,
      ...(deleted_at === null ? {} : { deleted: true }),
    })),
  erase: async (tx, holder, { shownName }) => {
    for (const { id } of await listPostsBy(tx, holder)) {
      await tx.updateTable('post_with_deleted').set({ author: shownName }).where('id', '=', id).execute();
    }
    for (const own of holder.names) {
      for (const column of ['changed_by', 'deleted_by'] as const) {
        await tx
          .updateTable('post_with_deleted')
          .set({ [column]: shownName })
          .where(column, '=', own)
          .execute();
      }
    }
  },
};
