/** A handled event of another service. */
export interface WebhookEventTable {
  service: string;
  id: string;
  received_at: string;
}

/** The response to the first call under an idempotency key. */
export interface FirstAnswerTable {
  /** The user who made the call; "" for a visitor who wasn't signed in. */
  user_id: string;
  /** The call's method and path, as declared. */
  call: string;
  key: string;
  /** A hash of the body, its files and the URL. A different request under the same key is refused. */
  sent_hash: string;
  /** The response as JSON; "" only inside the transaction that computes it. */
  answer: string;
  answered_at: string;
}

declare module '../../database/core/schema.ts' {
  interface Tables {
    webhook_event: WebhookEventTable;
    first_answer: FirstAnswerTable;
  }
}
