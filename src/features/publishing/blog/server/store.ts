import { readSettings } from '#features/society/settings/server/index.ts';
import { selectSubjectIdsOfActor } from '#platform/server/audit/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { FindAuditSubjects } from '#platform/server/feature/audit-actions.ts';
import type { PublicRecordSource } from '#platform/server/feature/feature.ts';
import type { DataSubject, PersonalData } from '#platform/server/feature/personal-data.ts';
import { formatDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { blogPostPath, editBlogPostPath } from '../blog-list.ts';
import { findFreeSlug, type NewBlogPost, slugify } from '../blog-post.ts';

const selectPublished = (db: DbReader, now: Instant) =>
  // The date of a draft is null, so this comparison leaves drafts out
  db.selectFrom('blog_post').where('published_at', '<=', now).orderBy('published_at', 'desc').orderBy('key');

/** Lists every published post, newest first. */
export const listPublishedBlogPosts = (db: DbReader, now: Instant) =>
  selectPublished(db, now)
    .select(['key', 'title', 'content', 'author', 'updated_at'])
    .select(({ fn }) => fn.coalesce('published_at', 'created_at').as('published_at'))
    .execute();
export type PublishedBlogPost = Awaited<ReturnType<typeof listPublishedBlogPosts>>[number];

/** Lists the titles of the published posts, newest first, for search and the sitemap. */
const listPublishedBlogTitles = (db: DbReader, now: Instant) =>
  selectPublished(db, now).select(['key', 'title', 'published_at', 'updated_at']).execute();

/** Finds the newest published post; undefined while there is none. */
export const findLatestBlogPost = (db: DbReader, now: Instant) =>
  selectPublished(db, now).select(['key', 'title', 'published_at']).limit(1).executeTakeFirst();

/** Returns the time when the next scheduled post is published; undefined when there is none. */
export async function findNextBlogPublicationAt(db: DbReader, after: Instant): Promise<Instant | undefined> {
  const next = await db
    .selectFrom('blog_post')
    .select(({ fn }) => fn.min('published_at').as('at'))
    .where('published_at', '>', after)
    .executeTakeFirst();
  return next?.at ?? undefined;
}

/** Reserved keys. Their paths have another use, so a post with such a key couldn't be edited. */
const reservedKeys = ['new', 'word', 'picture'];

/** Adds a blog post under the first free key for its title; returns the key. `by` is the person who added the post. */
export async function createBlogPost(
  tx: DbTransaction,
  post: NewBlogPost,
  { now, by = post.author }: { now: Instant; by?: string },
): Promise<string> {
  const wanted = slugify(post.title);
  // Selects this key, and every key that begins with it and a hyphen. The upper limit is a full stop, which sorts right
  // after the hyphen
  const near = await tx
    .selectFrom('blog_post_with_deleted')
    .select('key')
    .where('key', '>=', wanted)
    .where('key', '<', `${wanted}.`)
    .execute();
  const key = findFreeSlug(wanted, new Set([...reservedKeys, ...near.map((other) => other.key)]));
  await tx
    .insertInto('blog_post_with_deleted')
    .values({
      key,
      ...post,
      created_at: now,
      updated_at: now,
      version: 1,
      changed_by: by,
      deleted_at: null,
      deleted_by: '',
    })
    .execute();
  return key;
}

/** Replaces the text of every post with this title. The change doesn't count as an edit. */
export async function replaceBlogContentByTitle(tx: DbTransaction, title: string, content: string): Promise<void> {
  await tx.updateTable('blog_post_with_deleted').set({ content }).where('title', '=', title).execute();
}

/** Lists the texts of posts, with drafts but without deleted posts, to find the pictures in them. */
export const listBlogPostTexts = async (db: DbReader) =>
  (await db.selectFrom('blog_post').select(['key', 'title', 'content']).orderBy('key').execute()).map(
    ({ key, title, content }) => ({
      text: content,
      where: `Blog: ${title}`,
      href: editBlogPostPath(key),
    }),
  );

export const blogSearchEntrySource: PublicRecordSource = {
  listSitemapEntries: async ({ db, now }) =>
    (await listPublishedBlogTitles(db, now)).map(({ key, updated_at }) => ({
      path: blogPostPath(key),
      changed: updated_at,
    })),
  async listSearchEntries({ db, now }) {
    const { timeZone } = await readSettings(db);
    return (await listPublishedBlogTitles(db, now)).map(({ key, title, published_at }) => ({
      type: 'blog',
      title,
      href: blogPostPath(key),
      detail: published_at ? formatDate(toCalendarDate(published_at, timeZone), 'day') : '',
      also: [],
      poster: '',
    }));
  },
};

export const findBlogPostAuditSubjects: FindAuditSubjects = (db, ids) => {
  const posts = db.selectFrom('blog_post_with_deleted').select(['key as id', 'title as name']);
  return (ids ? posts.where('key', 'in', ids) : posts).execute();
};

/**
 * Lists a person's posts, including deleted ones: those under a name that only this person has, and those that the
 * person added under their present name, according to the audit log.
 */
const listBlogPostsBy = (db: DbReader, { id, name, names }: DataSubject) =>
  db
    .selectFrom('blog_post_with_deleted')
    .select(['key', 'title', 'published_at', 'content', 'deleted_at'])
    .where((post) =>
      post.or([
        ...names.map((own) => post('author', '=', own)),
        post.and([post('author', '=', name), post('key', 'in', selectSubjectIdsOfActor(db, id, 'blog_post.created'))]),
      ]),
    )
    .orderBy(({ eb }) => eb('deleted_at', 'is not', null))
    .orderBy('published_at')
    .orderBy('key')
    .execute();

/** A person's blog posts. They belong to the society, so erasure only replaces the person's name. */
export const blogPersonalData: PersonalData = {
  name: 'blog_posts',
  tables: ['blog_post_with_deleted'],
  about: async (db, holder) =>
    (await listBlogPostsBy(db, holder)).map(({ title, published_at, content, deleted_at }) => ({
      title,
      published_at: published_at ?? '',
      content,
      ...(deleted_at === null ? {} : { deleted: true }),
    })),
  erase: async (tx, holder, { shownName }) => {
    for (const { key } of await listBlogPostsBy(tx, holder)) {
      await tx.updateTable('blog_post_with_deleted').set({ author: shownName }).where('key', '=', key).execute();
    }
    for (const own of holder.names) {
      for (const column of ['changed_by', 'deleted_by'] as const) {
        await tx
          .updateTable('blog_post_with_deleted')
          .set({ [column]: shownName })
          .where(column, '=', own)
          .execute();
      }
    }
  },
};
