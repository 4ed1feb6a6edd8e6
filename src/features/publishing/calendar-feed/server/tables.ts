interface CalendarFeedTable {
  id: string;
  user_id: string;
  /** A hash, so that a stolen copy of the database opens no calendar. */
  token_hash: string;
  created_at: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    calendar_feed: CalendarFeedTable;
  }
}

export type { CalendarFeedTable };
