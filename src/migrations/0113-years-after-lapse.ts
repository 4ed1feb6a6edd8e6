import { column, type Migration } from '#platform/server/database/index.ts';

/** Paid years record whether they reactivated a lapsed subscription. */
export const migration: Migration = {
  async up(_db, { addColumns }) {
    // 0 for the years of earlier versions, for which it isn't known
    await addColumns('subscription_year', { was_lapsed: column.boolean() });
  },
};
