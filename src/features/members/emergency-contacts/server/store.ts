import { selectUsersCreditedIn } from '#features/archive/shows/server/index.ts';
import { emergencyContactsView } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Lists the users credited in a show, each once, with their emergency contact. If `looker`, a user id, is given, people
 * credited by that user are left out.
 */
export const listEmergencyContacts = (db: DbReader, showId: string, looker?: string) =>
  db
    .selectFrom(emergencyContactsView(db).as('user'))
    .selectAll()
    .where('user.id', 'in', selectUsersCreditedIn(db, showId, looker))
    .orderBy('user.id')
    .execute();
