import { sql } from 'kysely';

/**
 * Sorts shows newest first, in the order of `compareNewestFirst`. A query with joins has to use the name `show` for the
 * table of shows.
 */
export const newestFirstSql = sql`${sql.ref('show.date')} desc, ${sql.ref('show.title_key')}, ${sql.ref('show.id')}`;
