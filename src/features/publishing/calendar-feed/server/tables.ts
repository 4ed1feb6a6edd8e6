interface CalendarFeedTable {
  id: string;
  user_id: string;
  /** A stolen copy of the data opens no calendar. */
  token_hash: string;
  created_at: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    calendar_feed: CalendarFeedTable;
  }
}

export type { CalendarFeedTable };
