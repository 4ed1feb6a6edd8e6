import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  restoreRows,
  softDeleteRows,
  updateVersionedRow,
  write,
} from '#platform/server/database/index.ts';
import type { TrashKind } from '#platform/server/feature/deletion.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { createConflictResponse, formatConflictMessage } from '#platform/shared/calls/conflict.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset, toLocalTime } from '#platform/shared/dates/local-time.ts';
import {
  getRestorableCutoff,
  getRestorableUntil,
  isPublished,
  nothingToRestoreMessage,
} from '#platform/shared/lifecycle.ts';
import { listTableQueryKeys, parseTableQuery, ROWS_PER_PAGE, resolveTablePage } from '#platform/shared/tables/table.ts';
import { blogPostPath } from '../blog-list.ts';
import {
  blogTableRules,
  filterAndSortBlogPosts,
  getPublicationState,
  manageBlogPath,
  resolveBlogPublishAt,
} from '../blog-post.ts';
import {
  type CurrentBlogPost,
  deleteBlogPost,
  type EditBlogPostContent,
  type ManageBlogContent,
  restoreBlogPost,
  saveBlogPost,
} from '../contract.ts';
import { createBlogPost } from './store.ts';

/** Lists every post that isn't deleted, most recently changed first, without its text. */
const listEditableBlogPosts = (db: DbReader) =>
  db
    .selectFrom('blog_post')
    .select(['key', 'title', 'author', 'published_at', 'updated_at', 'changed_by'])
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .execute();

/** Finds a post in any state; undefined for a deleted post. */
const findEditableBlogPost = (db: DbReader, key: string) =>
  db
    .selectFrom('blog_post')
    .select(['key', 'title', 'content', 'author', 'published_at', 'version', 'changed_by'])
    .where('key', '=', key)
    .executeTakeFirst();

interface BlogPostUpdate {
  key: string;
  /** The version that the change is based on. */
  version: number;
  title: string;
  content: string;
  author: string;
  published_at: Instant | null;
  by: string;
  now: Instant;
}

/**
 * Updates a post. Returns its new version; undefined if somebody else changed it since `version`, or it was deleted.
 */
function updateBlogPost(
  tx: DbTransaction,
  { key, version, by, now, ...post }: BlogPostUpdate,
): Promise<number | undefined> {
  const update = tx
    .updateTable('blog_post_with_deleted')
    .set({ ...post, changed_by: by, updated_at: now })
    .where('key', '=', key)
    .where('deleted_at', 'is', null);
  return updateVersionedRow(update, version);
}

async function moveToTrash(tx: DbTransaction, key: string, { at, by }: { at: Instant; by: string }): Promise<void> {
  const post = tx.updateTable('blog_post_with_deleted').set({ deleted_by: by }).where('key', '=', key);
  await softDeleteRows(post, at);
}

/** Restores a post, unless it was deleted before `since`. Returns false if no post was restored. */
async function restoreFromTrash(tx: DbTransaction, key: string, since: Instant): Promise<boolean> {
  const post = tx.updateTable('blog_post_with_deleted').set({ deleted_by: '' }).where('key', '=', key);
  return (await restoreRows(post, since)) > 0;
}

/** Lists the deleted posts, most recently deleted first. Posts deleted before `since` are left out. */
const listDeletedBlogPosts = (db: DbReader, since: Instant) =>
  db
    .selectFrom('blog_post_with_deleted')
    .select(['key', 'title', 'deleted_at', 'deleted_by'])
    .where('deleted_at', '>', since)
    .$narrowType<{ deleted_at: Instant }>()
    .orderBy('deleted_at', 'desc')
    .orderBy('key')
    .execute();

/** The columns with a post's content and people's names. */
const textFields = ['title', 'content', 'author', 'changed_by', 'deleted_by'] as const;

/** Purging keeps an empty row for each post, so that its key is never reused. */
export const blogTrash: TrashKind = {
  name: 'blog posts',
  table: 'blog_post_with_deleted',
  async purge(tx, before) {
    await tx
      .updateTable('blog_post_with_deleted')
      .set({ title: '', content: '', author: '', changed_by: '', deleted_by: '' })
      .where('deleted_at', '<=', before)
      .where(({ eb, or }) => or(textFields.map((word) => eb(word, '<>', ''))))
      .execute();
  },
};

/** Users who may write, edit and delete any blog post. */
const access = mayUse('blog');

/** The key in the path of the editor for a new post, which gets its own key when it is saved. */
const newPostKey = 'new';

export function registerManageBlogRoutes({ page, call, resource, db }: RouteRegistry): void {
  page(manageBlogPath, { type: 'manage_blog', access, query: listTableQueryKeys(blogTableRules) }, buildManageBlogPage);
  resource(`${manageBlogPath}.csv`, { access, query: listTableQueryKeys(blogTableRules) }, exportBlogPosts);
  page('/members/manage-blog/:key', { type: 'edit_blog_post', access }, buildEditBlogPostPage);
  call(saveBlogPost, { access }, save);
  call(deleteBlogPost, { access }, remove(db));
  call(restoreBlogPost, { access }, restore(db));
}

/** Refuses to save a post that has been deleted, and says if it can be restored. */
async function refuseDeleted(db: DbReader, key: string, now: Instant): Promise<never> {
  const deleted = await listDeletedBlogPosts(db, getRestorableCutoff(now));
  return deleted.some((post) => post.key === key)
    ? refuse(
        404,
        'Someone has deleted this post. Your text is still here: restore the post under Recently deleted, then save again.',
      )
    : refuse(404, 'This post has been deleted for good. Your text is still here: copy it into a new post.');
}

const save: CallHandler<typeof saveBlogPost> = async (request) => {
  const { body, now, visitor, params, once } = request;
  const { timeZone } = await readSettings(request.db);
  const { title, author, content } = body;
  const note = createAuditContext(request);
  if (params.key === newPostKey) {
    const published_at = resolveBlogPublishAt(body, { now, timeZone, before: null });
    return once(async (tx) => {
      const key = await createBlogPost(tx, { title, author, content, published_at }, { now, by: visitor.name });
      await recordAudit(tx, { ...note, action: 'blog_post.created', subject: key, detail: title });
      return ok(formatSaveMessage(published_at, now), {
        key,
        version: 1,
        state: getPublicationState(published_at, now),
      });
    });
  }
  const before =
    (await findEditableBlogPost(request.db, params.key)) ?? (await refuseDeleted(request.db, params.key, now));
  const published_at = resolveBlogPublishAt(body, { now, timeZone, before: before.published_at });
  const { key } = before;
  return once(async (tx) => {
    const change = { key, version: body.version, title, author, content, published_at, by: visitor.name, now };
    if (await updateBlogPost(tx, change)) {
      await recordAudit(tx, { ...note, action: 'blog_post.changed', subject: key, detail: title });
      const state = getPublicationState(published_at, now);
      return ok(formatSaveMessage(published_at, now, before.published_at), { key, version: body.version + 1, state });
    }
    const theirs = (await findEditableBlogPost(tx, key)) ?? (await refuseDeleted(tx, key, now));
    const current: CurrentBlogPost = { ...toEditorPost(theirs, now, timeZone), changed_by: theirs.changed_by };
    return createConflictResponse(formatConflictMessage(theirs.changed_by, 'this post'), current);
  });
};

const remove =
  (db: Database): CallHandler<typeof deleteBlogPost> =>
  async (request) => {
    const { key } = request.params;
    const note = createAuditContext(request);
    await write(db, async (tx) => {
      const { title } = (await findEditableBlogPost(tx, key)) ?? refuse(404, 'This post has already been deleted.');
      await moveToTrash(tx, key, { at: request.now, by: request.visitor.name });
      await recordAudit(tx, { ...note, action: 'blog_post.deleted', subject: key, detail: title });
    });
    return ok('Post deleted. You can restore it for 30 days.');
  };

const restore =
  (db: Database): CallHandler<typeof restoreBlogPost> =>
  async (request) => {
    const { key } = request.params;
    const note = createAuditContext(request);
    await write(db, async (tx) => {
      if (!(await restoreFromTrash(tx, key, getRestorableCutoff(request.now)))) refuse(404, nothingToRestoreMessage);
      const { title } = (await findEditableBlogPost(tx, key)) ?? refuseNotFound();
      await recordAudit(tx, { ...note, action: 'blog_post.restored', subject: key, detail: title });
    });
    return ok('Post restored.');
  };

/** Returns the message for a saved post. `before` is the actual or planned time of publication before the save. */
function formatSaveMessage(published_at: string | null, now: string, before: string | null = null): string {
  const wasOut = isPublished(before, now);
  if (published_at === null) return wasOut ? 'Post unpublished and saved as a draft.' : 'Draft saved.';
  if (!isPublished(published_at, now)) return 'Post scheduled. It will appear at the time you chose.';
  return wasOut ? 'Post saved. The blog has been updated.' : 'Post published.';
}

async function buildManageBlogPage({ db, now, query }: PageRequest): Promise<ManageBlogContent> {
  const { timeZone } = await readSettings(db);
  const tableRequest = parseTableQuery(blogTableRules, query);
  const found = filterAndSortBlogPosts(await listEditableBlogPosts(db), tableRequest, now);
  const { from, table } = resolveTablePage(tableRequest, found.length);
  const deleted = await listDeletedBlogPosts(db, getRestorableCutoff(now));
  return {
    type: 'manage_blog',
    title: 'Manage Blog',
    table,
    posts: found.slice(from, from + ROWS_PER_PAGE).map((post) => toListedPost(post, now, timeZone)),
    deleted: deleted.map(({ key, title, deleted_by, deleted_at }) => ({
      key,
      title,
      deleted_by,
      until: formatIsoWithOffset(getRestorableUntil(deleted_at), timeZone).slice(0, 10),
    })),
  };
}

async function exportBlogPosts({ db, now, query }: PageRequest) {
  const { timeZone } = await readSettings(db);
  const lines = [['title', 'author', 'status', 'publish date', 'last changed', 'changed by', 'address']];
  for (const post of filterAndSortBlogPosts(
    await listEditableBlogPosts(db),
    parseTableQuery(blogTableRules, query),
    now,
  )) {
    const { key, title, author, state, published_at, changed_at, changed_by } = toListedPost(post, now, timeZone);
    lines.push([
      title,
      author,
      state,
      formatCsvDateTime(published_at),
      formatCsvDateTime(changed_at),
      changed_by,
      blogPostPath(key),
    ]);
  }
  return createCsvResponse('blog.csv', lines);
}

type EditableBlogPost = Awaited<ReturnType<typeof listEditableBlogPosts>>[number];

function toListedPost(
  { key, title, author, published_at, updated_at, changed_by }: EditableBlogPost,
  now: string,
  timeZone: string,
) {
  return {
    key,
    title,
    author,
    state: getPublicationState(published_at, now),
    published_at: published_at === null ? '' : formatIsoWithOffset(published_at, timeZone),
    changed_at: formatIsoWithOffset(updated_at, timeZone),
    changed_by,
  };
}

async function buildEditBlogPostPage({ db, now, params, visitor }: PageRequest): Promise<EditBlogPostContent> {
  const { timeZone } = await readSettings(db);
  const page = { type: 'edit_blog_post' as const, now: toLocalTime(now, timeZone), now_ms: Date.parse(now) % minute };
  if (params.key === newPostKey) {
    const post = { title: '', content: '', author: visitor.name, state: 'draft' as const, date: '', version: 0 };
    return { ...page, title: 'Write a blog post', key: '', post };
  }
  const post = (await findEditableBlogPost(db, params.key ?? '')) ?? refuseNotFound();
  return { ...page, title: 'Edit blog post', key: post.key, post: toEditorPost(post, now, timeZone) };
}

type BlogPostWithContent = NonNullable<Awaited<ReturnType<typeof findEditableBlogPost>>>;

function toEditorPost(
  { title, content, author, published_at, version }: BlogPostWithContent,
  now: string,
  timeZone: string,
) {
  const date = published_at === null ? '' : toLocalTime(published_at, timeZone);
  return { title, content, author, state: getPublicationState(published_at, now), date, version };
}
