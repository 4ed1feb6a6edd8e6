import type { ManualSource } from '#features/books/entry.ts';

/** Somebody whom a list on paper has as a member, as long as they have no account. */
interface PaperMemberTable {
  id: string;
  name: string;
  /** "" where the list had none. */
  email: string;
  email_key: string;
  phone: string;
  plan_id: string;
  /** Pence. */
  amount: number;
  paid_on: string | null;
  source: ManualSource | null;
  paid_until: string;
  created_at: string;
}

/** When somebody was last reminded by hand: by their address, since one mail is about all that they pay for. */
interface MembershipReminderTable {
  email_key: string;
  sent_at: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    paper_member: PaperMemberTable;
    membership_reminder: MembershipReminderTable;
  }
}

export type { PaperMemberTable };
