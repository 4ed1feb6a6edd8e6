import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflict } from '#platform/shared/calls/conflict.ts';
import { getRestorableSince } from '#platform/shared/trash.ts';
import * as contract from '../contract.ts';
import {
  addToAlbum,
  createAlbum,
  deleteAlbum,
  findAlbum,
  listAlbumItemIds,
  restoreAlbum,
  updateAlbum,
} from './albums.ts';
import { listMediaItems } from './media-catalogue.ts';

const goneMessage = 'This album no longer exists. Someone may have deleted it.';

/** Registers the calls for albums, which only people who manage the media see. */
export function registerAlbumCalls({ call, db }: Platform): void {
  const access = mayUse('admin');

  call(contract.createAlbum, { access }, create);
  call(contract.addToAlbum, { access }, addItems(db));
  call(contract.updateAlbum, { access }, update(db));
  call(contract.deleteAlbum, { access }, remove(db));
  call(contract.restoreAlbum, { access }, restore(db));
}

const create: CallHandler<typeof contract.createAlbum> = (request) => {
  const { name, media = [] } = request.body;
  const album = { id: newId(), name, by: request.visitor.name };
  const entry = { ...auditContextFrom(request, 'album.created'), subject: album.id, detail: name };
  return request.once(async (tx) => {
    await createAlbum(tx, album, request.now);
    await addToAlbum(tx, album.id, { ids: media, by: album.by });
    await recordAudit(tx, entry);
    return ok(`Created “${name}”.`, { id: album.id });
  });
};

const addItems =
  (db: Database): CallHandler<typeof contract.addToAlbum> =>
  async (request) => {
    const { id, media } = request.body;
    const entry = { ...auditContextFrom(request, 'album.filled'), subject: id, detail: `${media.length}` };
    await write(db, async (tx) => {
      if (!(await addToAlbum(tx, id, { ids: media, by: request.visitor.name }))) refuse(404, goneMessage);
      await recordAudit(tx, entry);
    });
    const album = await findAlbum(db.read, id);
    return ok(`Added to “${album?.name ?? ''}”.`);
  };

const update =
  (db: Database): CallHandler<typeof contract.updateAlbum> =>
  async (request) => {
    const { body } = request;
    const entry = { ...auditContextFrom(request, 'album.changed'), subject: body.id, detail: body.name };
    const saved = await write(db, async (tx) => {
      const done = await updateAlbum(tx, { ...body, by: request.visitor.name });
      if (done) await recordAudit(tx, entry);
      return done;
    });
    if (saved) return ok('Album saved.', { version: saved });
    const current = (await loadCurrentAlbum(db.read, body.id)) ?? refuse(404, goneMessage);
    return createConflict(
      'Someone else changed this album while you were editing. Your changes are still here.',
      current,
    );
  };

const remove =
  (db: Database): CallHandler<typeof contract.deleteAlbum> =>
  async (request) => {
    const { id } = request.body;
    const entry = { ...auditContextFrom(request, 'album.deleted'), subject: id };
    await write(db, async (tx) => {
      const { name } = (await findAlbum(tx, id)) ?? refuse(404, goneMessage);
      await deleteAlbum(tx, id, request.now);
      await recordAudit(tx, { ...entry, detail: name });
    });
    return ok('Album deleted. Its items are still in the media library. You can restore the album for 30 days.');
  };

const restore =
  (db: Database): CallHandler<typeof contract.restoreAlbum> =>
  async (request) => {
    const { id } = request.body;
    const entry = { ...auditContextFrom(request, 'album.restored'), subject: id };
    await write(db, async (tx) => {
      if (!(await restoreAlbum(tx, id, getRestorableSince(request.now)))) refuse(404, goneMessage);
      await recordAudit(tx, { ...entry, detail: (await findAlbum(tx, id))?.name ?? '' });
    });
    return ok('Album restored.');
  };

async function loadCurrentAlbum(db: DbReader, id: string): Promise<contract.CurrentAlbum | undefined> {
  const album = await findAlbum(db, id);
  if (!album) return undefined;
  const items = await listMediaItems(db, await listAlbumItemIds(db, id), new Map());
  return {
    name: album.name,
    items: items.map(({ filename }) => filename),
    version: album.version,
    changed_by: album.changed_by,
  };
}
