/** An event of another service that was handled. */
export interface WebhookEventTable {
  service: string;
  id: string;
  received_at: string;
}

/** The answer that a call under a key got the first time. */
export interface FirstAnswerTable {
  /** The user who made the call; "" for a visitor who wasn't signed in. */
  user_id: string;
  /** The call's method and path, as they are declared. */
  call: string;
  key: string;
  /** A hash of the body and its path: something else under the same key is refused. */
  sent_hash: string;
  /** In JSON; "" only inside the transaction that computes it. */
  answer: string;
  answered_at: string;
}

declare module '../../database/core/schema.ts' {
  interface Tables {
    webhook_event: WebhookEventTable;
    first_answer: FirstAnswerTable;
  }
}
