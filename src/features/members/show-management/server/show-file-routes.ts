import { fileLimits } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle } from '#features/publishing/files/file-title.ts';
import { addFiles, deleteFile, restoreFile, storeUploadedFiles } from '#features/publishing/files/server/index.ts';
import { hasPost } from '#features/publishing/posts/server/index.ts';
import { mayManageContent, mayManageShow, requireSession } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { getRestorableCutoff } from '#platform/shared/trash.ts';
import * as contract from '../contract.ts';
import {
  type FileSubject,
  loadManagedFile,
  loadManagedShow,
  type ManagedShow,
  toFileEntry,
} from './managed-content.ts';

/** Registers the calls for files. Uploads belong to a show; deleting and restoring also serve posts and Member Docs. */
export function registerShowFileRoutes(registry: RouteRegistry, storage: Storage): void {
  const { call } = registry;
  const context = { db: registry.db };
  call(
    contract.uploadShowFiles,
    { access: mayManageShow, load: loadManagedShow, uploads: fileLimits },
    addShowFiles(storage),
  );
  const managed = { access: mayManageContent, load: loadManagedFile };
  call(contract.deleteFileByGet, { ...managed, changes: true, rateLimit: 'write' }, deleteManagedFile(context));
  call(contract.deleteFile, managed, deleteManagedFile(context));
  call(contract.restoreFile, managed, restoreManagedFile(context));
}

type Context = Pick<RouteRegistry, 'db'>;

const addShowFiles =
  (storage: Storage): CallHandler<typeof contract.uploadShowFiles, ManagedShow> =>
  async (request) => {
    const uploads = request.files.filter(({ field }) => field === 'files');
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
  async (request: CallRequest<unknown, FileSubject>) => {
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
  ({ db }: Context): CallHandler<typeof contract.restoreFile, FileSubject> =>
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
