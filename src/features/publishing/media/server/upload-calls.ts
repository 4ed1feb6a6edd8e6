import { findShowEvenIfArchived } from '#features/archive/shows/server/index.ts';
import { findUserName, mayUse, requireSession } from '#features/society/accounts/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import { HttpError, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Upload } from '#platform/server/http/request/uploads.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import type { FileStorage, IncomingFile } from '#platform/server/storage/storage.ts';
import { type ConflictResponse, createConflictResponse } from '#platform/shared/calls/conflict.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { getRestorableCutoff } from '#platform/shared/lifecycle.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';
import { type CurrentMediaFiles, reencodeMedia, replaceMedia, uploadMedia } from '../contract.ts';
import { maxMediaBytes } from '../limits.ts';
import { addToAlbum } from './albums.ts';
import { buildMediaUrl } from './entries.ts';
import { mayUseMediaLibrary, replaceMediaFiles } from './manage-media.ts';
import { listMediaItems } from './media-catalogue.ts';
import { formatFirstPictureNote, type PreparedMedia, prepareMedia, storePreparedMedia } from './prepare-upload.ts';
import { addNewPhotosToShow } from './show-photos.ts';
import {
  findMediaEvenIfDeleted,
  insertMedia,
  type MediaRecord,
  type NewMedia,
  type StoredMedia,
  type StoredMediaFiles,
} from './store.ts';

const itemGoneMessage = 'This item no longer exists. Someone may have deleted it.';

export function registerMediaUploadCalls({ call, db }: RouteRegistry, storage: FileStorage): void {
  const context = { db, storage };
  call(
    uploadMedia,
    { access: mayUseMediaLibrary, uploads: { maxFiles: 100, maxBytes: maxMediaBytes.file } },
    upload(context),
  );
  call(
    replaceMedia,
    { access: mayUse('admin'), uploads: { maxFiles: 1, maxBytes: maxMediaBytes.file } },
    replace(context),
  );
  call(reencodeMedia, { access: mayUse('admin') }, reencode(context));
}

type Context = Pick<RouteRegistry, 'db'> & { storage: FileStorage };

const upload =
  ({ db, storage }: Context): CallHandler<typeof uploadMedia> =>
  async (request) => {
    const { body, now, once } = request;
    const { album, show: showId, ...text } = body;
    if (showId !== '' && !request.visitor.may.admin) {
      refuse(403, 'Only admins can add photographs to a show. Ask an admin to add them for you.');
    }
    if (album !== '' && !request.visitor.may.admin) {
      refuse(403, 'Only admins can add files to albums. Ask an admin to add them for you.');
    }
    const show = showId === '' ? undefined : await findShowEvenIfArchived(db.read, showId);
    if (showId !== '' && !show) refuse(404, 'This show no longer exists.');
    const sent = getUploadedFiles(request.files);
    if (show && sent.some(({ arrival }) => detectFileType(arrival.head)?.kind === 'audio')) {
      refuse(415, 'You can only add photographs and videos to a show. Upload recordings in Manage Media.');
    }
    const firstOfSeveral: string[] = [];
    const items: NewMedia[] = await prepareAllOrNone(storage, sent, (file, index, { isFirstOfSeveral }) => {
      const filename = toSafeFileName(sent[index]?.name ?? '');
      if (isFirstOfSeveral) firstOfSeveral.push(filename);
      return { id: newId(), filename, ...text, ...file };
    });
    const detail = items.map(({ filename }) => filename).join(', ');
    const entry = show
      ? { ...createAuditContext(request, 'show_gallery.media_added'), subject: show.id, detail }
      : { ...createAuditContext(request, 'media.added'), subject: items[0]?.id ?? '', detail };
    const newAlbum = newId();
    const by = request.visitor.name;
    const uploaded = items.length === 1 ? `Uploaded “${items[0]?.filename}”.` : `Uploaded ${items.length} files.`;
    const msg = `${uploaded}${formatFirstPictureNote(firstOfSeveral)}`;
    const media = items.map((item): [string, string, string] => [item.id, buildMediaUrl(item), item.filename]);
    return once(async (tx) => {
      await requireSession(tx, request.visitor);
      await insertMedia(tx, items, { now });
      const ids = items.map(({ id }) => id);
      if (album !== '' && !(await addToAlbum(tx, album, { ids, by }))) refuse(404, 'This album no longer exists.');
      if (show) await addNewPhotosToShow(tx, show, { ids, newAlbum, by, now });
      await recordAudit(tx, entry);
      // No text uses the new items yet, and searching all texts for each of a hundred uploads would be slow
      return ok(msg, { media, items: await listMediaItems(tx, ids, new Map()) });
    });
  };

const replace =
  ({ db, storage }: Context): CallHandler<typeof replaceMedia> =>
  async (request) => {
    const { id, version } = request.body;
    const item = requireExisting(await findMediaEvenIfDeleted(db.read, id));
    const [upload] = getUploadedFiles(request.files);
    if (!upload) return refuse(400, 'Choose the new file.');
    const ready = await prepareMedia(storage, upload.arrival);
    try {
      if (ready.kind !== item.kind) refuse(415, `Only ${kindLabels[item.kind]} can replace ${kindLabels[item.kind]}.`);
      const files = { file: await ready.store(), file_version: version, deleted: request.now };
      const note = ready.isFirstOfSeveral ? formatFirstPictureNote([toSafeFileName(upload.name)]) : '';
      const msg = `File replaced. You can restore the previous file from Recently deleted for 30 days.${note}`;
      return await request.once(async (tx) => {
        const done = await replaceFiles(tx, request, item, { ...files, action: 'media.replaced' });
        return typeof done === 'number' ? ok(msg, { version: done }) : done;
      });
    } finally {
      await ready.discard();
    }
  };

const reencode =
  ({ db, storage }: Context): CallHandler<typeof reencodeMedia> =>
  async (request) => {
    const item = requireExisting(await findMediaEvenIfDeleted(db.read, request.body.id));
    const largest = item.sizes.at(-1);
    if (item.kind !== 'image' || !largest)
      return refuse(400, 'Only pictures can be modernised; videos and recordings stay as they were uploaded.');
    const arrival = await storage.receive(await storage.open(largest.key), { sender: request.visitor.id });
    try {
      const file = await storePreparedMedia(await prepareMedia(storage, arrival));
      // If the largest size keeps its type and dimensions, it isn't compressed again, because that would only blur it
      const same =
        item.content_type === file.contentType && largest.width === file.width && largest.height === file.height;
      const sizes = same ? [...file.sizes.slice(0, -1), largest] : file.sizes;
      // The old sizes show the same picture, so the next purge may delete them
      const deleted = getRestorableCutoff(request.now);
      const files = { file: { ...file, sizes }, file_version: item.file_version, deleted };
      const done = await write(db, (tx) => replaceFiles(tx, request, item, { ...files, action: 'media.reencoded' }));
      if (typeof done !== 'number') return done;
    } finally {
      await arrival.discard();
    }
    return ok(`Modernised “${item.filename}” in every size.`);
  };

/**
 * Replaces an item's files. Returns their new version, or a conflict with the current files if somebody else has
 * replaced them since.
 */
async function replaceFiles(
  tx: DbTransaction,
  request: Pick<CallRequest, 'visitor' | 'client' | 'now'>,
  { id, filename }: StoredMedia,
  { action, ...files }: { file: StoredMediaFiles; file_version: number; action: AuditAction; deleted: Instant },
): Promise<ConflictResponse<CurrentMediaFiles> | number> {
  const entry = { ...createAuditContext(request, action), subject: id, detail: filename };
  const change = { id, ...files, before: newId(), by: request.visitor.id };
  await requireSession(tx, request.visitor);
  const done = await replaceMediaFiles(tx, change);
  if (done) {
    await recordAudit(tx, entry);
    return done;
  }
  const { file_updated_by } = requireExisting(await findMediaEvenIfDeleted(tx, id));
  const [theirs] = await listMediaItems(tx, [id], new Map());
  if (!theirs) return refuse(404, itemGoneMessage);
  const { thumbnail, width, height, bytes, file_version: version } = theirs;
  const changed_by = await findUserName(tx, file_updated_by);
  const msg = `${changed_by || 'Somebody'} replaced this file while you were working on it. Look at the new file, then decide again.`;
  return createConflictResponse(msg, { thumbnail, width, height, bytes, version, changed_by });
}

const kindLabels = { image: 'a picture', video: 'a video', audio: 'a recording' };

const requireExisting = (item: MediaRecord | undefined): MediaRecord =>
  item?.deleted_at === null ? item : refuse(404, itemGoneMessage);

/** Returns the files that were uploaded in the form field `fileElem`. */
function getUploadedFiles(files: readonly Upload[]): Upload[] {
  const sent = files.filter(({ field }) => field === 'fileElem');
  const msg = 'Choose at least one file.';
  return sent.length > 0 ? sent : refuse(400, msg, { fileElem: msg });
}

/**
 * Processes all files, one after the other, before storing any.
 * @throws HttpError that names the file if there are several
 */
async function prepareAllOrNone<T>(
  storage: FileStorage,
  sent: readonly { name: string; arrival: IncomingFile }[],
  row: (file: StoredMediaFiles, index: number, prepared: PreparedMedia) => T,
): Promise<T[]> {
  const ready: PreparedMedia[] = [];
  try {
    for (const { name, arrival } of sent) {
      ready.push(
        await prepareMedia(storage, arrival).catch((error: unknown) =>
          refuseWithFileName(error, sent.length > 1, name),
        ),
      );
    }
    const rows: T[] = [];
    for (const [index, made] of ready.entries()) rows.push(row(await made.store(), index, made));
    return rows;
  } finally {
    for (const made of ready) await made.discard();
  }
}

function refuseWithFileName(error: unknown, several: boolean, name: string): never {
  if (!(error instanceof HttpError)) throw error;
  const msg = several ? `“${toSafeFileName(name)}”: ${error.message} None of the files were saved.` : error.message;
  return refuse(error.code, msg, { fileElem: msg });
}
