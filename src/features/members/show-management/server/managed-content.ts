import {
  findShowToOpen,
  listCreditedMembers,
  listDirectorAndProducerUserIds,
} from '#features/archive/shows/server/index.ts';
import type { FileEntry } from '#features/publishing/files/contract.ts';
import { formatFileListLabel } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle, membersFilePagePath } from '#features/publishing/files/file-links.ts';
import {
  findManagedFile,
  listFilesOfPosts,
  listManagedShowFiles,
  listRestorableFiles,
} from '#features/publishing/files/server/index.ts';
import { membersPostPath } from '#features/publishing/posts/post.ts';
import {
  findManagedPost,
  findPostAccess,
  listDeletedPosts,
  listEditablePosts,
} from '#features/publishing/posts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset, toLocalTime } from '#platform/shared/dates/local-time.ts';
import { getRestorableCutoff, getRestorableUntil, isPublished } from '#platform/shared/lifecycle.ts';
import type { DeletedFileOrPost, ManagedContent } from '../contract.ts';

type ManageRequest = Pick<PageRequest, 'db' | 'params' | 'visitor' | 'now'>;

const listDirectors = async (db: PageRequest['db'], showId: string | null) =>
  showId === null ? [] : listDirectorAndProducerUserIds(db, showId);

/** Loads the show whose id is in the path, with the directors and producers, who may manage it. */
export async function loadManagedShow({ db, params, visitor }: ManageRequest) {
  const show = await findShowToOpen({ db, visitor }, params.show_id ?? '');
  return show && { id: show.id, title: show.title, directors: await listDirectorAndProducerUserIds(db, show.id) };
}

/** Loads the file whose id is in the path, also from the trash, with the directors of its show. */
export async function loadManagedFile({ db, params, now }: ManageRequest) {
  const file = await findManagedFile(db, params.file_id ?? '', getRestorableCutoff(now));
  if (!file) return undefined;
  const post = file.post_id === null ? undefined : await findPostAccess(db, file.post_id);
  const show_id = file.managed_with ?? post?.show_id ?? null;
  return { id: file.id, name: file.name, show_id, directors: await listDirectors(db, show_id) };
}

/** Loads the post whose id is in the path, also from the trash, with the directors of its show. */
export async function loadManagedPost({ db, params, now }: ManageRequest) {
  const post = await findManagedPost(db, params.post_id ?? '', getRestorableCutoff(now));
  return post && { id: post.id, show_id: post.show_id, directors: await listDirectors(db, post.show_id) };
}

/** Takes the place of the show in a response about the society itself. */
const society = { id: '', title: '' };

export type ManagedShow = NonNullable<Awaited<ReturnType<typeof loadManagedShow>>>;
export type FileWithDirectors = NonNullable<Awaited<ReturnType<typeof loadManagedFile>>>;
export type PostWithDirectors = NonNullable<Awaited<ReturnType<typeof loadManagedPost>>>;

/** Loads the content of the Manage Show section or, if `show` is null, of the society's notices. */
export async function loadManagedContent(
  { db, now }: Pick<PageRequest, 'db' | 'now'>,
  show: { id: string; title: string } | null,
): Promise<ManagedContent> {
  const id = show?.id ?? null;
  const { timeZone } = await readSettings(db);
  const since = getRestorableCutoff(now);
  const posts = await listEditablePosts(db, id);
  const attached = await listFilesOfPosts(
    db,
    posts.map(({ id }) => id),
  );
  const members = id === null ? [] : await listCreditedMembers(db, id);
  const deleted = [
    ...(await listRestorableFiles(db, id, since)).map((file) => ({
      ...file,
      kind: 'file' as const,
      title: formatFileTitle(file.name),
    })),
    ...(await listDeletedPosts(db, id, since)).map((post) => ({ ...post, kind: 'post' as const })),
  ];
  return {
    show: show ? { id: show.id, title: show.title } : society,
    files: id === null ? [] : (await listManagedShowFiles(db, id)).map(toFileEntry),
    posts: posts.map(({ published_at, author: _, changed_by: __, ...post }) => ({
      ...post,
      date: toLocalTime(published_at, timeZone),
      out: isPublished(published_at, now),
      files: attached.filter(({ post_id }) => post_id === post.id).map(toFileEntry),
      url: membersPostPath(post.id),
    })),
    deleted: deleted
      .toSorted((a, b) => (a.deleted_at < b.deleted_at ? 1 : a.deleted_at > b.deleted_at ? -1 : a.id < b.id ? -1 : 1))
      .map((item) => toDeletedFileOrPost(item, timeZone)),
    now: toLocalTime(now, timeZone),
    members: { all: members.length, told: members.filter(({ told_of_posts }) => told_of_posts === 1).length },
  };
}

/** Formats the time at which a file or post was deleted, and adds the last day on which it can be restored. */
export const toDeletedFileOrPost = (
  { kind, id, title, deleted_at, deleted_by }: Omit<DeletedFileOrPost, 'until'>,
  timeZone: string,
): DeletedFileOrPost => ({
  kind,
  id,
  title,
  deleted_at: formatIsoWithOffset(deleted_at, timeZone),
  deleted_by,
  until: formatIsoWithOffset(getRestorableUntil(deleted_at), timeZone).slice(0, 10),
});

interface StoredFile {
  id: string;
  name: string;
  content_type: string;
  bytes: number;
}

export const toFileEntry = ({ id, name, content_type, bytes }: StoredFile): FileEntry => ({
  id,
  name: formatFileTitle(name),
  url: membersFilePagePath({ id, name }),
  kind: formatFileListLabel({ contentType: content_type, bytes }),
});
