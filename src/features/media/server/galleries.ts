import { nextVersion, type Reading, updateVersion, type Writing } from '#platform/server/database/index.ts';

/** Which state of what hangs with a show this is: it moves with each change of it. 0 where nothing was ever hung. */
export async function galleryVersion(db: Reading, showId: string): Promise<number> {
  const row = await db.selectFrom('show_gallery').select('version').where('show_id', '=', showId).executeTakeFirst();
  return row?.version ?? 0;
}

/** Moves a show's gallery on from `version`, or from whatever it is. False where somebody has changed it since. */
export async function changeGallery(tx: Writing, showId: string, version?: number): Promise<boolean> {
  await tx
    .insertInto('show_gallery')
    .values({ show_id: showId, version: 0 })
    .onConflict((clash) => clash.column('show_id').doNothing())
    .execute();
  return updateVersion(tx.updateTable('show_gallery').where('show_id', '=', showId), version);
}

/** The same for every gallery in which one of these hangs. */
export async function changeGalleriesWith(tx: Writing, mediaIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('show_gallery')
    .set({ version: nextVersion })
    .where('show_id', 'in', tx.selectFrom('show_media').select('show_id').where('media_id', 'in', mediaIds))
    .execute();
}
