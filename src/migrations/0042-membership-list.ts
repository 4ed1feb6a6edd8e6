import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    // Whom a list on paper has as members, and who has no account yet
    await table('paper_member', {
      id: column.id(),
      name: column.text(),
      email: column.text(),
      email_key: column.text(),
      phone: column.text(),
      plan_id: column.reference('subscription_plan'),
      amount: column.pence(),
      paid_on: column.date({ optional: true }),
      source: column.oneOf(['cash', 'transfer'], { optional: true }),
      paid_until: column.date(),
      created_at: column.instant(),
    });
    await db.schema.createIndex('paper_member_by_email').on('paper_member').column('email_key').execute();
    // When somebody was last written to by hand about what they haven't paid
    await table('membership_reminder', { email_key: column.id(), sent_at: column.instant() });
  },
};
