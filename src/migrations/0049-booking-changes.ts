import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('booking_mod', {
      id: column.id(),
      // In which they were made, and are listed
      ord: column.integer({ unique: true }),
      kind: column.oneOf(['move', 'add', 'new']),
      order_id: column.reference('ticket_order', { onDelete: 'cascade' }),
      // As they were sent: 0 and a name for a new order
      ref: column.integer(),
      from_item: column.text(),
      change_quantity: column.integer(),
      to_item: column.text(),
      note: column.text(),
      is_reservation: column.boolean(),
      // What its tickets were before, of a move, and what it made of them
      from_performance: column.text(),
      from_type: column.text(),
      to_performance: column.text(),
      to_type: column.text(),
    });
    await table(
      'booking_mod_ticket',
      { mod_id: column.reference('booking_mod', { onDelete: 'cascade' }), ticket_id: column.text() },
      (made) => made.addPrimaryKeyConstraint('booking_mod_ticket_key', ['mod_id', 'ticket_id']),
    );
    await db.schema.createIndex('booking_mod_by_order').on('booking_mod').column('order_id').execute();
  },
};
