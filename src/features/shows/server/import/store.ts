import type { Reading, Writing } from '#platform/server/database/index.ts';

/** What identifies each show. */
export const showsHere = (db: Reading) =>
  db
    .selectFrom('show')
    .select(['id', 'import_key', 'title', 'first_date', 'first_date_precision', 'company'])
    .orderBy('id')
    .execute();
export type ShowHere = Awaited<ReturnType<typeof showsHere>>[number];

/** Records which row of the archive a show made on the site is, so that its title may be corrected from now on. */
export async function linkToArchive(tx: Writing, links: readonly { id: string; key: string }[]): Promise<void> {
  for (const { id, key } of links) {
    await tx
      .updateTable('show')
      .set({ import_key: key })
      .where('id', '=', id)
      .where('import_key', 'is', null)
      .execute();
  }
}
