export interface MailTable {
  id: string;
  /** What the mail is about, once: a second mail of the same key is never written. */
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
  /** How often it has been taken up for sending. */
  attempts: number;
  next_attempt_at: string;
  /** Codes alone ("EENVELOPE 550"): a server's words may name people. */
  last_error: string;
  sent_at: string | null;
  /** Until when a link in it lets its bearer in; null for a mail that anyone may read. */
  secret_until: string | null;
  /** What lets in, sealed; "" in a mail without it, and once the mail has left. */
  secret: string;
  /** 1 while a process has it and hasn't said yet what became of it. */
  in_hand: 0 | 1;
  /** 1 when an admin has seen that it failed, and leaves it at that. */
  let_go: 0 | 1;
}

declare module '../database/schema.ts' {
  interface Tables {
    mail: MailTable;
  }
}
