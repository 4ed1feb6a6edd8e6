import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';

export async function deleteRefundNotes(tx: DbTransaction, chargeIds: readonly Id[]): Promise<void> {
  await runInBatches(chargeIds, (some) =>
    tx.updateTable('payment_intent').set({ note: '' }).where('charge_id', 'in', some).execute(),
  );
}

/**
 * A member's card payments and stored cards. Erasure keeps the payments without the payer and the note, and deletes the
 * cards. Square is asked to delete the customer during the following night.
 */
export const cardPaymentPersonalData: PersonalData = {
  name: 'card payments',
  tables: ['payment_intent', 'payment_customer', 'payment_card'],
  about: async (db, { id }) => ({
    payments: await db
      .selectFrom('payment_intent')
      .select(['kind', 'purpose', 'pence', 'status', 'declined_because', 'card_brand', 'last_4', 'note', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    cards: await db
      .selectFrom('payment_card as card')
      .innerJoin('payment_customer as customer', 'customer.id', 'card.customer_id')
      .select(['brand', 'last_4', 'exp_month', 'exp_year', 'postcode', 'created_at', 'removed_at'])
      .where('customer.user_id', '=', id)
      .orderBy('created_at')
      .execute(),
  }),
  erase: async (tx, { id }) => {
    await tx
      .deleteFrom('payment_card')
      .where('customer_id', 'in', (owned) =>
        owned.selectFrom('payment_customer').select('id').where('user_id', '=', id),
      )
      .execute();
    await tx.updateTable('payment_intent').set({ note: '' }).where('user_id', '=', id).execute();
  },
};
