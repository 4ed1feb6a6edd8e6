import type { Platform } from '#platform/server/http/platform.ts';
import type { Access } from '#platform/server/http/request/visitor.ts';
import { PageResponse } from '#platform/server/http/response/html-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type EmergencyContacts, viewContacts } from '../contract.ts';
import { canViewContacts, explainContactsRefusal, findShowForContacts, type ShowForContacts } from './access.ts';
import { formatContactsTitle, revealContacts, type ShowSummary } from './reveal-contacts.ts';

/** This rule replaces permissions: no permission opens the contacts to anyone else. */
const mayViewContacts: Access<ShowForContacts> = {
  name: 'directors of the show, admins',
  allows: canViewContacts,
  why: explainContactsRefusal,
};

export function registerEmergencyContacts({ page, call, db }: Platform): void {
  const options = { access: mayViewContacts, load: loadShow };

  // Browsers get a confirmation first. Programs get the contacts at once, because their requests are deliberate
  // (docs/decisions/0012)
  page(viewContacts.path, { type: 'emergency_contacts', ...options }, (visit) =>
    visit.client.isProgram ? revealContacts(db, visit) : buildConfirmation(visit.subject.show),
  );

  call(
    viewContacts,
    options,
    async (visit) => new PageResponse('Your access has been reported.', await revealContacts(db, visit)),
  );
}

const loadShow = ({ db, params, today }: PageRequest): Promise<ShowForContacts> =>
  findShowForContacts(db, params.id ?? '', today);

const buildConfirmation = (show: ShowSummary): EmergencyContacts => ({
  type: 'emergency_contacts',
  title: formatContactsTitle(show),
  show: { id: show.id, title: show.title },
  contacts: [],
  without_account: [],
  own_word: [],
  confirmed: false,
  seen: '',
});
