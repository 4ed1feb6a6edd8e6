import { sql } from 'kysely';

/** Sorts shows newest first, in the order of `compareNewestFirst`. A joined query has to name the shows `show`. */
export const newestFirstSql = sql`${sql.ref('show.date')} desc, ${sql.ref('show.title_key')}, ${sql.ref('show.id')}`;
