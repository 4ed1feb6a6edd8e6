/**
 * The time at which a payer was last reminded by hand. There is one row per address, because one email covers
 * everything that a payer owes.
 */
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
