import { selectUsersCreditedIn } from '#features/archive/shows/server/index.ts';
import { emergencyContactsView } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Lists the users credited in a show, each once, with their emergency contact. With `looker`, a user id, leaves out
 * people whom that user credited.
 */
export const listEmergencyContacts = (db: DbReader, showId: string, looker?: string) =>
  db
    .selectFrom(emergencyContactsView(db).as('user'))
    .selectAll()
    .where('user.id', 'in', selectUsersCreditedIn(db, showId, looker))
    .orderBy('user.id')
    .execute();
