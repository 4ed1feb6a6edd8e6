import { usersCreditedIn } from '#features/archive/shows/server/index.ts';
import { emergencyContactsView } from '#features/society/accounts/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';

/**
 * Lists everyone credited in a show who has an account, with their emergency contact, each once. With `looker`, only
 * those whose credit somebody else gave.
 */
export const listContacts = (db: Reading, showId: string, looker?: string) =>
  db
    .selectFrom(emergencyContactsView(db).as('user'))
    .selectAll()
    .where('user.id', 'in', usersCreditedIn(db, showId, looker))
    .orderBy('user.id')
    .execute();
