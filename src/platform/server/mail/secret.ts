import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { MailTable } from './tables.ts';

/** A token in an email's text that gives access. Only the addressee may see it. */
export interface MailSecret {
  token: string;
  until: Instant;
  encryption: Pick<Encryption, 'encrypt'>;
}

/** The text that replaces the secret for any reader other than the addressee. */
const inItsPlace = '[not shown]';

const about = (id: string) => `mail ${id}`;

/** Returns the email in the form in which it may be stored: its text without the token, and the token encrypted. */
export function redactMailSecret<Mail extends { id: string; text: string; html: string }>(
  mail: Mail,
  secret: MailSecret | undefined,
): Mail & { secret: string; secret_until: Instant | null } {
  if (!secret) return { ...mail, secret: '', secret_until: null };
  const { token, until, encryption } = secret;
  const without = (text: string) => text.replaceAll(token, inItsPlace);
  return {
    ...mail,
    text: without(mail.text),
    html: without(mail.html),
    secret: encryption.encrypt(token, about(mail.id)),
    secret_until: until,
  };
}

/**
 * Restores the email for its addressee; returns undefined if the data key has been replaced since the email was stored.
 */
export function restoreMailSecret(mail: MailTable, encryption: Pick<Encryption, 'decrypt'>): MailTable | undefined {
  if (mail.secret === '') return mail;
  const token = encryption.decrypt(mail.secret, about(mail.id));
  if (token === undefined) return undefined;
  const whole = (text: string) => text.replaceAll(inItsPlace, token);
  return { ...mail, text: whole(mail.text), html: whole(mail.html) };
}
