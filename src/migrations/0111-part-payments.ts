import { column, type Migration } from '#platform/server/database/index.ts';

/**
 * Part payments by people with an account, each with the subscription that it counts towards if that isn't the payer's
 * own.
 */
export const migration: Migration = {
  async up(db, { table }) {
    await table('part_payment', {
      // The ledger entry of the payment
      id: column.id(),
      // The subscription of another person that the payment was for; null if it was for the payer's own membership
      subscription_id: column.reference('subscription', { optional: true, onDelete: 'cascade' }),
    });
    await db.schema.createIndex('part_payment_by_subscription').on('part_payment').column('subscription_id').execute();
  },
};
