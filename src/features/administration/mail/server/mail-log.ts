import { bookingIssuesPath } from '#features/box-office/orders/order.ts';
import { listRefusedEmails } from '#features/box-office/orders/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  countFailedMails,
  dismissFailedMail,
  findMailDelivery,
  findUnsentReason,
  formatMailFileName,
  type MailFilter,
  retryMailNow,
  searchMails,
  resendMail as sendAgain,
} from '#platform/server/mail/index.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import { listTableQueryKeys, parseTableQuery, ROWS_PER_PAGE, resolveTablePage } from '#platform/shared/tables/table.ts';
import {
  dismissMail,
  type LoggedMail,
  type LoggedMailContent,
  type MailLog,
  resendMail,
  retryMail,
  sendTestMail,
} from '../contract.ts';
import {
  deliveryStatusLabels,
  formatDeliveryProblem,
  getDeliveryStatus,
  getResendRefusalReason,
  mailLogPath,
  mailLogTableRules,
  redactSecrets,
} from '../logged-mail.ts';
import { sendTestMailAndRespond } from './index.ts';

const access = mayUse('admin');
const query = listTableQueryKeys(mailLogTableRules);

type Needed = Pick<Services, 'mailTransport'>;

export function registerMailLogPages(registry: RouteRegistry, services: Needed): void {
  const { page, resource } = registry;
  page(mailLogPath, { type: 'mail_log', access, query }, buildMailLogPage);
  page(`${mailLogPath}/:id`, { type: 'opened_mail', access, load: loadMail }, buildMailPage(services));
  resource(`${mailLogPath}.csv`, { access, query }, exportMails);
}

const buildMailLogPage = async (visit: PageRequest): Promise<MailLog> => {
  const { db } = visit;
  const { tableRequest, filter, timeZone } = await parseMailSearch(visit);
  const { total, rows } = await searchMails(db, filter);
  const { from, table } = resolveTablePage(tableRequest, total);
  const mails = (await rows(from)).map((mail) => toLoggedMail(mail, timeZone));
  return { type: 'mail_log', title: 'Mail log', table, mails };
};

const buildMailPage =
  ({ mailTransport: transport }: Needed) =>
  async ({ db, now, subject }: PageRequest<StoredMail>): Promise<LoggedMailContent> => {
    const { timeZone } = await readSettings(db);
    const mail = toLoggedMail(subject, timeZone);
    return {
      type: 'opened_mail',
      title: mail.subject,
      mail,
      reply_to: subject.reply_to,
      file: transport?.to === 'nowhere' ? '' : findStoredFileName(subject, now),
      text: redactSecrets(subject.text),
      something_hidden: subject.secret_until !== null || redactSecrets(subject.text) !== subject.text,
      why_not_again: getResendRefusalReason(subject, { now, unsentReason: findUnsentReason(transport) }),
    };
  };

const exportMails = async (visit: PageRequest) => {
  const { filter, timeZone } = await parseMailSearch(visit);
  const { total, rows } = await searchMails(visit.db, filter);
  const lines: string[][] = [['written', 'to', 'subject', 'status', 'attempts', 'sent', 'problem']];
  for (let from = 0; from < total; from += ROWS_PER_PAGE) {
    for (const mail of (await rows(from)).map((row) => toLoggedMail(row, timeZone))) {
      const { queued, to, subject, attempts, sent, problem } = mail;
      lines.push([
        formatCsvDateTime(queued),
        to,
        subject,
        deliveryStatusLabels[mail.standing],
        `${attempts}`,
        formatCsvDateTime(sent),
        problem,
      ]);
    }
  }
  return createCsvResponse('mail-log.csv', lines);
};

/**
 * Returns the file name of an email that was only stored; "" for other emails, and once the email's link that gives
 * access has expired, because the file is deleted then.
 */
const findStoredFileName = (mail: StoredMail, now: string): string => {
  const isThere = getDeliveryStatus(mail) === 'kept' && (mail.secret_until === null || mail.secret_until > now);
  return isThere ? formatMailFileName(mail) : '';
};

type StoredMail = NonNullable<Awaited<ReturnType<typeof loadMail>>>;

const loadMail = ({ db, params }: PageRequest) => findMailDelivery(db, params.id ?? '');

async function parseMailSearch({ db, query }: PageRequest) {
  const { timeZone } = await readSettings(db);
  const tableRequest = parseTableQuery(mailLogTableRules, query);
  const { standing: delivery, from, until } = tableRequest.filters;
  const filter: MailFilter = {
    words: tableRequest.words,
    delivery,
    from: from ? toInstant(`${from}T00:00`, timeZone) : undefined,
    until: until ? toInstant(`${addDays(until, 1)}T00:00`, timeZone) : undefined,
    by: tableRequest.by,
    descending: tableRequest.descending,
  };
  return { tableRequest, filter, timeZone };
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof searchMails>>['rows']>>[number];

function toLoggedMail(mail: Row, timeZone: string): LoggedMail {
  const { id, to, status, attempts, created_at, finished_at, due, last_error } = mail;
  return {
    id,
    to,
    subject: redactSecrets(mail.subject),
    standing: getDeliveryStatus(mail),
    queued: formatIsoWithOffset(created_at, timeZone),
    sent:
      status === 'done' && mail.kept === 0 && finished_at !== null ? formatIsoWithOffset(finished_at, timeZone) : '',
    next: status === 'waiting' ? formatIsoWithOffset(due, timeZone) : '',
    attempts,
    problem: formatDeliveryProblem(last_error),
    codes: last_error,
  };
}

/** Counts undelivered emails, except emails to buyers, which are in the box office's list. */
export const failedMailsTodo: AdminTodoSource = {
  tool: mailLogPath,
  waiting: async ({ db }) => {
    const failed = (await countFailedMails(db)) - (await listRefusedEmails(db)).length;
    if (failed === 0) return [];
    const text = `${formatCount(failed, 'email wasn’t', 'emails weren’t')} delivered`;
    return [{ words: text, link: `${mailLogPath}?standing=failed` }];
  },
  nudge: { kind: 'mail_refused', item: 'admin', action: 'See the mail log' },
};

/** Counts undelivered emails to buyers. */
export const refusedTicketEmailsTodo: AdminTodoSource = {
  tool: mailLogPath,
  waiting: async ({ db }) => {
    const { length } = await listRefusedEmails(db);
    if (length === 0) return [];
    const words =
      length === 1 ? 'An email to a buyer wasn’t delivered' : `${length} emails to buyers weren’t delivered`;
    return [{ words, link: bookingIssuesPath }];
  },
  nudge: { kind: 'letter_refused', item: 'bookings', action: 'See what to do' },
};

export function registerMailLogCalls(registry: RouteRegistry, services: Needed): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  call(retryMail, { access }, handleRetry(context));
  call(resendMail, { access }, handleResend(context));
  call(sendTestMail, { access, rateLimit: 'message' }, handleTest(context));
  call(dismissMail, { access }, handleDismiss(context));
}

type Context = Needed & Pick<RouteRegistry, 'db'>;

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
  const mail = (await findMailDelivery(db.read, id)) ?? refuseNotFound();
  const entry = { ...createAuditContext(request, action), subject: id, detail: redactSecrets(mail.subject) };
  await write(db, async (tx) => {
    if (!(await run(tx, id))) refuse(409, 'This email has changed since you opened it. Please reload.');
    await recordAudit(tx, entry);
  });
}

const handleRetry =
  (context: Context): CallHandler<typeof retryMail> =>
  async (request) => {
    await changeMail(context, request, 'mail.retried', (tx, id) => retryMailNow(tx, id, request.now));
    return ok('Trying to send the email now.');
  };

const handleResend =
  (context: Context): CallHandler<typeof resendMail> =>
  async (request) => {
    const copyId = newId();
    await changeMail(context, request, 'mail.resent', async (tx, id) => {
      const mail = (await findMailDelivery(tx, id)) ?? refuseNotFound();
      const why = getResendRefusalReason(mail, {
        now: request.now,
        unsentReason: findUnsentReason(context.mailTransport),
      });
      if (why !== '') refuse(409, why);
      return sendAgain(tx, id, { copy: copyId, now: request.now });
    });
    return ok('The email is being sent again.');
  };

const handleTest =
  ({ mailTransport: transport, db }: Context): CallHandler<typeof sendTestMail> =>
  async (request) => {
    if (!transport) return refuse(409, 'Emails are waiting: the site was started without a way to send them.');
    const why = findUnsentReason(transport);
    if (why !== '') return refuse(409, why);
    return sendTestMailAndRespond(db, request, { transport, isEntered: transport.isSetByAdmin === true });
  };

const handleDismiss =
  (context: Context): CallHandler<typeof dismissMail> =>
  async (request) => {
    await changeMail(context, request, 'mail.dismissed', dismissFailedMail);
    return ok('Dismissed. Admin Tools no longer counts this email.');
  };
