import type { Access } from '../../../platform/server/http/access.ts';
import type { Visit } from '../../../platform/server/http/page.ts';
import { PageAnswer } from '../../../platform/server/http/page-answer.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { directorsOf } from '../../accounts/server/index.ts';
import { findShow } from '../../shows/server/index.ts';
import type { EmergencyContacts } from '../contract.ts';
import { look, type Show, titleFor } from './look.ts';

interface Thing {
  show: Show;
  directors: readonly string[];
}

/** SPEC §6: that show's directors, and admins; no permitted item opens these for anyone else. */
const mayLook: Access<Thing> = {
  name: 'directors of the show, admins',
  allows: ({ signedIn, id, role }, { directors }) => signedIn && (role === 'admin' || directors.includes(id)),
};

const path = '/members/emergency_contacts/:id';

export function emergencyContactsPages({ page, call, db }: Platform): void {
  const options = { access: mayLook, on: showOf };

  // A person is asked first, whichever way they came; another program has asked its own (docs/decisions/0012)
  page(path, options, (visit): EmergencyContacts | Promise<EmergencyContacts> =>
    visit.client.program ? look(db, visit) : unasked(visit.thing.show),
  );

  call('POST', path, options, async (visit) => new PageAnswer('Your look has been reported.', await look(db, visit)));
}

async function showOf({ db, params }: Visit): Promise<Thing | undefined> {
  const show = await findShow(db, params.id ?? '');
  return show && { show, directors: await directorsOf(db, show.id) };
}

const unasked = (show: Show): EmergencyContacts => ({
  type: 'emergency_contacts',
  title: titleFor(show),
  show: { id: show.id, title: show.title },
  contacts: [],
  without_account: [],
  confirmed: false,
  seen: '',
});
