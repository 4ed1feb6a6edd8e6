/** A mail's content. Its job, of the kind `mail` and with its id, has the state of its delivery. */
export interface MailTable {
  id: string;
  /** A key for the email's subject: a second email with the same key is never queued. */
  idempotency_key: string;
  /** One address. */
  to: string;
  /** The society's name, shown before the address that mails come from. */
  from_name: string;
  /** The reply address, or "". */
  reply_to: string;
  subject: string;
  text: string;
  /** "" for a mail that is text alone. */
  html: string;
  created_at: string;
  /** The time until which a link in it gives access; null for an email that anyone may read. */
  secret_until: string | null;
  /** The encrypted token; "" in a mail without one, and once the mail has left. */
  secret: string;
  /** Its attachments, by the kind of their maker (`MailAttachments`) and that maker's input; "" for none. */
  attached_kind: string;
  attached_id: string;
  /** 1 if it was stored instead of being sent: no mail server was set. */
  kept: 0 | 1;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    mail: MailTable;
  }
}
