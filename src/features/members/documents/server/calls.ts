import { ensureExtension, fileLimits, replaceExtension } from '#features/publishing/files/file-kinds.ts';
import { formatFileTitle } from '#features/publishing/files/file-links.ts';
import {
  addFiles,
  findDoc,
  isDocNameTaken,
  replaceDocFile,
  storeUploadedFiles,
  updateDoc,
} from '#features/publishing/files/server/index.ts';
import { findUserName, mayUse, requireSession } from '#features/society/accounts/server/index.ts';
import {
  findLastSettingsEditorId,
  findSettingsVersion,
  readSettings,
  saveSettings,
} from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { createConflictResponse } from '#platform/shared/calls/conflict.ts';
import * as contract from '../contract.ts';

const access = mayUse('society_write');

const readerNames: Record<contract.DocReaders, string> = { members: 'members', public: 'everyone' };

/** Registers the calls for Member Docs. Deleting and restoring use the calls for all files. */
export function registerDocumentCalls(registry: RouteRegistry, storage: FileStorage): void {
  const { call } = registry;
  const context = { db: registry.db };
  call(contract.uploadDocs, { access, uploads: fileLimits }, handleUpload(storage));
  call(contract.saveDocsText, { access }, handleSaveText(context));
  const load = findDocSubject;
  call(contract.updateDoc, { access, load }, handleUpdate(context));
  call(contract.replaceDoc, { access, load, uploads: { ...fileLimits, maxFiles: 1 } }, handleReplace(storage));
}

type Context = Pick<RouteRegistry, 'db'>;

const handleUpload =
  (storage: FileStorage): CallHandler<typeof contract.uploadDocs> =>
  async (request) => {
    const member_docs = request.body.readers;
    const stored = await storeUploadedFiles(storage, requireFiles(request), { member_docs });
    const entry = createAuditContext(request);
    return request.once(async (tx) => {
      await requireSession(tx, request.visitor);
      const files = await addFiles(tx, stored, request);
      const detail = files.map(({ name }) => name).join(', ');
      await recordAudit(tx, { ...entry, action: 'document.added', detail });
      const [first] = files;
      const documents = files.length === 1 && first ? formatFileTitle(first.name) : `${files.length} documents`;
      return ok(`Added ${documents} for ${readerNames[member_docs]} to read.`, {
        files: files.map(({ id, name }) => ({ id, name })),
      });
    });
  };

const handleSaveText =
  ({ db }: Context): CallHandler<typeof contract.saveDocsText> =>
  async (request) => {
    const { content, version } = request.body;
    const entry = { ...createAuditContext(request, 'documents_text.changed') };
    const saved = await write(db, async (tx) => {
      if (!(await saveSettings(tx, { docsText: content }, { docsText: version, by: request.visitor.id })))
        return undefined;
      await recordAudit(tx, entry);
      return findSettingsVersion(tx, 'docsText');
    });
    if (saved) return ok('Introduction saved.', { version: saved });
    const current: contract.CurrentDocsText = {
      content: (await readSettings(db.read)).docsText,
      version: await findSettingsVersion(db.read, 'docsText'),
      changed_by: await findUserName(db.read, await findLastSettingsEditorId(db.read, 'docsText')),
    };
    return createConflictResponse(conflictMessage, current);
  };

const handleUpdate =
  ({ db }: Context): CallHandler<typeof contract.updateDoc, Doc> =>
  async (request) => {
    const { body, subject } = request;
    // If the new name lacks the extension, it is added again, so that the type of the file doesn't change
    const name = ensureExtension(toSafeFileName(body.name), subject.name);
    const { version, readers: member_docs } = body;
    const entry = { ...createAuditContext(request, 'document.changed'), subject: subject.id };
    const saved = await write(db, async (tx) => {
      if (await isDocNameTaken(tx, name, subject.id)) {
        const nameTaken = 'Another document already has that name. Choose a different name.';
        refuse(409, nameTaken, { name: nameTaken });
      }
      const updated = await updateDoc(tx, { id: subject.id, version, name, member_docs, by: request.visitor.id });
      if (updated)
        await recordAudit(tx, { ...entry, detail: `${subject.name}: ${name}, for ${readerNames[body.readers]}` });
      return updated;
    });
    if (!saved) return createConflictResponse(conflictMessage, await loadCurrentDoc(db.read, subject.id));
    const readers = body.readers === 'public' ? 'Everyone may read it.' : 'Members may read it.';
    return ok(`Saved ${formatFileTitle(name)}. ${readers}`, { version: saved });
  };

const handleReplace =
  (storage: FileStorage): CallHandler<typeof contract.replaceDoc, Doc> =>
  async (request) => {
    const { subject, body, now, visitor } = request;
    const [stored] = await storeUploadedFiles(storage, requireFiles(request), { member_docs: subject.member_docs });
    if (!stored) return refuseNotFound();
    const entry = { ...createAuditContext(request, 'document.replaced'), subject: subject.id };
    return request.once(async (tx) => {
      await requireSession(tx, visitor);
      const renamed = replaceExtension(subject.name, stored.name);
      if (renamed !== subject.name && (await isDocNameTaken(tx, renamed, subject.id))) {
        refuse(
          409,
          `There is already a document called ${formatFileTitle(renamed)}. Rename one of the two documents first.`,
        );
      }
      const base = { id: subject.id, version: body.version };
      const updated = await replaceDocFile(tx, base, stored, { at: now, by: visitor });
      if (!updated) return createConflictResponse(conflictMessage, await loadCurrentDoc(tx, subject.id));
      await recordAudit(tx, { ...entry, detail: updated.name });
      const msg = `Replaced ${formatFileTitle(subject.name)}. You can restore the previous version for 30 days.`;
      return ok(msg, { version: updated.version });
    });
  };

type Doc = NonNullable<Awaited<ReturnType<typeof findDocSubject>>>;

async function findDocSubject({ db, params }: PageRequest) {
  const doc = await findDoc(db, params.id ?? '');
  return (
    doc && ({ id: doc.id, name: doc.name, member_docs: doc.member_docs === 'public' ? 'public' : 'members' } as const)
  );
}

async function loadCurrentDoc(db: DbReader, id: string): Promise<contract.CurrentDoc> {
  const { name, member_docs, version, updated_by } = (await findDoc(db, id)) ?? refuseNotFound();
  const changed_by = await findUserName(db, updated_by);
  return { name: formatFileTitle(name), readers: member_docs === 'public' ? 'public' : 'members', version, changed_by };
}

const conflictMessage =
  'Someone else has changed this since you opened it. Nothing you typed is lost: compare the two, then save again.';

function requireFiles({ files }: Pick<CallRequest, 'files'>) {
  const uploads = files.filter(({ field }) => field === 'files');
  if (uploads.length === 0) refuse(400, 'Choose a file first.', { files: 'Choose a file first.' });
  return uploads;
}
