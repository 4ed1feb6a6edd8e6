import { column, type Migration } from '#platform/server/database/index.ts';

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

export const migration: Migration = {
  async up(_db, { table }) {
    await table('subscription_plan', {
      id: column.id(),
      name: column.text(),
      amount: column.pence(),
      period: column.oneOf(['yearly']),
      enabled: column.boolean(1),
      description: column.text(),
      renewal_month: column.oneOf(months),
      created_at: column.instant(),
      updated_at: column.instant(),
    });
  },
};
