import { type Expression, type SqlBool, sql } from 'kysely';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
  type Tables,
} from '#platform/server/database/index.ts';
import type { FindAuditSubjects } from '#platform/server/feature/audit-actions.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import type { ShowFacts } from '../fields.ts';
import { isOnSite } from '../paths.ts';
import type { SortableShow } from '../show-order.ts';
import { newestFirstSql } from './sql/show-order.ts';

/**
 * Returns SQL that is true if the show is archived, and false if it isn't or doesn't exist. Only people who manage an
 * archived show can see anything that belongs to it.
 */
export const isArchivedSql = (showId: Expression<string | null>) =>
  sql<SqlBool>`exists (
    select 1 from ${sql.table('show')} as its_show where its_show.id = ${showId} and its_show.archived_at is not null
  )`;

/** The condition of `isOnSite` as SQL, for rows of `show`. */
export const isOnSiteSql = sql<SqlBool>`archived_at is null`;

/**
 * Builds a query of all shows, with the columns that other features may join and list. Includes archived shows, so
 * callers may have to filter.
 */
export const showsView = (db: DbReader) =>
  db
    .selectFrom('show')
    .select([
      'id',
      'title',
      'title_key',
      'date',
      'date_precision',
      'first_date',
      'first_date_precision',
      'cancelled',
      'archived_at',
    ]);

/** Builds the query of `showsView` for shows on the site only. */
export const selectShowsOnSite = (db: DbReader) => showsView(db).where(isOnSiteSql);

/** Finds a show's main fields, archived or not. */
export const findShowSummary = (db: DbReader, id: string) => showsView(db).where('id', '=', id).executeTakeFirst();

const listedColumns = [
  'id',
  'title',
  'title_key',
  'subtitle',
  'author',
  'date',
  'date_precision',
  'first_date',
  'first_date_precision',
  'venue',
  'company',
  'programme',
  'banner',
  'season',
  'genre',
  'show_type',
] as const;

/**
 * Lists every show, past and future, that is neither cancelled nor archived, newest first.
 */
export const listUncancelledShows = (db: DbReader): Promise<ListedShow[]> =>
  listRowsInOrder(db, selectUncancelledShows(db));

/**
 * Selects the ids of the shows that are neither cancelled nor archived, newest first. The condition has to match the
 * index's condition exactly, or the index isn't used.
 */
const selectUncancelledShows = (db: DbReader) => selectIdsOnSite(db).where('cancelled', '=', sql.lit(0));

/**
 * Lists the shows from a day on, and the `most` newest shows before that day. Both lists are newest first, without
 * cancelled and archived shows.
 */
export async function listShowsAroundDay(db: DbReader, day: CalendarDate, most: number) {
  const since = await selectUncancelledShows(db).where('date', '>=', day).select(listedColumns).execute();
  const before = await selectUncancelledShows(db).where('date', '<', day).select(listedColumns).limit(most).execute();
  return { since, before };
}

/** Counts the shows before a day that are neither cancelled nor archived, and returns the date of the earliest one. */
export async function summariseShowsBefore(
  db: DbReader,
  day: CalendarDate,
): Promise<{ total: number; first: string | null }> {
  const { total, first } = await db
    .selectFrom('show')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min<string | null>('date').as('first')])
    .where(isOnSiteSql)
    .where('cancelled', '=', sql.lit(0))
    .where('date', '<', day)
    .executeTakeFirstOrThrow();
  return { total: Number(total), first };
}

/** Lists the shows with these ids that are neither cancelled nor archived. */
export const listUncancelledShowsByIds = async (db: DbReader, ids: readonly Id[]): Promise<ListedShow[]> =>
  ids.length === 0 ? [] : selectUncancelledShows(db).where('id', 'in', ids).select(listedColumns).execute();

/** Lists every show that isn't archived, including cancelled ones, newest first: for people who manage them. */
export const listShowsForManagers = (db: DbReader): Promise<ListedShow[]> => listRowsInOrder(db, selectIdsOnSite(db));

/** Selects the ids of the shows that aren't archived, newest first. */
const selectIdsOnSite = (db: DbReader) => db.selectFrom('show').select('id').where(isOnSiteSql).orderBy(newestFirstSql);

const rowsOf = (db: DbReader, ids: readonly Id[]) =>
  db.selectFrom('show').select(listedColumns).where('id', 'in', ids).execute();
export type ListedShow = Awaited<ReturnType<typeof rowsOf>>[number];

/**
 * Reads the rows of these ids, in the same order. Yields between batches, because reading 10,000 rows at once would
 * delay other work.
 */
async function listRowsInOrder(db: DbReader, ids: ReturnType<typeof selectIdsOnSite>): Promise<ListedShow[]> {
  const shows: ListedShow[] = [];
  await yieldToEventLoop();
  await runInBatches(await ids.execute(), async (batch) => {
    const found = new Map(
      (
        await rowsOf(
          db,
          batch.map(({ id }) => id),
        )
      ).map((show) => [show.id, show]),
    );
    shows.push(...batch.flatMap(({ id }) => found.get(id) ?? []));
  });
  return shows;
}

/** Lists the archived shows, most recently archived first. */
export const listArchivedShows = (db: DbReader) =>
  db
    .selectFrom('show')
    .select(['id', 'title', 'date', 'date_precision'])
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .orderBy('id')
    .execute();

/** Archives a show, or restores it with null. Returns false if nothing changed. */
export async function setShowArchived(tx: DbTransaction, id: string, at: Instant | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('show')
    .set({ archived_at: at })
    .where('id', '=', id)
    .where('archived_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The columns of a show for calendars and members' lists. */
const summaryColumns = [
  'id',
  'title',
  'author',
  'date',
  'date_precision',
  'first_date',
  'first_date_precision',
  'venue',
  'genre',
  'company',
  'programme',
  'cancelled',
] as const;

/**
 * Lists the shows on the site that may end on `since` or later, including cancelled ones, newest first: for
 * calendars. A date that is a month or a year is stored as its first day. Therefore all shows of the 365 days before
 * `since` are included, too.
 */
export async function listShowsFromYearBefore(db: DbReader, since: CalendarDate) {
  const rows = await db
    .selectFrom('show')
    .select([...summaryColumns, 'updated_at'])
    .where(isOnSiteSql)
    .where('date', '>', addDays(since, -366))
    .orderBy(newestFirstSql)
    .execute();
  return rows.map((row) => ({ ...row, cancelled: row.cancelled === 1 }));
}

/** Lists every show except archived ones, including cancelled ones, newest first: for members' lists. */
export async function listShowsForMembers(db: DbReader) {
  const rows = await db
    .selectFrom('show')
    .select([...summaryColumns, 'season'])
    .where(isOnSiteSql)
    .orderBy(newestFirstSql)
    .execute();
  return rows.map((row) => ({ ...row, cancelled: row.cancelled === 1 }));
}

/**
 * Finds the shows next to a show in the order of `newestFirstSql`: `earlier` is the older one, `later` the newer one;
 * each is undefined if there is none. Leaves out cancelled and archived shows.
 */
export async function findNeighbouringShows(db: DbReader, { date, title_key, id }: SortableShow) {
  const beside = (way: '<' | '>') => {
    const [tied, order] = way === '<' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
    return db
      .selectFrom('show')
      .select(listedColumns)
      .where('cancelled', '=', sql.lit(0))
      .where(isOnSiteSql)
      .where('date', way === '<' ? '<=' : '>=', date)
      .where((show) =>
        show.or([
          show('date', way, date),
          show('date', '=', date).and('title_key', tied, title_key),
          show('date', '=', date).and('title_key', '=', title_key).and('id', tied, id),
        ]),
      )
      .orderBy('date', way === '<' ? 'desc' : 'asc')
      .orderBy('title_key', order)
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst();
  };
  return { earlier: await beside('<'), later: await beside('>') };
}

/** Finds a show on the site, with everything known about it. */
export async function findShow(db: DbReader, id: string) {
  const show = await findShowEvenIfArchived(db, id);
  return show && isOnSite(show) ? show : undefined;
}

/** Finds a show even if it is archived: for people who manage shows. */
export async function findShowEvenIfArchived(db: DbReader, id: string) {
  const found = await db.selectFrom('show').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  // The user who saved the show last is left out, because public pages are built from the result
  const { updated_by: _, ...row } = found;
  return { ...row, ...fromFactColumns(row) };
}

/** Returns the id of the user who saved a show last; null if unknown. */
export async function findLastShowEditorId(db: DbReader, id: string): Promise<string | null> {
  return (await db.selectFrom('show').select('updated_by').where('id', '=', id).executeTakeFirst())?.updated_by ?? null;
}

/** Lists the fields of shows, including archived ones, that may contain URLs of pictures or recordings, newest first. */
export const listShowMediaFields = (db: DbReader) =>
  db
    .selectFrom('show')
    .select(['id', 'title', 'date', 'archived_at', 'programme', 'banner', 'radio_audio', 'text_blob'])
    .orderBy(newestFirstSql)
    .execute();

/** Sets a show's banner or recording. This doesn't count as an edit of the show. */
export async function setShowMedia(
  tx: DbTransaction,
  id: string,
  media: Partial<Pick<Tables['show'], 'banner' | 'radio_audio'>>,
): Promise<void> {
  await tx.updateTable('show').set(media).where('id', '=', id).execute();
}

const mediaFields = ['programme', 'banner', 'radio_audio'] as const;

/** A field of a show that led to a picture or recording before that file was deleted. */
export interface ShowMediaReference {
  show: Id;
  field: (typeof mediaFields)[number];
  address: string;
}

/**
 * Clears every field that contains the address of a deleted picture or recording, in all shows, including archived
 * ones. Returns the former values.
 */
export async function clearShowMediaReferences(
  tx: DbTransaction,
  isGone: (address: string) => boolean,
  now: Instant,
): Promise<ShowMediaReference[]> {
  const rows = await tx
    .selectFrom('show')
    .select(['id', ...mediaFields])
    .where(({ eb, or }) => or(mediaFields.map((field) => eb(field, '<>', ''))))
    .execute();
  const places = rows.flatMap((row) =>
    mediaFields
      .filter((field) => isGone(row[field]))
      .map((field): ShowMediaReference => ({ show: row.id, field, address: row[field] })),
  );
  for (const { show, field } of places) await setShowMediaReference(tx, { show, field, address: '' }, now);
  return places;
}

/** Restores cleared values, except in fields that have a new value. */
export async function restoreShowMediaReferences(
  tx: DbTransaction,
  places: readonly ShowMediaReference[],
  now: Instant,
): Promise<void> {
  for (const place of places) await setShowMediaReference(tx, place, now);
}

const setShowMediaReference = (tx: DbTransaction, { show, field, address }: ShowMediaReference, now: Instant) =>
  tx
    .updateTable('show')
    .set({ [field]: address, updated_at: now, version: incrementedVersion, updated_by: null })
    .where('id', '=', show)
    .where(field, address === '' ? '<>' : '=', '')
    .execute();

/** Returns true if `address` is exactly the review URL of a show that isn't archived. */
export const isReviewUrlOfShow = async (db: DbReader, address: string): Promise<boolean> =>
  (await db.selectFrom('show').select('id').where('noda_review', '=', address).where(isOnSiteSql).limit(1).execute())
    .length > 0;

export async function listCreditIdsOfPeople(db: DbReader, persons: readonly string[]): Promise<string[]> {
  if (persons.length === 0) return [];
  return (await db.selectFrom('credit').select('id').where('person_id', 'in', persons).execute()).map(({ id }) => id);
}

/** Lists a show's credits in billing order. */
export const listShowCredits = (db: DbReader, showId: string) =>
  db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select([
      'credit.id as credit',
      'person.id',
      'person.name',
      'person.credit_style',
      'credit.printed_as',
      'credit.kind',
      'credit.role',
      'credit.ord',
    ])
    .where('credit.show_id', '=', showId)
    .orderBy('credit.ord')
    .orderBy('credit.role')
    .orderBy('credit.place')
    .orderBy('person.name_key')
    .orderBy('credit.id')
    .execute();

type FactColumns = Pick<Tables['show'], keyof ShowFacts>;

/** Reads a show's facts from its row. */
export const fromFactColumns = (row: FactColumns): ShowFacts => ({
  cancelled: row.cancelled === 1,
  poster_number: row.poster_number,
});

/** Returns the columns of a show's facts. */
export const toFactColumns = (facts: ShowFacts): FactColumns => ({
  cancelled: facts.cancelled ? 1 : 0,
  poster_number: facts.poster_number,
});

export const findShowAuditSubjects: FindAuditSubjects = (db, ids) => {
  const shows = db.selectFrom('show').select(['id', 'title as name']);
  return (ids ? shows.where('id', 'in', ids) : shows).execute();
};
