import { formatCannotEmail } from '#platform/shared/text/tell-yourself.ts';
import type { MailTransport } from './transport.ts';

/**
 * Explains why emails aren't sent, and what an admin can do about it; "" if a mail server is set, or emails are waiting
 * for one.
 */
export function findUnsentReason(transport: MailTransport | undefined): string {
  if (transport?.to === 'folder')
    return 'No mail server is set up, so emails aren’t being delivered. Each one is stored as a file in the “mail” folder of the site’s data. An admin can enter a mail server in Admin Tools, Mail settings.';
  if (transport?.to === 'nowhere')
    return 'This is a public demo, so it doesn’t send any emails. You can read them in the mail log.';
  return '';
}

/** Returns true, unless it is known that emails stay on this site. */
export const canSendMail = (transport: MailTransport | undefined): boolean => findUnsentReason(transport) === '';

const unsentMessages = {
  folder: 'No email was sent, because this site has no mail server yet. Unsent emails are kept in the mail log.',
  nowhere: 'No email was sent, because this is a demo. Unsent emails are kept in the mail log.',
} as const;

/**
 * Returns a sentence about an email that was just queued: `sent`, or if this site sends no emails, a sentence that says
 * so.
 */
export const describeQueuedEmail = (transport: MailTransport | undefined, sent: string): string =>
  transport === undefined || transport.to === 'server' ? sent : unsentMessages[transport.to];

/** Does the same as `describeQueuedEmail` for an email to a person who can also be reached in another way. */
export const describeQueuedEmailTo = (
  transport: MailTransport | undefined,
  sent: string,
  person: Parameters<typeof formatCannotEmail>[0],
): string => (canSendMail(transport) ? sent : formatCannotEmail(person));
