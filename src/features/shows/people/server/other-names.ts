import { sql } from 'kysely';
import type { Reading } from '#platform/server/database/index.ts';

/**
 * The other printed names of people, or of one, each once, in public shows. Those of whoever chose to be shown by their present
 * name only can't be found.
 */
export const otherNames = (db: Reading, personId?: string) =>
  db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['person.id', 'credit.printed_as as name'])
    .distinct()
    .where('credit.printed_as', '!=', sql.lit(''))
    .$if(personId !== undefined, (names) => names.where('credit.person_id', '=', personId ?? ''))
    .whereRef('credit.printed_as', '!=', 'person.name')
    .where('person.credit_style', '!=', 'new_only')
    .where('show.archived_at', 'is', null)
    .orderBy('credit.printed_as')
    .orderBy('person.id')
    .execute();
