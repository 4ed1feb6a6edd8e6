import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    // Payments and walk-ups written down at a door without a network, until somebody confirms or dismisses them
    await table('door_note', {
      // Given by the device that made it, so that one sent twice is one
      id: column.id(),
      performance_id: column.reference('performance', { onDelete: 'cascade' }),
      kind: column.oneOf(['payment', 'walk_up']),
      // Of a payment; of a walk-up, the order that it was sold as
      order_id: column.reference('ticket_order', { optional: true, onDelete: 'set null' }),
      pence: column.pence(),
      how: column.oneOf(['cash', 'card', 'transfer', 'cheque']),
      // How many of each ticket type a walk-up asked for, by its id, as JSON
      tickets: column.json('{}'),
      at: column.instant(),
      device: column.text(),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      status: column.oneOf(['open', 'confirmed', 'dismissed']),
      settled_at: column.instant({ optional: true }),
      settled_by: column.reference('user', { optional: true, onDelete: 'set null' }),
      reason: column.text(),
    });
    for (const name of ['performance_id', 'order_id', 'user_id', 'settled_by'])
      await db.schema.createIndex(`door_note_by_${name}`).on('door_note').column(name).execute();
  },
};
