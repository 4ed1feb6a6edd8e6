export interface MailTable {
  id: string;
  /** A key for what the mail is about: a second mail with the same key is never queued. */
  idempotency_key: string;
  /** One address. */
  to: string;
  /** The society's name, shown before the address that mails come from. */
  from_name: string;
  /** Where an answer goes, else "". */
  reply_to: string;
  subject: string;
  text: string;
  /** "" for a mail that is text alone. */
  html: string;
  created_at: string;
  status: 'waiting' | 'sent' | 'failed';
  /** How often it has been claimed for sending. */
  attempts: number;
  next_attempt_at: string;
  /** Codes alone ("EENVELOPE 550"): a server's words may name people. */
  last_error: string;
  sent_at: string | null;
  /** Until when a link in it gives access; null for a mail that anyone may read. */
  secret_until: string | null;
  /** The encrypted token; "" in a mail without one, and once the mail has left. */
  secret: string;
  /** 1 while a process is sending it. */
  in_hand: 0 | 1;
  /** 1 when an admin has marked the failure as dealt with. */
  let_go: 0 | 1;
}

declare module '../database/schema.ts' {
  interface Tables {
    mail: MailTable;
  }
}
