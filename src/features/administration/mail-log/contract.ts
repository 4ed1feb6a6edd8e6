import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, tableState } from '#platform/shared/calls/schemas.ts';
import { type DeliveryStatus, deliveryStatusLabels } from './logged-mail.ts';

/** An email in the log, without links that give access. */
export const LoggedMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  standing: z.enum(Object.keys(deliveryStatusLabels) as [DeliveryStatus, ...DeliveryStatus[]]),
  /**
   * Times with the society's offset: when the email was queued; when it was sent, "" if it wasn't; and the time of the
   * next attempt, "" if there is none.
   */
  queued: z.string(),
  sent: z.string(),
  next: z.string(),
  attempts: z.int(),
  /** The last error as a sentence, and as the mail server's codes; "" for none. */
  problem: z.string(),
  codes: z.string(),
});
export type LoggedMail = z.infer<typeof LoggedMail>;

/** `/members/admin/mails`: the list of emails. */
export const MailLog = z.object({
  type: z.literal('mail_log'),
  title: z.string(),
  table: tableState,
  mails: z.array(LoggedMail),
});
export type MailLog = z.infer<typeof MailLog>;

/** `/members/admin/mails/{id}`: one email. */
export const OpenedMail = z.object({
  type: z.literal('opened_mail'),
  title: z.string(),
  mail: LoggedMail,
  reply_to: z.string(),
  /** The name of the file that stores the email, in the folder `mail` of the site's data; "" for none. */
  file: z.string(),
  /** The text without links that give access. */
  text: z.string(),
  /** True if a link was left out. */
  something_hidden: z.boolean(),
  /** The reason why the email can't be sent again; "" if it can be sent. */
  why_not_again: z.string(),
});
export type OpenedMail = z.infer<typeof OpenedMail>;

export const retryMail = declareCall('POST', '/members/api/mails/:id/retry');
export const resendMail = declareCall('POST', '/members/api/mails/:id/again');
/** Dismisses an undelivered email. */
export const dismissMail = declareCall('POST', '/members/api/mails/:id/let_go');

/** Sends a test email to the admin at once, and returns the mail server's response. */
export const sendTestMail = declareCall('POST', '/members/api/mails/test');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    mail_log: MailLog;
    opened_mail: OpenedMail;
  }
}
