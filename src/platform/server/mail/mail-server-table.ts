/** A mail server that admins have entered. Rows are never changed, except that another row comes into use. */
export interface MailServerTable {
  id: string;
  host: string;
  port: number;
  encryption: 'tls' | 'starttls' | 'optional';
  /** The user name; "" for a server that needs none. */
  user: string;
  /** The encrypted password; "" without a user. */
  password: string;
  /** The sender's address of emails. */
  sender: string;
  /** 1 for the one server in use. A replaced server stays while emails have to leave by it. */
  in_use: 0 | 1;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    mail_server: MailServerTable;
  }
}
