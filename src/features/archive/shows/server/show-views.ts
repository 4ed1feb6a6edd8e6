import { type Expression, type SqlBool, sql } from 'kysely';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * True if the show is archived: everything that belongs to it is then hidden, except from people who manage it. False
 * if there is no show.
 */
export const isArchived = (showId: Expression<string | null>) =>
  sql<SqlBool>`exists (
    select 1 from ${sql.table('show')} as its_show where its_show.id = ${showId} and its_show.archived_at is not null
  )`;

/** The same question as `isOnSite`, in SQL, of rows of `show`. */
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

/** The same for shows on the site. */
export const selectShowsOnSite = (db: DbReader) => showsView(db).where(isOnSiteSql);

/** Finds a show in short, archived or not. */
export const findShowSummary = (db: DbReader, id: string) => showsView(db).where('id', '=', id).executeTakeFirst();
