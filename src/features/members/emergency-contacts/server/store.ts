import { selectUsersCreditedIn } from '#features/archive/shows/server/index.ts';
import { emergencyContactsView } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Lists everyone credited in a show who has an account, with their emergency contact, each once. With `looker`, only
 * those whose credit somebody else gave.
 */
export const listContacts = (db: DbReader, showId: string, looker?: string) =>
  db
    .selectFrom(emergencyContactsView(db).as('user'))
    .selectAll()
    .where('user.id', 'in', selectUsersCreditedIn(db, showId, looker))
    .orderBy('user.id')
    .execute();
