import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table }) {
    // Which order of another shop's is which of ours: each once for a performance
    await table(
      'imported_order',
      {
        order_id: column.reference('ticket_order', { onDelete: 'cascade', unique: true }),
        performance_id: column.reference('performance', { onDelete: 'cascade' }),
        // The reference as it is compared, and as it is written
        reference_key: column.text(),
        reference: column.text(),
      },
      (order) => order.addPrimaryKeyConstraint('imported_order_key', ['performance_id', 'reference_key'] as never),
    );
  },
};
