import { findShow, findShowOrArchived } from '#features/archive/shows/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflict } from '#platform/shared/calls/conflict.ts';
import * as contract from '../contract.ts';
import { formatPhotosAndVideos } from '../photo-counts.ts';
import { findAlbum, listAlbumItemIds } from './albums.ts';
import { arrangeShowPhotos, listShowPhotos } from './show-photos.ts';
import { addMediaToShow, findGalleryVersion } from './store.ts';

/** Registers the calls that change a show's photographs; each is audited. */
export function registerShowPhotoCalls({ call, db }: Platform): void {
  const access = mayUse('admin');

  call(contract.addAlbumToShow, { access }, addAlbum(db));
  call(contract.arrangeShowPhotos, { access }, arrangePhotos(db));
}

const addAlbum =
  (db: Database): CallHandler<typeof contract.addAlbumToShow> =>
  async (request) => {
    const { album: albumId, show: showId } = request.body;
    const show = await findShow(db.read, showId);
    const album = await findAlbum(db.read, albumId);
    if (!show) return refuse(404, 'This show no longer exists.', { show: 'Choose another show.' });
    if (!album) return refuse(404, 'This album no longer exists.', { album: 'Choose another album.' });
    const entry = { ...auditContextFrom(request, 'show_gallery.album_set'), subject: showId, detail: album.name };
    const { added, videos } = await write(db, async (tx) => {
      // A show's page can't show the recordings of an album
      const ids = await listAlbumItemIds(tx, albumId, ['image', 'video']);
      if (ids.length === 0) refuse(400, `“${album.name}” has no photographs. Add some to it first.`);
      const shown = await addMediaToShow(
        tx,
        showId,
        ids.map((id) => ({ id, caption: '' })),
        request.visitor.name,
      );
      await recordAudit(tx, entry);
      const ofVideos = new Set(await listAlbumItemIds(tx, albumId, ['video']));
      return { added: shown.length, videos: shown.filter((id) => ofVideos.has(id)).length };
    });
    if (added === 0) return ok(`Everything in “${album.name}” is already on the page for ${show.title}.`, { added: 0 });
    return ok(`Added ${formatPhotosAndVideos(added - videos, videos)} to ${show.title}.`, { added });
  };

const arrangePhotos =
  (db: Database): CallHandler<typeof contract.arrangeShowPhotos> =>
  async (request) => {
    const { body } = request;
    if (!(await findShowOrArchived(db.read, body.show))) return refuse(404, 'This show no longer exists.');
    const entry = {
      ...auditContextFrom(request, 'show_gallery.arranged'),
      subject: body.show,
      detail: `${body.photos.length}`,
    };
    const saved = await write(db, async (tx) => {
      const done = await arrangeShowPhotos(tx, body, request.visitor.name);
      if (done) await recordAudit(tx, entry);
      return done;
    });
    if (saved) return ok('Photographs saved.', { version: saved });
    const current: contract.CurrentShowPhotos = {
      ...(await listShowPhotos(db.read, body.show)),
      changed_by: (await findGalleryVersion(db.read, body.show)).changed_by,
    };
    return createConflict(
      'Someone else changed these photographs while you were editing. Your changes are still here: compare the two, then save again.',
      current,
    );
  };
