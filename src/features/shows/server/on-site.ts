import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * Whether what belongs to this show is out of sight with it: the show is archived, and only those who manage it see it.
 * What belongs to no show isn't.
 */
export const isArchived = (showId: Expression<string | null>) =>
  sql<SqlBool>`exists (
    select 1 from ${sql.table('show')} as its_show where its_show.id = ${showId} and its_show.archived_at is not null
  )`;
