import { nextVersion, type Reading, updateVersion, type Writing } from '#platform/server/database/index.ts';

/**
 * Finds the version of a show's gallery, and the author of the last change. The version grows with each change; it is 0
 * if there were never any photographs.
 */
export async function findGalleryVersion(
  db: Reading,
  showId: string,
): Promise<{ version: number; changed_by: string }> {
  const gallery = db.selectFrom('show_gallery').select(['version', 'changed_by']).where('show_id', '=', showId);
  return (await gallery.executeTakeFirst()) ?? { version: 0, changed_by: '' };
}

/**
 * Increases a gallery's version from `version`, or from any, and returns it; undefined if somebody has changed it
 * since.
 */
export async function bumpGalleryVersion(
  tx: Writing,
  showId: string,
  { version, by }: { version?: number; by: string },
): Promise<number | undefined> {
  await tx
    .insertInto('show_gallery')
    .values({ show_id: showId, version: 0, changed_by: '' })
    .onConflict((clash) => clash.column('show_id').doNothing())
    .execute();
  return updateVersion(tx.updateTable('show_gallery').set({ changed_by: by }).where('show_id', '=', showId), version);
}

/** Increases the version of every gallery that shows one of these items. */
export async function bumpGalleryVersions(tx: Writing, mediaIds: readonly string[], by: string): Promise<void> {
  await tx
    .updateTable('show_gallery')
    .set({ version: nextVersion, changed_by: by })
    .where('show_id', 'in', tx.selectFrom('show_media').select('show_id').where('media_id', 'in', mediaIds))
    .execute();
}
