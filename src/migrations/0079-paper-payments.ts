import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // People on the membership list without an account can pay: a row that a payment added has no list behind it
    await addColumns('paper_member', { from_payment: column.boolean() });
    await table('paper_member_year', {
      // The ledger entry that paid for it
      id: column.id(),
      member_id: column.reference('paper_member', { onDelete: 'cascade' }),
      plan_id: column.reference('subscription_plan'),
      begins_on: column.date(),
      paid_until: column.date(),
      amount: column.pence(),
      source: column.text(),
      paid_on: column.date(),
      // The ledger entry of the refund that ended it
      ended_by: column.text({ optional: true }),
    });
    const index = (name: string) => db.schema.createIndex(name).on('paper_member_year');
    await index('paper_member_year_by_member').column('member_id').execute();
    await index('paper_member_year_by_plan').column('plan_id').execute();
    // The account of a payer who had none when they paid. An account has one payer row as `user_id`, and any number here
    await addColumns('payer', { account_id: column.reference('user', { optional: true, onDelete: 'set null' }) });
    await db.schema.createIndex('payer_by_account').on('payer').column('account_id').execute();
  },
};
