export { canViewEmergencyContacts, loadEmergencyContactsAccess } from './pages.ts';

import { readSettings } from '#features/society/settings/server/index.ts';
import { countAuditEntriesAbout, listAuditEntriesAbout } from '#platform/server/audit/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { ViewOfOwnContacts } from '../contract.ts';
import { contactViewedAction } from './reveal-contacts.ts';

/** Counts the views that `listViewsOfOwnContacts` would list without its limit. */
export const countViewsOfOwnContacts = ({
  db,
  visitor,
}: {
  db: PageRequest['db'];
  visitor: { id: string };
}): Promise<number> => countAuditEntriesAbout(db, visitor.id, { action: contactViewedAction });

/**
 * Lists the last hundred views of the emergency contacts of the visitor and of children for whom the visitor pays,
 * newest first.
 */
export async function listViewsOfOwnContacts({
  db,
  visitor,
}: {
  db: PageRequest['db'];
  visitor: { id: string };
}): Promise<ViewOfOwnContacts[]> {
  const { timeZone } = await readSettings(db);
  const entries = await listAuditEntriesAbout(db, visitor.id, { action: contactViewedAction, count: 100 });
  return entries.map(({ id, at, actor_id, actor_name, detail }) => ({
    id,
    when: formatDateTime(formatIsoWithOffset(at, timeZone)),
    who: actor_id === visitor.id ? 'You' : actor_name,
    show: detail,
  }));
}
