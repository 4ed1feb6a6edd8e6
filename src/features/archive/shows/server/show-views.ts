import { type Expression, type SqlBool, sql } from 'kysely';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Returns SQL that is true if the show is archived. Only people who manage shows can see anything that belongs to an
 * archived show. False if the show doesn't exist.
 */
export const isArchivedSql = (showId: Expression<string | null>) =>
  sql<SqlBool>`exists (
    select 1 from ${sql.table('show')} as its_show where its_show.id = ${showId} and its_show.archived_at is not null
  )`;

/** The condition of `isOnSite` as SQL, for rows of `show`. */
export const isOnSiteSql = sql<SqlBool>`archived_at is null`;

/**
 * Returns the columns of `show` that other features may join and list. Includes archived shows: filter them yourself.
 */
export const showsView = (db: DbReader) =>
  db
    .selectFrom('show')
    .select([
      'id',
      'title',
      'date',
      'date_precision',
      'first_date',
      'first_date_precision',
      'cancelled',
      'archived_at',
    ]);

/** Returns the columns of `showsView` for shows on the site only. */
export const selectShowsOnSite = (db: DbReader) => showsView(db).where(isOnSiteSql);

/** Finds a show's main fields, archived or not. */
export const findShowSummary = (db: DbReader, id: string) => showsView(db).where('id', '=', id).executeTakeFirst();
