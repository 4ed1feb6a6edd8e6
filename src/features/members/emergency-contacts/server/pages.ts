import { isCurrentOrUpcoming } from '#features/archive/shows/run.ts';
import { findShowToOpen, listDirectorAndProducerUserIds } from '#features/archive/shows/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { AccessRule, Visitor } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { PageResponse } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type EmergencyContactsContent, viewContacts } from '../contract.ts';
import { findReportRecipients, formatContactsTitle, revealContacts, type ShowIdAndTitle } from './reveal-contacts.ts';

/** A show with the data that determines who may see its emergency contacts. */
export interface EmergencyContactsAccess {
  show: { id: string; title: string };
  /** The ids of the users who direct or produce the show. */
  directors: string[];
  /** True if the show is current or upcoming. */
  open: boolean;
  /** The user who made the show current or upcoming again after it was over or cancelled; null if nobody did. */
  revived_by: string | null;
}

type ShowVisit = Pick<PageRequest, 'db' | 'visitor' | 'today'>;

/** @throws HttpError 404 if there is no show with that id on the site */
export async function loadEmergencyContactsAccess(visit: ShowVisit, showId: string): Promise<EmergencyContactsAccess> {
  const { db, today } = visit;
  const show = (await findShowToOpen(visit, showId)) ?? refuseNotFound();
  return {
    show: { id: show.id, title: show.title },
    directors: await listDirectorAndProducerUserIds(db, show.id),
    open: isCurrentOrUpcoming(show, today),
    revived_by: show.revived_by,
  };
}

/**
 * Returns true for visitors who may view a show's contacts. Admins always may. Directors and producers may while their
 * show is current or upcoming, unless they reinstated a past or cancelled show themselves. A credit that somebody gave
 * themselves doesn't count (docs/decisions/0023).
 */
export const canViewEmergencyContacts = (
  { signedIn, id, role }: Visitor,
  { directors, open, revived_by }: EmergencyContactsAccess,
): boolean => signedIn && (role === 'admin' || (open && revived_by !== id && directors.includes(id)));

/**
 * Explains a refusal to the show's own directors and producers. Returns undefined for everyone else, who get no
 * explanation.
 */
function explainContactsRefusal(
  { id }: Visitor,
  { directors, open, revived_by }: EmergencyContactsAccess,
): string | undefined {
  if (!directors.includes(id)) return undefined;
  if (!open) {
    return 'This show is over or cancelled, so its directors and producers can’t see its emergency contacts. If you still need a number, ask an admin.';
  }
  return revived_by === id
    ? 'This show was over or cancelled until you reinstated it, so you can’t see its emergency contacts. If you need a number, ask an admin.'
    : undefined;
}

/** This rule replaces permissions: no permission opens the contacts to anyone else. */
const mayViewContacts: AccessRule<EmergencyContactsAccess> = {
  name: 'directors and producers of the show, admins',
  allows: canViewEmergencyContacts,
  why: explainContactsRefusal,
};

export function registerEmergencyContactRoutes({ page, call, db }: RouteRegistry): void {
  const options = { access: mayViewContacts, load: loadShow };

  // Browsers get a confirmation first. Programs get the contacts at once, because their requests are deliberate
  // (docs/decisions/0012)
  page(viewContacts.path, { type: 'emergency_contacts', ...options }, (visit) =>
    visit.client.isProgram ? revealContacts(db, visit) : buildConfirmation(db.read, visit.subject.show),
  );

  call(
    viewContacts,
    options,
    async (visit) => new PageResponse('Your access has been logged.', await revealContacts(db, visit)),
  );
}

const loadShow = (visit: PageRequest): Promise<EmergencyContactsAccess> =>
  loadEmergencyContactsAccess(visit, visit.params.id ?? '');

const buildConfirmation = async (db: DbReader, show: ShowIdAndTitle): Promise<EmergencyContactsContent> => ({
  type: 'emergency_contacts',
  title: formatContactsTitle(show),
  show: { id: show.id, title: show.title },
  contacts: [],
  without_account: [],
  own_word: [],
  confirmed: false,
  reported_to: (await findReportRecipients(db)).reportedTo,
  seen: '',
});
