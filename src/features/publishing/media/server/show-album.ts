import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { ShowPhotoSummary } from '../contract.ts';
import { addToAlbum, createAlbum } from './albums.ts';
import { buildThumbnailUrl } from './entries.ts';
import { addMediaToShow, listShowMedia } from './store.ts';

interface Named {
  id: string;
  title: string;
  date: string;
}

/** The maximum number of thumbnails in a summary: enough to recognise the photographs. */
const MOST_SEEN = 8;

/** Returns the usual name of the album with a show's photographs: "Blithe Spirit, 2026". The album can be renamed. */
const albumName = ({ title, date }: Named) => [title.slice(0, 100), date.slice(0, 4)].filter(Boolean).join(', ');

const albumOf = (db: DbReader, show: Named) =>
  db
    .selectFrom('album')
    .select(['id', 'name'])
    .where('name', '=', albumName(show))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();

/** Returns a summary of a show's photographs, with the id of the album to which new photographs are added. */
export async function summariseShowPhotos(db: DbReader, show: Named): Promise<ShowPhotoSummary> {
  const shown = await listShowMedia(db, show.id);
  const seen = shown.map(buildThumbnailUrl).filter((address) => address !== '');
  return {
    count: shown.length,
    videos: shown.filter(({ kind }) => kind === 'video').length,
    seen: seen.slice(0, MOST_SEEN),
    album: (await albumOf(db, show))?.id ?? '',
  };
}

/**
 * Adds items to the show's album, which is created as `newAlbum` if there is none, and to the end of the show's
 * photographs.
 */
export async function addNewPhotosToShow(
  tx: DbTransaction,
  show: Named,
  { ids, newAlbum, by, now }: { ids: readonly string[]; newAlbum: string; by: string; now: Instant },
): Promise<void> {
  const album = await albumOf(tx, show);
  if (!album) await createAlbum(tx, { id: newAlbum, name: albumName(show), by }, now);
  await addToAlbum(tx, album?.id ?? newAlbum, { ids, by });
  const items = ids.map((id) => ({ id, caption: '' }));
  await addMediaToShow(tx, show.id, items, by);
}
