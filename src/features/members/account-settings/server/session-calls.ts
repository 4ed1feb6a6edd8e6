import { formatDevice, type OwnSession } from '#features/society/accounts/device-names.ts';
import {
  endEmailLinks,
  endOtherSessions,
  endSession,
  lastingSessionsOf,
  mayUse,
  sessionLasts,
} from '#features/society/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { signOutDevice, signOutOthers } from '../contract.ts';

/** Lists the visitor's sessions, last used first. */
export async function ownSessions({
  db,
  visitor,
  now,
}: Pick<PageRequest, 'db' | 'visitor' | 'now'>): Promise<OwnSession[]> {
  const sessions = await lastingSessionsOf(db, visitor.id, now);
  return sessions.map(({ id, device, address, created_at, last_used_at }) => ({
    id,
    device: formatDevice(device),
    address,
    created_at,
    last_used_at,
    current: id === visitor.session,
  }));
}

export function sessionCalls({ call, db }: Platform): void {
  const access = mayUse('account_settings');
  call(signOutOthers, { access, accountSecurity: true }, async (request) => {
    const entry = { ...doneBy(request), subject: request.visitor.id };
    await write(db, async (tx) => {
      await endOtherSessions(tx, request.visitor.id, request.visitor.session);
      await recordAudit(tx, { ...entry, action: 'session.others_ended' });
    });
    return ok('All your other devices have been signed out.');
  });

  call(signOutDevice, { access, accountSecurity: true }, async (request) => {
    const { id } = request.params;
    if (id === request.visitor.session) refuse(409, 'That’s the device you’re using: use Logout to sign out here.');
    const entry = { ...doneBy(request), subject: request.visitor.id };
    await write(db, async (tx) => {
      // Somebody else's session doesn't exist here, like one that has ended
      if (!(await sessionLasts(tx, id, request.visitor.id))) refuse(404, 'That device has already been signed out.');
      await endSession(tx, id);
      // Somebody there may have asked for another address
      await endEmailLinks(tx, request.visitor.id);
      await recordAudit(tx, { ...entry, action: 'session.ended' });
    });
    return ok('That device has been signed out.');
  });
}
