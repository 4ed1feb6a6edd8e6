/** The time somebody was last reminded by hand: by their address, since one email is about everything they pay for. */
interface MembershipReminderTable {
  email_key: string;
  sent_at: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    membership_reminder: MembershipReminderTable;
  }
}

export type {};
