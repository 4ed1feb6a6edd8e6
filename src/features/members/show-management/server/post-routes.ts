import { fileLimits } from '#features/publishing/files/file-kinds.ts';
import { addFiles, storeUploadedFiles } from '#features/publishing/files/server/index.ts';
import type { CreatePostBody } from '#features/publishing/posts/contract.ts';
import { resolvePostPublishAt } from '#features/publishing/posts/post.ts';
import {
  createPost,
  deletePost,
  findEditablePost,
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
import type { Storage } from '#platform/server/storage/storage.ts';
import {
  type ConflictResponse,
  createConflictResponse,
  formatConflictMessage,
} from '#platform/shared/calls/conflict.ts';
import { toLocalTime } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/published.ts';
import { getRestorableCutoff } from '#platform/shared/trash.ts';
import * as contract from '../contract.ts';
import { loadManagedContent, loadManagedPost, loadManagedShow, type PostSubject } from './managed-content.ts';

export function registerPostRoutes(registry: RouteRegistry, storage: Storage): void {
  const { call } = registry;
  const context = { storage, db: registry.db };
  call(contract.getManagedShow, { access: mayManageShow, load: loadManagedShow }, async (request) =>
    ok('', await loadManagedContent(request, request.subject)),
  );
  call(contract.getManagedSociety, { access: mayUse('society_write') }, async (request) =>
    ok('', await loadManagedContent(request, null)),
  );
  call(contract.createPost, { access: mayManageShow, load: loadManagedShow, uploads: fileLimits }, (request) =>
    publishPost(context, request, request.subject.id),
  );
  call(contract.createSocietyPost, { access: mayUse('society_write'), uploads: fileLimits }, (request) =>
    publishPost(context, request, null),
  );
  const managed = { access: mayManageContent, load: loadManagedPost };
  call(contract.updatePost, { ...managed, uploads: fileLimits }, saveManagedPost(storage));
  call(contract.deletePost, managed, deleteManagedPost(context));
  call(contract.restorePost, managed, restoreManagedPost(context));
}

const deletedPostMessage =
  'Someone has deleted this post. Your text is still here: restore the post under Recently deleted, then save again.';

type Context = { storage: Storage } & Pick<RouteRegistry, 'db'>;

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
  (storage: Storage): CallHandler<typeof contract.updatePost, PostSubject> =>
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
  ({ db }: Context): CallHandler<typeof contract.deletePost, PostSubject> =>
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
  ({ db }: Context): CallHandler<typeof contract.restorePost, PostSubject> =>
  async (request) => {
    const note = createAuditContext(request);
    await write(db, async (tx) => {
      const title = await restorePost(tx, request.subject.id, getRestorableCutoff(request.now));
      if (title === undefined) return;
      await recordAudit(tx, { ...note, action: 'post.restored', subject: request.subject.id, detail: title });
    });
    return ok('Post restored.');
  };

const listAttachedUploads = ({ files }: Pick<CallRequest, 'files'>) => files.filter(({ field }) => field === 'files');
