import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // An order is paid in one charge or several: an exchange may cost more
    await table('order_charge', {
      // An entry outlives everything: its id refers to no row
      entry_id: column.id(),
      order_id: column.reference('ticket_order', { onDelete: 'cascade' }),
    });
    await db.schema.createIndex('order_charge_by_order').on('order_charge').column('order_id').execute();
    await sql`insert into order_charge (entry_id, order_id) select entry_id, id from ticket_order where entry_id <> ''`.execute(
      db,
    );
    await db.schema.alterTable('ticket_order').dropColumn('entry_id').execute();
    // What the society keeps of tickets that came back
    await addColumns('ticket_order', { kept_pence: column.integer({ initially: 0 }) });
    // What it cost less than its type did
    await addColumns('ticket', { discount: column.integer({ initially: 0 }) });
    // How long before it begins tickets are let go that nobody has paid; 0 for never
    await addColumns('performance', { release_minutes: column.integer({ initially: 0 }) });

    await table(
      'order_letter',
      {
        order_id: column.text(),
        kind: column.text(),
        // Which of its kind: each is sent once
        about: column.text(),
        at: column.instant(),
      },
      (made) => made.addPrimaryKeyConstraint('order_letter_key', ['order_id', 'kind', 'about']),
    );
    await table('letter_off', { kind: column.id() });
  },
};
