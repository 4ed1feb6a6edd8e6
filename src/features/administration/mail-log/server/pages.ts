import { bookingIssuesPath } from '#features/box-office/orders/order.ts';
import { listRefusedEmails } from '#features/box-office/ticket-emails/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AdminTodo, formatCount, type Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  countFailedMails,
  findDelivery,
  findUnsentReason,
  formatMailFileName,
  type MailFilter,
  searchMails,
} from '#platform/server/mail/index.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import { listTableKeys, paginateTable, parseTableQuery, ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import type { LoggedMail, MailLog, OpenedMail } from '../contract.ts';
import { deliveryStatusLabels, formatDeliveryProblem, getDeliveryStatus } from '../delivery-status.ts';
import { getResendBlocker, redactSecrets } from '../redaction.ts';
import { mailsPath, mailTable } from '../table.ts';

const access = mayUse('admin');
const query = listTableKeys(mailTable);

type Needed = Pick<Services, 'mailTransport'>;

export function registerMailLogPages(platform: Platform, services: Needed): void {
  const { page, resource } = platform;
  page(mailsPath, { type: 'mail_log', access, query }, buildMailLogPage);
  page(`${mailsPath}/:id`, { type: 'opened_mail', access, load: loadMail }, buildMailPage(services));
  resource(`${mailsPath}.csv`, { access, query }, exportMails);
}

const buildMailLogPage = async (visit: PageRequest): Promise<MailLog> => {
  const { db } = visit;
  const { tableRequest, filter, timeZone } = await parseMailSearch(visit);
  const { total, rows } = await searchMails(db, filter);
  const { from, table } = paginateTable(tableRequest, total);
  const mails = (await rows(from)).map((mail) => toLoggedMail(mail, timeZone));
  return { type: 'mail_log', title: 'Mail log', table, mails };
};

const buildMailPage =
  ({ mailTransport: transport }: Needed) =>
  async ({ db, now, subject }: PageRequest<StoredMail>): Promise<OpenedMail> => {
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
      why_not_again: getResendBlocker(subject, { now, unsentReason: findUnsentReason(transport) }),
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
 * Returns the file name of an email that was only stored. Returns "" for other emails, and once the email's link has
 * expired.
 */
const findStoredFileName = (mail: StoredMail, now: string): string => {
  const isThere = getDeliveryStatus(mail) === 'kept' && (mail.secret_until === null || mail.secret_until > now);
  return isThere ? formatMailFileName(mail) : '';
};

type StoredMail = NonNullable<Awaited<ReturnType<typeof loadMail>>>;

const loadMail = ({ db, params }: PageRequest) => findDelivery(db, params.id ?? '');

async function parseMailSearch({ db, query }: PageRequest) {
  const { timeZone } = await readSettings(db);
  const tableRequest = parseTableQuery(mailTable, query);
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
export const failedMailsTodo: AdminTodo = {
  tool: mailsPath,
  waiting: async ({ db }) => {
    const failed = (await countFailedMails(db)) - (await listRefusedEmails(db)).length;
    if (failed === 0) return [];
    const text = `${formatCount(failed, 'email wasn’t', 'emails weren’t')} delivered`;
    return [{ words: text, link: `${mailsPath}?standing=failed` }];
  },
  nudge: { kind: 'mail_refused', item: 'admin', action: 'See the mail log' },
};

/** Counts undelivered emails to buyers. */
export const refusedTicketEmailsTodo: AdminTodo = {
  tool: mailsPath,
  waiting: async ({ db }) => {
    const { length } = await listRefusedEmails(db);
    if (length === 0) return [];
    const words = length === 1 ? 'An email to a buyer was refused' : `${length} emails to buyers were refused`;
    return [{ words, link: bookingIssuesPath }];
  },
  nudge: { kind: 'letter_refused', item: 'bookings', action: 'See what to do' },
};
