import { newId } from '../crypto/ids.ts';
import type { CallRequest } from '../http/routes/call.ts';

/** Returns the actor, time and origin of a change for its audit entry. Made outside the write, which may run twice. */
export const auditContextFrom = ({ visitor, client, now }: Pick<CallRequest, 'visitor' | 'client' | 'now'>) => ({
  id: newId(),
  at: now,
  actor: { id: visitor.id, name: visitor.name },
  address: client.notedAddress,
});
