import type { Access } from '#platform/server/http/access.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { PageResponse } from '#platform/server/http/page-response.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type EmergencyContacts, lookAtContacts } from '../contract.ts';
import { type GuardedShow, guardedShow, mayLookAt, whyNotLookAt } from './access.ts';
import { revealContacts, type Show, titleFor } from './reveal-contacts.ts';

/** The directors of a show that is on or ahead, and admins; no permitted item opens these for anyone else. */
const mayLook: Access<GuardedShow> = { name: 'directors of the show, admins', allows: mayLookAt, why: whyNotLookAt };

export function emergencyContactsPages({ page, call, db }: Platform): void {
  const options = { access: mayLook, load: showOf };

  // Browsers always get the confirmation first; API clients have asked already (docs/decisions/0012)
  page(lookAtContacts.path, { type: 'emergency_contacts', ...options }, (visit) =>
    visit.client.program ? revealContacts(db, visit) : unrequested(visit.subject.show),
  );

  call(
    lookAtContacts,
    options,
    async (visit) => new PageResponse('Your look has been reported.', await revealContacts(db, visit)),
  );
}

const showOf = ({ db, params, today }: PageRequest): Promise<GuardedShow> => guardedShow(db, params.id ?? '', today);

const unrequested = (show: Show): EmergencyContacts => ({
  type: 'emergency_contacts',
  title: titleFor(show),
  show: { id: show.id, title: show.title },
  contacts: [],
  without_account: [],
  own_word: [],
  confirmed: false,
  seen: '',
});
