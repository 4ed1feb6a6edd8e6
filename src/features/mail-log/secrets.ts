/** Longer than any id or word: of such letters are the tokens that let their bearer in. */
const token = /(?=[\w-]*[A-Za-z])[\w-]{22,}/g;

export const hidden = '[not shown]';

/** A mail's words as somebody else may read them: without what would let the reader in in the addressee's place. */
export const withoutSecrets = (text: string): string => text.replace(token, hidden);

interface Mail {
  status: 'waiting' | 'sent' | 'failed';
  text: string;
  /** Until when its link lets the bearer in; null for a mail without such a link, as far as was noted. */
  secret_until: string | null;
}

/** Links that let in, in mails that were written before it was noted of each until when. */
const lettingIn = /\/members\/(confirm|reset|invitation)\/[\w-]{22}/;

/** Whether a mail has a link that is meant for its addressee alone. */
const holdsSecret = ({ text, secret_until }: Pick<Mail, 'text' | 'secret_until'>): boolean =>
  secret_until !== null || lettingIn.test(text);

/** Why a mail can't be sent again at `now`, in a sentence; "" when it can. */
export function whyNotAgain(mail: Mail, now: string): string {
  if (mail.status === 'waiting') return 'It hasn’t left yet, and goes by itself.';
  if (!holdsSecret(mail)) return '';
  // What failed still has its link, sealed; what left has taken it along
  if (mail.status === 'failed' && mail.secret_until !== null && mail.secret_until > now) return '';
  return 'The link in it was its reader’s alone and isn’t kept, or no longer works, so sending it again would help nobody. Whoever needs one asks for a new link, or is invited again.';
}
