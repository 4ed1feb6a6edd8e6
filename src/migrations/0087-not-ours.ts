import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // Since when somebody has said that it isn't the society's own: a card reader's payment, for example
    const dismissed_at = () => column.instant({ optional: true });
    await addColumns('payment_difference', { dismissed_at: dismissed_at() });
    await addColumns('external_refund', { dismissed_at: dismissed_at() });
  },
};
