/** Who did what, when and from where. Rows are added, and never changed, but for what they forget (`forgetting.ts`). */
export interface AuditTable {
  id: string;
  at: string;
  /** The user's id; "" for the program itself. */
  actor_id: string;
  /** The name at that time. */
  actor_name: string;
  /** In words that stay: `signed in`, `looked at emergency contacts`. */
  action: string;
  /** The id of what or whom it was done to; "" where that says nothing. */
  subject: string;
  detail: string;
  /** The network address it came from; "" for the program itself. */
  address: string;
}

/** Holds a row only inside a transaction that makes the log forget: the database knows it by that. */
export interface AuditForgettingTable {
  id: string;
}

declare module '../database/schema.ts' {
  interface Tables {
    audit: AuditTable;
    audit_forgetting: AuditForgettingTable;
  }
}
