/** When somebody was last reminded by hand: by their address, since one mail is about all that they pay for. */
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
