import { z } from 'zod';
import { clearArtwork, restoreArtwork } from '#features/archive/shows/server/index.ts';
import {
  type DbTransaction,
  restoreRows,
  softDeleteRows,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { bumpAlbumVersions } from './albums.ts';
import { parseMediaIds } from './media-uses.ts';
import { bumpGalleryVersions, type StoredFile } from './store.ts';

/** The content of a stored row's `artwork_of` column. */
const Artwork = z.array(
  z.object({ show: z.string(), field: z.enum(['programme', 'banner', 'radio_audio']), address: z.string() }),
);

interface MediaText {
  alt: string;
  credit: string;
  consent: string;
}

/**
 * Updates an item's texts. Returns its new version; undefined if somebody else has changed the item since `version`, or
 * it is gone.
 */
export const updateMediaDetails = (
  tx: DbTransaction,
  { id, version, by, ...text }: MediaText & { id: string; version: number; by: string },
): Promise<number | undefined> =>
  updateVersionedRow(
    tx.updateTable('media_with_deleted').set(text).where('id', '=', id).where('deleted_at', 'is', null),
    version,
    { by },
  );

/**
 * Moves items to the trash, and removes them from the shows whose artwork they are. Returns false if all of them are in
 * the trash already.
 */
export async function deleteMedia(tx: DbTransaction, ids: readonly string[], at: Instant): Promise<boolean> {
  if ((await softDeleteRows(tx.updateTable('media_with_deleted').where('id', 'in', ids), at)) === 0) return false;
  const gone = new Set(ids);
  const taken = await clearArtwork(tx, (address) => parseMediaIds(address).some((id) => gone.has(id)), at);
  for (const [id = '', places] of Map.groupBy(taken, ({ address }) => parseMediaIds(address)[0])) {
    const artwork_of = JSON.stringify(places);
    await tx.updateTable('media_with_deleted').set({ artwork_of }).where('id', '=', id).execute();
  }
  return true;
}

/** Restores the items deleted after `since`. Returns their number. */
export async function restoreMedia(
  tx: DbTransaction,
  ids: readonly string[],
  { since, by, now }: { since: Instant; by: string; now: Instant },
): Promise<number> {
  const restored = await restoreRows(tx.updateTable('media_with_deleted').where('id', 'in', ids), since);
  const back = tx.selectFrom('media').select('artwork_of').where('id', 'in', ids).where('artwork_of', '<>', '');
  for (const { artwork_of } of await back.execute()) {
    await restoreArtwork(tx, Artwork.parse(JSON.parse(artwork_of)), now);
  }
  await tx
    .updateTable('media_with_deleted')
    .set({ artwork_of: '' })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  await bumpGalleryVersions(tx, ids, by);
  await bumpAlbumVersions(tx, ids, by);
  return restored;
}

/**
 * Replaces the files of an item; its URL, texts and uses stay. The old files become a separate item that was deleted at
 * `deleted`. If `deleted` is the current time, they can be restored like any deleted item. The texts have their own
 * version, so saving them while a video is processed causes no conflict.
 * @returns the new version of the item's files; undefined if the item is gone, or its files were replaced since
 * `file_version`
 */
export async function replaceMediaFiles(
  tx: DbTransaction,
  {
    id,
    file_version,
    file,
    before,
    deleted,
    by,
  }: { id: string; file_version: number; file: StoredFile; before: string; deleted: Instant; by?: string },
): Promise<number | undefined> {
  const old = await tx.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
  if (!old) return undefined;
  const { contentType, sizes, ...shape } = file;
  const files = { ...shape, content_type: contentType, sizes: JSON.stringify(sizes) };
  const replacing = tx.updateTable('media_with_deleted').set(files).where('id', '=', id);
  const saved = await updateVersionedRow(replacing, file_version, { column: 'file_version', by });
  if (!saved) return undefined;
  await tx
    .insertInto('media_with_deleted')
    .values({ ...old, id: before, deleted_at: deleted })
    .execute();
  return saved;
}
