/** Matches tokens that give access. They are longer than any id or word. */
const token = /(?=[\w-]*[A-Za-z])[\w-]{22,}/g;

export const redactedText = '[not shown]';

/** Replaces the tokens of links that give access in the text of an email. */
export const redactSecrets = (text: string): string => text.replace(token, redactedText);

interface ResendableMail {
  status: 'waiting' | 'done' | 'failed';
  text: string;
  /**
   * The time until which the email's link gives access. Null if the email has no such link, or was sent before this was
   * recorded.
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
export function getResendBlocker(
  mail: ResendableMail,
  { now, unsentReason }: { now: string; unsentReason: string },
): string {
  if (mail.status === 'waiting') return 'It hasn’t been sent yet, and will be sent automatically.';
  if (unsentReason !== '') return unsentReason;
  if (!hasSecret(mail)) return '';
  // A failed email still has its token, encrypted; a sent email no longer does
  if (mail.status === 'failed' && mail.secret_until !== null && mail.secret_until > now) return '';
  return 'The link in it was private and isn’t stored, or no longer works, so resending it wouldn’t help. Anyone who needs a link can ask for a new one, or be invited again.';
}
