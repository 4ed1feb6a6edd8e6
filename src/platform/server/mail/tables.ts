/** An email's content. The state of its delivery is in the job of the kind `mail` whose key is the email's id. */
export interface MailTable {
  id: string;
  /** The email's idempotency key: while this email is stored, no second one with the same key is queued. */
  idempotency_key: string;
  /** The recipient's address; only one. */
  to: string;
  /** The society's name, shown before the sender's address. */
  from_name: string;
  /** The reply address; "" if there is none. */
  reply_to: string;
  subject: string;
  text: string;
  /** "" for a plain-text email. */
  html: string;
  created_at: string;
  /** The time until which a link in the email gives access; null for an email without such a link. */
  secret_until: string | null;
  /** The encrypted token; "" in an email without one, and once the email has been sent. */
  secret: string;
  /**
   * The email's attachments: the kind of `MailAttachmentProvider` that creates them, and the input for creating them;
   * "" for none.
   */
  attached_kind: string;
  attached_id: string;
  /** 1 if the email wasn't sent, because the site had no mail server or is a demo. */
  kept: 0 | 1;
  /** The id of the former mail server through which the email must still be sent; null for the current one. */
  server_id?: string | null | undefined;
}

/** A mail server that admins have entered. Rows never change, apart from `in_use`. */
export interface MailServerTable {
  id: string;
  host: string;
  port: number;
  encryption: 'tls' | 'starttls' | 'optional';
  /** The user name; "" for a server that needs none. */
  user: string;
  /** The encrypted password; "" without a user. */
  password: string;
  /** The address from which emails are sent. */
  sender: string;
  /** 1 for the one server in use. A replaced server is stored while emails must still be sent through it. */
  in_use: 0 | 1;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    mail: MailTable;
    mail_server: MailServerTable;
  }
}
