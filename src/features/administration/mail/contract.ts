import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, requiredSingleLine, singleLine, tableState } from '#platform/shared/calls/schemas.ts';
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
export const LoggedMailContent = z.object({
  type: z.literal('opened_mail'),
  title: z.string(),
  mail: LoggedMail,
  reply_to: z.string(),
  /** The name of the file that stores the email, in the folder `mail` of the site's data; "" for none. */
  file: z.string(),
  /** The text without the tokens of links that give access. */
  text: z.string(),
  /** True if the email has, or had, a link that gives access. */
  something_hidden: z.boolean(),
  /** The reason why the email can't be sent again; "" if it can. */
  why_not_again: z.string(),
});
export type LoggedMailContent = z.infer<typeof LoggedMailContent>;

export const retryMail = declareCall('POST', '/members/api/mails/:id/retry');
export const resendMail = declareCall('POST', '/members/api/mails/:id/again');
/** Dismisses an undelivered email. */
export const dismissMail = declareCall('POST', '/members/api/mails/:id/let_go');

/** Sends a test email to the admin at once, and returns the mail server's response. */
export const sendTestMail = declareCall('POST', '/members/api/mails/test');

export const mailSettingsPath = '/members/admin/mail_settings';

/**
 * The encryption of the connection to the mail server: from the start (`tls`), after connecting (`starttls`), or only
 * if the server offers it (`optional`).
 */
const encryption = z.enum(['tls', 'starttls', 'optional']);

/** `/members/admin/mail_settings`: the mail server that sends the site's emails. */
export const MailSettings = z.object({
  type: z.literal('mail_settings'),
  title: z.string(),
  /** The place where the mail server is set: the environment, the admins' screen, or nowhere in a public demo. */
  set_by: z.enum(['environment', 'admin', 'demo']),
  /** True if the visitor may change the settings. */
  may_change: z.boolean(),
  /**
   * The id of the saved settings, "" if there are none. A save sends it, and is refused if the settings have changed.
   */
  basis: z.string(),
  /** The mail server's host name; "" if none is set. */
  host: z.string(),
  port: z.int(),
  encryption,
  /** The user name; "" for none, and for a visitor without the role admin. */
  user: z.string(),
  has_password: z.boolean(),
  /** True if the stored password can't be decrypted any more. */
  password_lost: z.boolean(),
  sender: z.string(),
});
export type MailSettings = z.infer<typeof MailSettings>;

const hostRule = 'Enter only the name of the mail server, such as mail.example.org.';
const portRule = 'Enter the number of the port, such as 587.';

/** The mail server as typed. An empty password means the stored one, if there is one for this account on this server. */
export const MailServerBody = z.object({
  basis: z.string().max(20).default(''),
  host: requiredSingleLine('Enter the name of the mail server.', 253)
    .overwrite((host) => host.toLowerCase())
    .regex(/^([a-z0-9-]+(\.[a-z0-9-]+)*|[0-9a-f:.]+)$/, hostRule),
  port: z.coerce.number(portRule).int(portRule).min(1, portRule).max(65_535, portRule),
  encryption,
  user: singleLine(320).default(''),
  password: z
    .string()
    .max(500, 'Keep the password to 500 characters or fewer.')
    .regex(/^\P{Cc}*$/u, 'The password contains a character that can’t be typed.')
    .default(''),
  sender: requiredSingleLine('Enter the address that emails are sent from.', 254).pipe(
    z.email('Enter an email address, such as website@players.example.'),
  ),
});
export type MailServerBody = z.infer<typeof MailServerBody>;

/**
 * Saves the mail server once the site has connected to it. All admins are notified, through the earlier server if there
 * was one.
 */
export const saveMailServer = declareCall('POST', '/members/api/admin/mail_settings', { body: MailServerBody });
/** Sends a test email to the admin through the server as typed, saved or not. */
export const testMailServer = declareCall('POST', '/members/api/admin/mail_settings/try', { body: MailServerBody });
export const removeMailServer = declareCall('POST', '/members/api/admin/mail_settings/remove');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    mail_log: MailLog;
    opened_mail: LoggedMailContent;
    mail_settings: MailSettings;
  }
}
