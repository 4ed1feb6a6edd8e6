import { findUser, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import {
  dismissFailedMail,
  findDelivery,
  findUnsentReason,
  retryMailNow,
  resendMail as sendAgain,
} from '#platform/server/mail/index.ts';
import { dismissMail, resendMail, retryMail, sendTestMail } from '../contract.ts';
import { getResendBlocker, redactSecrets } from '../redaction.ts';
import { formatMailError, formatTestMailSent, type MailTransportError } from '../test-mail-messages.ts';
import { composeTestMail, recordTestMail } from './index.ts';

const access = mayUse('admin');

type Needed = Pick<Services, 'mailTransport'>;

export function registerMailLogCalls(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db };
  call(retryMail, { access }, handleRetry(context));
  call(resendMail, { access }, handleResend(context));
  call(sendTestMail, { access, rateLimit: 'message' }, handleTest(context));
  call(dismissMail, { access }, handleDismiss(context));
}

type Context = Needed & Pick<Platform, 'db'>;

/**
 * Changes an email and records the change in the audit log. `run` returns false if the email has changed since the
 * admin opened the page.
 */
async function changeMail(
  { db }: Context,
  request: CallRequest<unknown>,
  action: AuditAction,
  run: (tx: DbTransaction, id: string) => Promise<boolean>,
) {
  const id = request.params.id ?? '';
  const mail = (await findDelivery(db.read, id)) ?? refuseNotFound();
  const entry = { ...auditContextFrom(request, action), subject: id, detail: redactSecrets(mail.subject) };
  await write(db, async (tx) => {
    if (!(await run(tx, id))) refuse(409, 'This email has changed since you opened it. Please reload.');
    await recordAudit(tx, entry);
  });
}

const handleRetry =
  (context: Context): CallHandler<typeof retryMail> =>
  async (request) => {
    await changeMail(context, request, 'mail.retried', (tx, id) => retryMailNow(tx, id, request.now));
    return ok('Trying to send it now.');
  };

const handleResend =
  (context: Context): CallHandler<typeof resendMail> =>
  async (request) => {
    const copyId = newId();
    await changeMail(context, request, 'mail.resent', async (tx, id) => {
      const mail = (await findDelivery(tx, id)) ?? refuseNotFound();
      const why = getResendBlocker(mail, { now: request.now, unsentReason: findUnsentReason(context.mailTransport) });
      if (why !== '') refuse(409, why);
      return sendAgain(tx, id, { copy: copyId, now: request.now });
    });
    return ok('It’s being sent again.');
  };

const handleTest =
  ({ mailTransport: transport, db }: Context): CallHandler<typeof sendTestMail> =>
  async (request) => {
    const { visitor, now } = request;
    if (!transport) return refuse(409, 'Emails are waiting: the site was started without a way to send them.');
    const why = findUnsentReason(transport);
    if (why !== '') return refuse(409, why);
    const { email: to } = (await findUser(db.read, visitor.id)) ?? refuseNotFound();
    const { siteName } = await readSettings(db.read);
    const response = await transport
      .send(composeTestMail({ to, siteName, now }))
      .catch((fault) =>
        refuse(400, formatMailError(fault as MailTransportError, { isEntered: transport.isSetByAdmin === true })),
      );
    const entry = { ...auditContextFrom(request, 'mail.tested') };
    await write(db, async (tx) => {
      await recordTestMail(tx, now);
      await recordAudit(tx, entry);
    });
    return ok(formatTestMailSent(to, response));
  };

const handleDismiss =
  (context: Context): CallHandler<typeof dismissMail> =>
  async (request) => {
    await changeMail(context, request, 'mail.dismissed', dismissFailedMail);
    return ok('Dismissed. The overview no longer counts it.');
  };
