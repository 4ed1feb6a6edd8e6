import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { NewShow } from '../../../incoming-show.ts';
import { computeImportKey } from './import-key.ts';

const identifying = (db: DbReader) =>
  db.selectFrom('show').select(['id', 'import_key', 'title', 'first_date', 'first_date_precision', 'company']);

type ExistingShow = Awaited<ReturnType<ReturnType<typeof identifying>['execute']>>[number];

const atOnce = 2000;

/** Lists the identifying fields of each show, by id. Yields to other work while it reads thousands. */
export async function listExistingShows(db: DbReader): Promise<ExistingShow[]> {
  const shows: ExistingShow[] = [];
  for (let last: string | undefined = ''; last !== undefined; ) {
    const some = await identifying(db).where('id', '>', last).orderBy('id').limit(atOnce).execute();
    shows.push(...some);
    last = some[atOnce - 1]?.id;
    await yieldToEventLoop();
  }
  return shows;
}

/**
 * Stores the import keys of shows created on the site that match rows of an archive: a later import then recognises
 * such a show even if its title has been corrected.
 */
export async function setImportKeys(tx: DbTransaction, links: readonly { id: string; key: string }[]): Promise<void> {
  for (const { id, key } of links) {
    await tx
      .updateTable('show')
      .set({ import_key: key })
      .where('id', '=', id)
      .where('import_key', 'is', null)
      .execute();
  }
}

export interface ExistingShowMatches {
  /** The shows that don't exist yet. */
  fresh: NewShow[];
  /** The number of shows that exist already. */
  here: number;
  /** Shows created on the site that turn out to be rows of this archive. */
  links: { id: string; key: string }[];
}

/**
 * Separates the new shows of an archive from the existing ones. A show exists if its import key is known, even if it
 * has been corrected since, or if an existing show has the same title, first performance and company.
 */
export async function matchExistingShows(
  shows: readonly NewShow[],
  showsHere: readonly ExistingShow[],
): Promise<ExistingShowMatches> {
  const keys = new Set(showsHere.map((show) => show.import_key));
  const byIdentity = new Map<string, ExistingShow>();
  for (const show of showsHere) {
    const key = computeImportKey(show);
    if (!byIdentity.has(key)) byIdentity.set(key, show);
    await yieldToEventLoop();
  }

  const fresh: NewShow[] = [];
  const links = new Map<string, string>();
  for (const show of shows) {
    await yieldToEventLoop();
    const key = show.import_key ?? computeImportKey(show);
    if (keys.has(key)) continue;
    const same = byIdentity.get(key) ?? byIdentity.get(computeImportKey(show));
    if (same === undefined) fresh.push(show);
    else if (same.import_key === null && !links.has(same.id)) links.set(same.id, key);
  }
  return { fresh, here: shows.length - fresh.length, links: [...links].map(([id, key]) => ({ id, key })) };
}
