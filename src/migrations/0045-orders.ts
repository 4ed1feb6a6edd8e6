import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('ticket_order', {
      id: column.id(),
      // What people write and say
      ref: column.integer({ unique: true }),
      show_id: column.reference('show'),
      name: column.text(),
      email: column.text(),
      phone: column.text(),
      note: column.text(),
      status: column.oneOf(['paid', 'reserved', 'comp', 'cancelled', 'refunded']),
      source: column.oneOf(['online', 'phone', 'door', 'import']),
      paid_by: column.oneOf(['', 'card', 'cash', 'transfer'], { initially: '' }),
      // Why it costs nothing
      reason: column.text(),
      created_at: column.instant(),
      // Its charge in the books, by an id that refers to no row: an entry outlives everything
      entry_id: column.text(),
      version: column.integer({ initially: 1 }),
    });
    await db.schema.createIndex('ticket_order_by_show').on('ticket_order').columns(['show_id', 'created_at']).execute();
    await table('ticket', {
      id: column.id(),
      order_id: column.reference('ticket_order', { onDelete: 'cascade' }),
      performance_id: column.reference('performance'),
      // The name of its type and its price as it was sold
      type: column.text(),
      pence: column.pence(),
      given_back_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('ticket_by_order').on('ticket').column('order_id').execute();
    await db.schema.createIndex('ticket_by_performance').on('ticket').column('performance_id').execute();
  },
};
