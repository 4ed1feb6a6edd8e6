import type { TableRules } from '#platform/shared/tables/table.ts';

/**
 * The delivery states of an email, with their labels. `kept` means that the email was only stored because the site
 * can't send email.
 */
export const deliveryStatusLabels = {
  waiting: 'Waiting to be sent',
  retrying: 'Will try again',
  failed: 'Not delivered',
  let_go: 'Not delivered (dismissed)',
  sent: 'Sent',
  kept: 'Saved, not sent',
} as const;
export type DeliveryStatus = keyof typeof deliveryStatusLabels;

/** Derives the state of an email from the job that delivers it, and from whether the email was only stored. */
export function getDeliveryStatus(delivery: {
  status: 'waiting' | 'done' | 'failed';
  last_error: string;
  dismissed: 0 | 1;
  kept: 0 | 1;
}): DeliveryStatus {
  if (delivery.status === 'waiting') return delivery.last_error === '' ? 'waiting' : 'retrying';
  if (delivery.status === 'done') return delivery.kept === 1 ? 'kept' : 'sent';
  return delivery.dismissed === 1 ? 'let_go' : 'failed';
}

/**
 * Describes a delivery error as a sentence. `codes` are the stored codes, such as "EENVELOPE 550"; without codes,
 * returns "".
 */
export function formatDeliveryProblem(codes: string): string {
  if (codes === '') return '';
  if (/EUNFINISHED/.test(codes))
    return 'The site stopped while the email was being sent. The email may have arrived anyway.';
  if (/EPASSWORD/.test(codes))
    return 'The password of the mail server can’t be read any more. An admin can enter it again in Mail settings.';
  if (/EPRIVATE/.test(codes))
    return 'The mail server’s name belongs to this machine or a private network, so the site doesn’t connect to it.';
  const code = Number(/\b[45]\d\d\b/.exec(codes)?.[0] ?? 0);
  if (/EAUTH|\b(530|534|535)\b/.test(codes)) {
    return 'The mail server rejected our user name or password. An admin can check them in Mail settings, or on the server if SMTP_URL is set there.';
  }
  if (/ECONN|ESOCKET|EDNS|ENOTFOUND|ETIMEDOUT/.test(codes) && code === 0) return 'The mail server couldn’t be reached.';
  if (codes.includes('ETLS') && code === 0)
    return 'The mail server and the site couldn’t set up an encrypted connection.';
  if (codes.includes('EPROTOCOL') && code === 0) return 'The mail server didn’t respond as expected.';
  if (code === 552 || code === 452) return 'A mailbox or the mail server is full, or the email is too large.';
  if ([550, 551, 553].includes(code))
    return 'The mail server refused the address or the email. Is the address spelt correctly?';
  if (code >= 500) return 'The mail server refused the email.';
  if (code >= 400) return 'The mail server asked us to try again later.';
  return 'Something went wrong while the email was being sent.';
}

/** Matches tokens that give access. They are longer than any id or word. */
const token = /(?=[\w-]*[A-Za-z])[\w-]{22,}/g;

export const redactionPlaceholder = '[not shown]';

/** Replaces the tokens of access links in an email's text. */
export const redactSecrets = (text: string): string => text.replace(token, redactionPlaceholder);

interface ResendableMail {
  status: 'waiting' | 'done' | 'failed';
  text: string;
  /**
   * The time until which the email's link gives access. Null if the email has no such link, or was sent before this
   * time was recorded.
   */
  secret_until: string | null;
  kept: 0 | 1;
}

/** Matches links that give access, in emails that were sent before the expiry was recorded. */
const accessLink = /\/members\/(confirm|reset|invitation)\/[\w-]{22}/;

/** Returns true if an email has a link that gives access. */
const hasSecret = ({ text, secret_until }: Pick<ResendableMail, 'text' | 'secret_until'>): boolean =>
  secret_until !== null || accessLink.test(text);

/**
 * Returns the reason why an email can't be sent again at `now`; "" if it can. `unsentReason` is the reason why the site
 * can't send email at all, or "".
 */
export function getResendRefusalReason(
  mail: ResendableMail,
  { now, unsentReason }: { now: string; unsentReason: string },
): string {
  if (mail.status === 'waiting') return 'This email hasn’t been sent yet, and will be sent automatically.';
  if (unsentReason !== '')
    return mail.kept === 1 ? unsentReason : `This email can’t be sent again at the moment. ${unsentReason}`;
  if (!hasSecret(mail)) return '';
  // A failed email still has its token, encrypted; a sent email no longer does
  if (mail.status === 'failed' && mail.secret_until !== null && mail.secret_until > now) return '';
  return 'The private link in this email isn’t stored any more, or no longer works, so sending it again wouldn’t help. Anyone who needs a link can ask for a new one, or be invited again.';
}

export const mailLogPath = '/members/admin/mails';

/** The sort orders and filters of the mail log. */
export const mailLogTableRules = {
  sorts: { queued: 'date', to: 'text', subject: 'text' },
  sort: '-queued',
  filters: {
    standing: ['failed', 'let_go', 'retrying', 'waiting', 'sent', 'kept'] satisfies DeliveryStatus[],
    from: 'date',
    until: 'date',
  },
} as const satisfies TableRules;
