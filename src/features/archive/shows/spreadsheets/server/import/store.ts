import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';

const identifying = (db: Reading) =>
  db.selectFrom('show').select(['id', 'import_key', 'title', 'first_date', 'first_date_precision', 'company']);

export type ExistingShow = Awaited<ReturnType<ReturnType<typeof identifying>['execute']>>[number];

const atOnce = 2000;

/** Lists the identifying fields of each show, by id. Yields to other work while it reads thousands. */
export async function listExistingShows(db: Reading): Promise<ExistingShow[]> {
  const shows: ExistingShow[] = [];
  for (let last: string | undefined = ''; last !== undefined; ) {
    const some = await identifying(db).where('id', '>', last).orderBy('id').limit(atOnce).execute();
    shows.push(...some);
    last = some[atOnce - 1]?.id;
    await yieldToEventLoop();
  }
  return shows;
}

/** Records which row of the archive a show made on the site is, so that its title may be corrected from now on. */
export async function setImportKeys(tx: Writing, links: readonly { id: string; key: string }[]): Promise<void> {
  for (const { id, key } of links) {
    await tx
      .updateTable('show')
      .set({ import_key: key })
      .where('id', '=', id)
      .where('import_key', 'is', null)
      .execute();
  }
}
