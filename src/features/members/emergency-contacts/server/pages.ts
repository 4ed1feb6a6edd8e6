import type { Platform } from '#platform/server/http/platform.ts';
import type { Access } from '#platform/server/http/request/access.ts';
import { PageResponse } from '#platform/server/http/response/page-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type EmergencyContacts, viewContacts } from '../contract.ts';
import { canViewContacts, explainRefusal, findGuardedShow, type GuardedShow } from './access.ts';
import { revealContacts, type ShowSummary, titleFor } from './reveal-contacts.ts';

/** The directors of a show that is on or ahead, and admins; no permitted item opens these for anyone else. */
const mayLook: Access<GuardedShow> = {
  name: 'directors of the show, admins',
  allows: canViewContacts,
  why: explainRefusal,
};

export function emergencyContactsPages({ page, call, db }: Platform): void {
  const options = { access: mayLook, load: showOf };

  // Browsers always get the confirmation first; API clients have asked already (docs/decisions/0012)
  page(viewContacts.path, { type: 'emergency_contacts', ...options }, (visit) =>
    visit.client.isProgram ? revealContacts(db, visit) : unrequested(visit.subject.show),
  );

  call(
    viewContacts,
    options,
    async (visit) => new PageResponse('Your access has been reported.', await revealContacts(db, visit)),
  );
}

const showOf = ({ db, params, today }: PageRequest): Promise<GuardedShow> =>
  findGuardedShow(db, params.id ?? '', today);

const unrequested = (show: ShowSummary): EmergencyContacts => ({
  type: 'emergency_contacts',
  title: titleFor(show),
  show: { id: show.id, title: show.title },
  contacts: [],
  without_account: [],
  own_word: [],
  confirmed: false,
  seen: '',
});
