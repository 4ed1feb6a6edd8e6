import { membersShowPath, showPath } from '#features/archive/shows/paths.ts';
import { listDirectorAndProducerUserIds } from '#features/archive/shows/server/index.ts';
import type { Permission } from '#features/society/accounts/roles.ts';
import { mayManageContent } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AccessRule, everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/lifecycle.ts';
import type { FilePageContent } from '../contract.ts';
import { formatFileKindAndSize, getPreviewKind } from '../file-kinds.ts';
import {
  fileDownloadPath,
  filePagePath,
  formatFileTitle,
  membersFileDownloadPath,
  membersFilePagePath,
} from '../file-links.ts';
import { type FileWithPlacement, findFile, type PostAccessLookup } from './store.ts';

/** The facts that decide who may read a file. */
export interface FilePlacement {
  /** The show that the file belongs to, directly or through its post. */
  of_show: string | null;
  /** True if the file's show is archived. */
  archived: boolean | 0 | 1;
  post_id: string | null;
  post_type: 'public' | 'auditions' | 'private' | null;
  published_at: string | null;
  member_docs: 'no' | 'members' | 'public';
}

/**
 * Returns the signed-in users who may read a file: everyone, users with a permission, people who manage the file (if its
 * post isn't published yet or its show is archived), or nobody.
 */
export function resolveFileReaders(file: FilePlacement, now: string): Permission | 'everyone' | 'managers' | 'nobody' {
  if (file.member_docs === 'public') return 'everyone';
  if (file.member_docs === 'members') return 'member_docs';
  if (file.archived) return 'managers';
  if (file.published_at !== null && !isPublished(file.published_at, now)) return 'managers';
  if (file.post_type === 'public' || file.post_type === 'auditions') return 'everyone';
  if (file.of_show !== null) return 'shows';
  return file.post_type === 'private' ? 'everyone' : 'nobody';
}

/**
 * Returns true if everyone may read a file: a public file of Member Docs, or a file of a published post for everyone,
 * unless its show is archived.
 */
function isPublicFile(file: FilePlacement, now: string): boolean {
  if (file.archived) return false;
  if (file.member_docs === 'public') return true;
  const forAll = file.post_type === 'public' || file.post_type === 'auditions';
  return forAll && isPublished(file.published_at, now);
}

export function registerFilePages(
  { page, download }: RouteRegistry,
  { storage, postOf }: { storage: FileStorage; postOf: PostAccessLookup },
): void {
  const publicFile = (visit: PageRequest) => findPublicFile(visit, postOf);
  const membersFile = (visit: PageRequest) => findMembersFile(visit, postOf);
  const query = ['inline'];
  page('/file/:id/:name', { type: 'file_page', access: everyone, load: publicFile }, buildPublicPage);
  // The file may become private, so no cache may serve it without revalidation
  download('/files/:id/:name', { access: everyone, query, load: publicFile }, sendFile(storage, 'perhaps'));
  page('/members/file/:id/:name', { type: 'file_page', access: mayReadFile, load: membersFile }, buildMembersPage);
  // Members may use a shared computer, so its browser may not store the file
  download(
    '/members/files/:id/:name',
    { access: mayReadFile, query, load: membersFile },
    sendFile(storage, 'uncached'),
  );
}

const buildPublicPage = ({ db, subject: file }: PageRequest<FileWithPlacement>): Promise<FilePageContent> =>
  buildFilePage(db, file, {
    show_link: file.show_id === null ? '' : showPath({ id: file.show_id, title: file.show_title ?? '' }),
    url: fileDownloadPath(file),
    address: filePagePath(file),
  });

const buildMembersPage = ({ db, subject: file }: PageRequest<MembersFile>): Promise<FilePageContent> =>
  buildFilePage(db, file, {
    show_link: file.show_id === null ? '' : membersShowPath(file.show_id),
    url: membersFileDownloadPath(file),
    address: membersFilePagePath(file),
  });

const sendFile =
  (storage: FileStorage, cachePolicy: Download['cachePolicy']) =>
  ({ subject: file, query }: PageRequest<FileWithPlacement>): Download => ({
    contentType: file.content_type === 'text/plain' ? 'text/plain; charset=utf-8' : file.content_type,
    size: file.bytes,
    version: file.storage_key,
    open: (range) => storage.open(file.storage_key, range),
    filename: file.name,
    disposition: query.has('inline') && getPreviewKind(file.content_type) !== 'none' ? 'inline' : 'attachment',
    cachePolicy,
  });

/** Returns the file in the URL, if everyone may read it. */
async function findPublicFile({ db, params, now }: PageRequest, postOf: PostAccessLookup) {
  const file = await findFile(db, params.id ?? '', postOf);
  return file && isPublicFile(file, now) ? file : undefined;
}

type MembersFile = NonNullable<Awaited<ReturnType<typeof findMembersFile>>>;

/**
 * Returns the file in the URL with its readers; undefined if nobody may read it. If its readers are the people who
 * manage it, `directors` has the directors of its show.
 */
async function findMembersFile({ db, params, now }: PageRequest, postOf: PostAccessLookup) {
  const file = await findFile(db, params.id ?? '', postOf);
  if (!file) return undefined;
  const readers = resolveFileReaders(file, now);
  if (readers === 'nobody') return undefined;
  const directors =
    readers === 'managers' && file.of_show !== null ? await listDirectorAndProducerUserIds(db, file.of_show) : [];
  return { ...file, readers, directors };
}

/**
 * Allows the file's readers: people who manage its show or the society's files, users with a permission, or everyone
 * who is signed in.
 */
const mayReadFile: AccessRule<MembersFile> = {
  name: 'members the file is for',
  members: true,
  allows: (visitor, file) => {
    if (file.readers === 'managers')
      return mayManageContent.allows(visitor, { show_id: file.of_show, directors: file.directors });
    return file.readers === 'everyone' ? visitor.signedIn : visitor.may[file.readers] === true;
  },
};

async function buildFilePage(
  db: PageRequest['db'],
  file: FileWithPlacement,
  places: Pick<FilePageContent, 'show_link' | 'url' | 'address'>,
): Promise<FilePageContent> {
  const { timeZone } = await readSettings(db);
  const as = getPreviewKind(file.content_type);
  return {
    type: 'file_page',
    id: file.id,
    title: formatFileTitle(file.name),
    date: formatIsoWithOffset(file.created_at, timeZone),
    show_title: file.show_title ?? '',
    ...places,
    kind: formatFileKindAndSize({ contentType: file.content_type, bytes: file.bytes }),
    preview: { as, src: as === 'none' ? '' : `${places.url}?inline` },
  };
}
