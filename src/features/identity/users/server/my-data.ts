import {
  assertAdminRemains,
  endUserSessions,
  findUser,
  isActiveAccount,
  mayUse,
  scheduleErasure,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditActionFormatter, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeEmail, type EmailContent } from '#platform/server/mail/compose-email.ts';
import { queueMail } from '#platform/server/mail/index.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { addMs, day } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { erasureDelayDays, myDataPath } from '../my-data.ts';
import { requestErasure } from '../my-data-contract.ts';
import { findDataSubject } from './erasure.ts';

/** Composes the email that confirms a request for erasure. `day` is the day on which the account will be erased. */
const composeErasureScheduledEmail = ({
  firstname,
  siteName,
  day,
}: Record<'firstname' | 'siteName' | 'day', string>): EmailContent =>
  composeEmail({
    subject: 'Your account will be erased',
    firstname,
    before: [
      `You asked us to erase your account. It’s now disabled and will be erased on ${day}.`,
      'If you change your mind, or it wasn’t you, sign in before then to reactivate it.',
    ],
    siteName,
  });

const access = mayUse('account_settings');
const erasureDelayMs = erasureDelayDays * day;

type MyDataServices = Pick<Services, 'all'>;

export function registerMyDataCalls(registry: RouteRegistry, services: MyDataServices): void {
  const { call, resource } = registry;
  const context = { ...services, db: registry.db };
  resource(myDataPath, { access, requiresReauthentication: true }, exportMyData(context));
  call(requestErasure, { access, requiresReauthentication: true }, scheduleOwnErasure(context));
}

type Context = MyDataServices & Pick<RouteRegistry, 'db'>;

const exportMyData =
  ({ all }: Context) =>
  async ({ db, visitor, now }: PageRequest) => {
    const user = (await findUser(db, visitor.id)) ?? refuseNotFound();
    const { siteName } = await readSettings(db);
    const formatAction = createAuditActionFormatter(all('auditActions'));
    const subject = await findDataSubject(db, user);
    const parts: Record<string, unknown> = {};
    for (const { name, about } of all('personalData')) {
      parts[name] = await about(db, subject, { formatAction });
    }
    return {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: `${JSON.stringify({ held_by: siteName, made_at: now, ...parts }, null, 2)}\n`,
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    };
  };

const scheduleOwnErasure =
  ({ db }: Context): CallHandler<typeof requestErasure> =>
  async (request) => {
    const { body, visitor, now, cookies } = request;
    const { siteName, timeZone } = await readSettings(db.read);
    const due_at = addMs(now, erasureDelayMs);
    const [entry, mailId] = [createAuditContext(request), newId()];
    const day = formatLocalDate(formatIsoWithOffset(due_at, timeZone));
    await write(db, async (tx) => {
      const user = (await findUser(tx, visitor.id)) ?? refuseNotFound();
      // If an admin has disabled the account in the meantime, signing in must not reactivate it
      const kept_shut = isActiveAccount(user) ? 0 : 1;
      await scheduleErasure(tx, { user_id: user.id, shown_as: body.shown_as, asked_at: now, due_at, kept_shut });
      if (user.role === 'admin') await assertAdminRemains(tx);
      await endUserSessions(tx, user.id);
      await recordAudit(tx, { ...entry, action: 'erasure.requested', subject: user.id });
      await queueMail(tx, {
        id: mailId,
        idempotencyKey: `erasure ${entry.id}`,
        to: user.email,
        fromName: siteName,
        ...composeErasureScheduledEmail({ firstname: user.firstname, siteName, day }),
        at: now,
      });
    });
    cookies.clear(sessionCookie);
    return ok(`Your account has been disabled and will be erased on ${day}. Sign in before then to keep it.`);
  };
