/**
 * The actor, action, time and origin of each change. Rows are only added. The only change to a row is that personal
 * data is removed (`forget.ts`).
 */
export interface AuditTable {
  id: string;
  at: string;
  /** The user's id; "" for the program itself, and once the user is erased. */
  actor_id: string;
  /** The name at that time, until the user is erased. */
  actor_name: string;
  /** A code of `AuditActions`: `account.signed_in`, `show.changed`. */
  action: string;
  /** The id of the subject; "" if there is none, or once that person is erased. */
  subject: string;
  detail: string;
  /**
   * The network address of the request, or the network of counted refusals; "" for the program itself, after ninety
   * days, and once the actor is erased.
   */
  address: string;
}

/**
 * A table that has a row only inside a transaction that erases parts of the log. The log's triggers check for that row.
 */
export interface AuditForgettingTable {
  id: string;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    audit: AuditTable;
    audit_forgetting: AuditForgettingTable;
  }
}
