/** Matches tokens that give access: runs of letters longer than any id or word. */
const token = /(?=[\w-]*[A-Za-z])[\w-]{22,}/g;

export const redactedText = '[not shown]';

/** A mail's text for others than its addressee: without links that would give them access. */
export const redactSecrets = (text: string): string => text.replace(token, redactedText);

interface Mail {
  status: 'waiting' | 'done' | 'failed';
  text: string;
  /** The time until which its link gives access; null for an email without such a link, as far as was recorded. */
  secret_until: string | null;
  kept: 0 | 1;
}

/** Links with access in mails from before their expiry was recorded. */
const lettingIn = /\/members\/(confirm|reset|invitation)\/[\w-]{22}/;

/** Returns true if an email has a link that is meant for its addressee alone. */
const holdsSecret = ({ text, secret_until }: Pick<Mail, 'text' | 'secret_until'>): boolean =>
  secret_until !== null || lettingIn.test(text);

/**
 * Returns why an email can't be sent again at `now`, in a sentence; "" if it can. `unsentReason` says why none leaves
 * now.
 */
export function getResendBlocker(mail: Mail, { now, unsentReason }: { now: string; unsentReason: string }): string {
  if (mail.status === 'waiting') return 'It hasn’t been sent yet, and will be sent automatically.';
  if (unsentReason !== '') return unsentReason;
  if (!holdsSecret(mail)) return '';
  // A failed mail still has its token, encrypted; one that left has none any more
  if (mail.status === 'failed' && mail.secret_until !== null && mail.secret_until > now) return '';
  return 'The link in it was private and isn’t stored, or no longer works, so resending it wouldn’t help. Anyone who needs a link can ask for a new one, or be invited again.';
}
