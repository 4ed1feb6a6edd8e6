import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { setTicketEmailEnabled } from '../contract.ts';
import { isAlwaysSent, ticketEmailLabels } from '../ticket-email-kinds.ts';
import { setEmailKindEnabled } from './store.ts';

export function registerTicketEmailCalls(platform: Platform): void {
  const { call } = platform;

  call(setTicketEmailEnabled, { access: mayUse('bookings') }, switchTicketEmail(platform));
}

type Context = Pick<Platform, 'db'>;

const switchTicketEmail =
  ({ db }: Context): CallHandler<typeof setTicketEmailEnabled> =>
  async (request) => {
    const { kind, on } = request.body;
    const { name } = ticketEmailLabels[kind];
    if (!on && isAlwaysSent(kind)) {
      refuse(409, `“${name}” is always sent: nothing else tells people that places are being held for them.`);
    }
    const entry = { ...auditContextFrom(request, on ? 'ticket_email.enabled' : 'ticket_email.disabled'), detail: name };
    await write(db, async (tx) => {
      await setEmailKindEnabled(tx, kind, on);
      await recordAudit(tx, entry);
    });
    return ok(on ? `“${name}” is switched on.` : `“${name}” is switched off.`);
  };
