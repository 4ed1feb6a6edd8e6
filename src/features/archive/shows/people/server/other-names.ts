import { sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Lists the other printed names of these people in public shows, each once, except for people who chose to be shown by
 * their present name only.
 */
export const listOtherPrintedNames = (db: DbReader, people: readonly Id[]) =>
  db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['person.id', 'credit.printed_as as name'])
    .distinct()
    .where('credit.printed_as', '!=', sql.lit(''))
    .where('credit.person_id', 'in', people)
    .whereRef('credit.printed_as', '!=', 'person.name')
    .where('person.credit_style', '!=', 'new_only')
    .where('show.archived_at', 'is', null)
    .orderBy('credit.printed_as')
    .orderBy('person.id')
    .execute();
