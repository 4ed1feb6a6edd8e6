import { fileLimits } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle } from '#features/publishing/files/file-links.ts';
import { addFiles, deleteFile, restoreFile, storeUploadedFiles } from '#features/publishing/files/server/index.ts';
import type { CreatePostBody } from '#features/publishing/posts/contract.ts';
import { resolvePostPublishAt } from '#features/publishing/posts/post.ts';
import {
  createPost,
  deletePost,
  findEditablePost,
  hasPost,
  restorePost,
  updatePost,
} from '#features/publishing/posts/server/index.ts';
import { mayManageContent, mayManageShow, mayUse, requireSession } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { IdempotentWrite } from '#platform/server/http/routes/idempotency.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import {
  type ConflictResponse,
  createConflictResponse,
  formatConflictMessage,
} from '#platform/shared/calls/conflict.ts';
import { toLocalTime } from '#platform/shared/dates/local-time.ts';
import { getRestorableCutoff, isPublished } from '#platform/shared/lifecycle.ts';
import * as contract from '../contract.ts';
import {
  type FileWithDirectors,
  loadManagedContent,
  loadManagedFile,
  loadManagedPost,
  loadManagedShow,
  type ManagedShow,
  type PostWithDirectors,
  toFileEntry,
} from './managed-content.ts';

/**
 * Registers the calls for the files and posts of a show, and for the posts of the society. Deleting and restoring a file
 * also serve Member Docs.
 */
export function registerManagedContentRoutes(registry: RouteRegistry, storage: FileStorage): void {
  const { call } = registry;
  const context = { storage, db: registry.db };
  const ofShow = { access: mayManageShow, load: loadManagedShow };
  const ofSociety = { access: mayUse('society_write') };
  call(contract.getManagedShow, ofShow, async (request) => ok('', await loadManagedContent(request, request.subject)));
  call(contract.getManagedSociety, ofSociety, async (request) => ok('', await loadManagedContent(request, null)));
  call(contract.createPost, { ...ofShow, uploads: fileLimits }, (request) =>
    publishPost(context, request, request.subject.id),
  );
  call(contract.createSocietyPost, { ...ofSociety, uploads: fileLimits }, (request) =>
    publishPost(context, request, null),
  );
  const post = { access: mayManageContent, load: loadManagedPost };
  call(contract.updatePost, { ...post, uploads: fileLimits }, saveManagedPost(context));
  call(contract.deletePost, post, deleteManagedPost(context));
  call(contract.restorePost, post, restoreManagedPost(context));
  call(contract.uploadShowFiles, { ...ofShow, uploads: fileLimits }, addShowFiles(context));
  const file = { access: mayManageContent, load: loadManagedFile };
  call(contract.deleteFileByGet, { ...file, changes: true, rateLimit: 'write' }, deleteManagedFile(context));
  call(contract.deleteFile, file, deleteManagedFile(context));
  call(contract.restoreFile, file, restoreManagedFile(context));
}

type Context = { storage: FileStorage } & Pick<RouteRegistry, 'db'>;

const listAttachedUploads = ({ files }: Pick<CallRequest, 'files'>) => files.filter(({ field }) => field === 'files');

const deletedPostMessage =
  'Someone has deleted this post. Your text is still here: restore the post under Recently deleted, then save again.';

const publishPost = async (
  { storage }: Context,
  request: CallRequest<CreatePostBody, unknown> & { once: IdempotentWrite },
  show_id: string | null,
) => {
  const { body, now, visitor, once } = request;
  const { timeZone } = await readSettings(request.db);
  const id = newId();
  const { title, type, content } = body;
  const published_at = resolvePostPublishAt(body.date, { now, timeZone });
  const telling = body.tell && show_id !== null ? ('waiting' as const) : ('no' as const);
  const files = await storeUploadedFiles(storage, listAttachedUploads(request), { post_id: id });
  const note = createAuditContext(request);
  const msg = isPublished(published_at, now) ? 'Post published.' : 'Post saved. It will be published on its date.';
  return once(async (tx) => {
    await requireSession(tx, visitor);
    const post = { id, show_id, title, type, content, published_at, author: visitor.name, telling };
    await createPost(tx, post, { now });
    await addFiles(tx, files, { now });
    await recordAudit(tx, { ...note, action: 'post.created', subject: id, detail: title });
    return ok(msg, { id });
  });
};

const saveManagedPost =
  ({ storage }: Context): CallHandler<typeof contract.updatePost, PostWithDirectors> =>
  async (request) => {
    const { body, now, visitor, subject } = request;
    const { timeZone } = await readSettings(request.db);
    const before = (await findEditablePost(request.db, subject.id)) ?? refuse(404, deletedPostMessage);
    const published_at = resolvePostPublishAt(body.date, { now, timeZone }, before.published_at);
    const files = await storeUploadedFiles(storage, listAttachedUploads(request), { post_id: subject.id });
    const note = createAuditContext(request);
    const { date: _, ...written } = body;
    return request.once(async (tx) => {
      await requireSession(tx, visitor);
      const saved = await updatePost(tx, { ...written, id: subject.id, published_at, by: visitor.name, now });
      if (!saved) return describePostConflict(tx, subject.id, timeZone);
      await addFiles(tx, files, { now });
      await recordAudit(tx, { ...note, action: 'post.changed', subject: subject.id, detail: body.title });
      return ok('Changes saved.', { id: subject.id, version: saved });
    });
  };

async function describePostConflict(
  db: DbReader,
  id: string,
  timeZone: string,
): Promise<ConflictResponse<contract.CurrentPost>> {
  const { title, type, content, telling, changed_by, version, published_at } =
    (await findEditablePost(db, id)) ?? refuse(404, deletedPostMessage);
  const date = toLocalTime(published_at, timeZone);
  const current = { title, type, content, date, telling, changed_by, version };
  return createConflictResponse(formatConflictMessage(changed_by, 'this post'), current);
}

const deleteManagedPost =
  ({ db }: Context): CallHandler<typeof contract.deletePost, PostWithDirectors> =>
  async (request) => {
    const note = createAuditContext(request);
    await write(db, async (tx) => {
      const title = await deletePost(tx, request.subject.id, { at: request.now, by: request.visitor.name });
      if (title === undefined) return;
      await recordAudit(tx, { ...note, action: 'post.deleted', subject: request.subject.id, detail: title });
    });
    return ok('Post deleted. You can restore it for 30 days.');
  };

const restoreManagedPost =
  ({ db }: Context): CallHandler<typeof contract.restorePost, PostWithDirectors> =>
  async (request) => {
    const note = createAuditContext(request);
    await write(db, async (tx) => {
      const title = await restorePost(tx, request.subject.id, getRestorableCutoff(request.now));
      if (title === undefined) return;
      await recordAudit(tx, { ...note, action: 'post.restored', subject: request.subject.id, detail: title });
    });
    return ok('Post restored.');
  };

const addShowFiles =
  ({ storage }: Context): CallHandler<typeof contract.uploadShowFiles, ManagedShow> =>
  async (request) => {
    const uploads = listAttachedUploads(request);
    if (uploads.length === 0) refuse(400, 'Choose at least one file.', { files: 'Choose at least one file.' });
    const stored = await storeUploadedFiles(storage, uploads, { show_id: request.subject.id });
    const entry = createAuditContext(request);
    return request.once(async (tx) => {
      await requireSession(tx, request.visitor);
      const files = await addFiles(tx, stored, request);
      const names = files.map(({ name }) => name).join(', ');
      await recordAudit(tx, { ...entry, action: 'file.added', subject: request.subject.id, detail: names });
      const msg =
        files.length === 1 ? `${formatFileTitle(files[0]?.name ?? '')} uploaded.` : `${files.length} files uploaded.`;
      return ok(msg, { files: files.map(toFileEntry) });
    });
  };

const deleteManagedFile =
  ({ db }: Context) =>
  async (request: CallRequest<unknown, FileWithDirectors>) => {
    const entry = createAuditContext(request);
    const { id, name, show_id } = request.subject;
    const deletion = { at: request.now, by: request.visitor.name, managedWith: show_id };
    await write(db, async (tx) => {
      // If the file has already been deleted, there is nothing to record
      if (!(await deleteFile(tx, id, deletion))) return;
      await recordAudit(tx, { ...entry, action: 'file.deleted', subject: id, detail: name });
    });
    return ok(`${formatFileTitle(name)} deleted. You can restore it for 30 days.`);
  };

const restoreManagedFile =
  ({ db }: Context): CallHandler<typeof contract.restoreFile, FileWithDirectors> =>
  async (request) => {
    const entry = createAuditContext(request);
    const { id, name } = request.subject;
    const restoredName = await write(db, async (tx) => {
      const outcome = await restoreFile(tx, id, { since: getRestorableCutoff(request.now), isPosted: hasPost });
      if (outcome === 'without its post')
        return refuse(409, 'This file belongs to a deleted post. Restore the post first, then the file.');
      if (outcome === 'gone') return name;
      await recordAudit(tx, { ...entry, action: 'file.restored', subject: id, detail: outcome.name });
      return outcome.name;
    });
    const title = formatFileTitle(name);
    return ok(
      restoredName === name
        ? `${title} restored.`
        : `${title} restored as ${formatFileTitle(restoredName)}, because another file has its name now.`,
    );
  };
