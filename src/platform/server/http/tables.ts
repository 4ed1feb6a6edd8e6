/** An event of another service that was handled. */
export interface WebhookEventTable {
  service: string;
  id: string;
  received_at: string;
}

declare module '../database/schema.ts' {
  interface Tables {
    webhook_event: WebhookEventTable;
  }
}
