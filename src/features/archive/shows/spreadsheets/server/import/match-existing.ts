import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { NewShow } from '../../../fields.ts';
import { refinesRun } from '../../../partial-dates.ts';
import {
  computeImportKey,
  type DistinguishingField,
  extendImportKey,
  findDistinguishingField,
  listExtendedImportKeys,
} from './import-key.ts';

const selectIdentifyingFields = (db: DbReader) =>
  db
    .selectFrom('show')
    .select(['id', 'import_key', 'title', 'first_date', 'first_date_precision', 'date', 'date_precision'])
    .select(['company', 'season', 'venue', 'cancelled', 'archived_at']);

export type ExistingShow = Awaited<ReturnType<ReturnType<typeof selectIdentifyingFields>['execute']>>[number];

const atOnce = 2000;

/**
 * Lists the identifying fields of each show, by id, and the fields that say if it is cancelled or archived. Yields to
 * other work while it reads thousands.
 */
export async function listExistingShows(db: DbReader): Promise<ExistingShow[]> {
  const shows: ExistingShow[] = [];
  for (let last: string | undefined = ''; last !== undefined; ) {
    const some = await selectIdentifyingFields(db).where('id', '>', last).orderBy('id').limit(atOnce).execute();
    shows.push(...some);
    last = some[atOnce - 1]?.id;
    await yieldToEventLoop();
  }
  return shows;
}

/**
 * Stores the import keys of shows created on the site that match rows of an archive. A later import then recognises
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

/** A row of an archive that matches an existing show. */
export interface MatchedShow {
  show: NewShow;
  id: string;
  /**
   * The field in which the row and the show differ although title and date are the same; undefined if there is none. If
   * there is one, the two may be different shows.
   */
  difference: DistinguishingField | undefined;
  /** True if the show's date is less exact than the row's date and includes that date. */
  isRefined: boolean;
}

/** The options for matching rows that may be shows on the site. */
export interface MatchOptions {
  /**
   * The meaning of a row with the title and date of an existing show, but another season, venue or director: the `same`
   * show, or a show to `add`.
   */
  others?: 'same' | 'add';
  /**
   * The same choice for a row with the title of an existing show, if the show's date is less exact and includes the
   * row's date.
   */
  dates?: 'same' | 'add';
}

export interface ExistingShowMatches {
  /** The rows that are new shows. */
  fresh: NewShow[];
  /** The rows that match existing shows. */
  matched: MatchedShow[];
  /** The shows created on the site that match rows of the archive, each with the import key to store. */
  links: { id: string; key: string }[];
}

/**
 * Separates the new shows of an archive from the existing ones. A show exists if its import key is known, even if the
 * show has been corrected. It also exists if an existing show has the same title, first performance and company; if one
 * of the two has no company, they match if no other row or show does. If the season, venue or director differs,
 * `others` decides if the row is the same show or gets its own key. `dates` decides about shows for which the site has
 * only the year or month: "Hamlet, 1987" and a row with "12–15 May 1987".
 */
export async function matchExistingShows(
  db: DbReader,
  shows: readonly NewShow[],
  { others = 'same', dates = 'same' }: MatchOptions = {},
): Promise<ExistingShowMatches> {
  const existing = await listExistingShows(db);
  const findSame = await indexExistingShows(existing);
  const found = new Map<NewShow, ExistingShow>();
  for (const show of shows) {
    await yieldToEventLoop();
    const same = findSame(show);
    if (same) found.set(show, same);
  }
  await addShowsWithoutCompany(found, shows, existing);
  const refined = dates === 'add' ? new Set() : await addLessExactShows(found, shows, existing);
  const directors = await listDirectors(
    db,
    [...found].flatMap(([{ credits }, { id }]) => (credits.length > 0 ? [id] : [])),
  );

  const matches: ExistingShowMatches = { fresh: [], matched: [], links: [] };
  const linked = new Set<string>();
  for (const show of shows) {
    await yieldToEventLoop();
    const same = found.get(show);
    const key = show.import_key ?? computeImportKey(show);
    if (same === undefined) {
      matches.fresh.push(show);
      continue;
    }
    const extended = listExtendedImportKeys(show);
    const isRefined = refined.has(show);
    const isItsRow = same.import_key !== null && extended.includes(same.import_key);
    const difference = isItsRow
      ? undefined
      : findDistinguishingField(show, { ...same, credits: directors.get(same.id) ?? [] });
    if (isRefined && difference !== undefined) matches.fresh.push(show);
    else if (!isItsRow && extended.includes(key)) matches.fresh.push(show);
    else if (difference !== undefined && others === 'add') {
      show.import_key = extendImportKey(show, difference);
      matches.fresh.push(show);
    } else {
      matches.matched.push({ show, id: same.id, difference, isRefined });
      if (same.import_key === null && !linked.has(same.id)) {
        linked.add(same.id);
        matches.links.push({ id: same.id, key });
      }
    }
  }
  return matches;
}

/** Returns a function that finds the existing show for a row: by its key, or else by title, date and company. */
async function indexExistingShows(showsHere: readonly ExistingShow[]) {
  const byKey = new Map<string, ExistingShow>();
  const byIdentity = new Map<string, ExistingShow>();
  for (const show of showsHere) {
    if (show.import_key !== null) byKey.set(show.import_key, show);
    const identity = computeImportKey(show);
    if (!byIdentity.has(identity)) byIdentity.set(identity, show);
    await yieldToEventLoop();
  }
  return (show: NewShow): ExistingShow | undefined => {
    const identity = computeImportKey(show);
    const key = show.import_key ?? identity;
    const known = [...listExtendedImportKeys(show), key].map((one) => byKey.get(one)).find((one) => one !== undefined);
    return known ?? byIdentity.get(key) ?? byIdentity.get(identity);
  };
}

/**
 * Adds to `found` the shows that differ from a row only because one of the two doesn't state the company. A pair is
 * left out if another row matches the same show, or another show the same row. Most societies' spreadsheets have no
 * column for the company.
 */
async function addShowsWithoutCompany(
  found: Map<NewShow, ExistingShow>,
  shows: readonly NewShow[],
  existing: readonly ExistingShow[],
): Promise<void> {
  const taken = new Set([...found.values()].map(({ id }) => id));
  const rows = await groupBy(shows, (show) => {
    const key = computeImportKey(show);
    // A row with an extended import key already says more exactly which show it is
    return found.has(show) || (show.import_key ?? key) !== key ? undefined : getKeyWithoutCompany(show);
  });
  if (rows.size === 0) return;
  const here = await groupBy(existing, (show) => (taken.has(show.id) ? undefined : getKeyWithoutCompany(show)));
  for (const [key, [show, anotherRow]] of rows) {
    const [same, another] = here.get(key) ?? [];
    if (!show || !same || anotherRow || another) continue;
    if (show.company === '' || same.company === '') found.set(show, same);
  }
}

const getKeyWithoutCompany = (show: NewShow | ExistingShow) => computeImportKey({ ...show, company: '' });

/** Groups shows by a key, without those for which it is undefined. Yields to other work while it groups thousands. */
async function groupBy<Show, Key>(
  shows: readonly Show[],
  toKey: (show: Show) => Key | undefined,
): Promise<Map<Key, Show[]>> {
  const groups = new Map<Key, Show[]>();
  for (const show of shows) {
    await yieldToEventLoop();
    const key = toKey(show);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(show);
    else groups.set(key, [show]);
  }
  return groups;
}

/**
 * Adds to `found` the shows whose date is less exact than that of a row, if the row can't be any other show, and no
 * other row can be that show.
 * @returns the rows that it added
 */
async function addLessExactShows(
  found: Map<NewShow, ExistingShow>,
  shows: readonly NewShow[],
  existing: readonly ExistingShow[],
): Promise<Set<NewShow>> {
  const titleOf = (show: Pick<NewShow, 'title' | 'company'>) =>
    computeImportKey({ ...show, first_date: '', first_date_precision: 'day' });
  const taken = new Set([...found.values()].map(({ id }) => id));
  const lessExact = await groupBy(existing, (show) =>
    show.first_date_precision === 'day' || taken.has(show.id) ? undefined : titleOf(show),
  );
  const rowsOf = await groupBy(lessExact.size === 0 ? [] : shows, (show) => {
    if (found.has(show)) return undefined;
    const [same, another] = lessExact.get(titleOf(show))?.filter((one) => refinesRun(show, one)) ?? [];
    return another ? undefined : same;
  });
  const added = new Set<NewShow>();
  for (const [same, [show, another]] of rowsOf) {
    if (!show || another) continue;
    found.set(show, same);
    added.add(show);
  }
  return added;
}

/** Lists, for each show, the credits that may be the director's. */
async function listDirectors(
  db: DbReader,
  ids: readonly string[],
): Promise<Map<string, { person: string; role: string }[]>> {
  const found = new Map<string, { person: string; role: string }[]>();
  await runInBatches([...new Set(ids)], async (batch) => {
    const rows = await db
      .selectFrom('credit')
      .innerJoin('person', 'person.id', 'credit.person_id')
      .select(['credit.show_id', 'credit.role', 'credit.printed_as', 'person.name'])
      .where('credit.show_id', 'in', batch)
      .where('credit.kind', '=', 'crew')
      // Only a first selection: `findDistinguishingField` decides which of these roles is the director's
      .where(({ fn }) => fn<string>('lower', ['credit.role']), 'like', '%director%')
      .execute();
    for (const { show_id, role, printed_as, name } of rows) {
      found.set(show_id, [...(found.get(show_id) ?? []), { person: printed_as || name, role }]);
    }
  });
  return found;
}
