import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await addColumns('ticket_order', {
      // What whoever comes needs: words with commas between them
      needs: column.text(),
      // The promo code that it was paid with
      promo: column.text(),
    });
    // What a visitor is choosing. An order that comes of it has its id
    await table('basket', {
      id: column.id(),
      token_hash: column.text({ unique: true }),
      show_id: column.reference('show', { onDelete: 'cascade' }),
      // Whose network, by a hash that nobody can guess values for
      network: column.text(),
      status: column.oneOf(['open', 'paying', 'sold', 'refunded'], { initially: 'open' }),
      held_until: column.instant(),
      promo: column.text(),
      name: column.text(),
      email: column.text(),
      phone: column.text(),
      note: column.text(),
      needs: column.text(),
      created_at: column.instant(),
    });
    await db.schema.createIndex('basket_by_time').on('basket').column('held_until').execute();

    // A ticket before it is sold: its place is held for it, and its price
    await table('held_ticket', {
      id: column.id(),
      basket_id: column.text(),
      performance_id: column.reference('performance', { onDelete: 'cascade' }),
      type: column.text(),
      pence: column.pence(),
      discount: column.integer({ initially: 0 }),
      held_until: column.instant(),
    });
    await db.schema.createIndex('held_ticket_by_basket').on('held_ticket').column('basket_id').execute();
    await db.schema
      .createIndex('held_ticket_by_type')
      .on('held_ticket')
      .columns(['performance_id', 'type', 'held_until'])
      .execute();
    await db.schema
      .createIndex('place_by_hold')
      .on('place')
      .column('held_until')
      .where(sql<boolean>`held_until is not null`)
      .execute();

    await table(
      'promo_code',
      {
        id: column.id(),
        show_id: column.reference('show', { onDelete: 'cascade' }),
        code: column.text(),
        // The code as it is compared
        code_key: column.text(),
        // One of the two is 0
        percent: column.integer({ initially: 0 }),
        pence: column.pence(),
        // Days, both included
        first_day: column.date({ optional: true }),
        last_day: column.date({ optional: true }),
        // How many orders it is good for
        most: column.integer({ optional: true }),
        off: column.boolean(),
        created_at: column.instant(),
      },
      (code) => code.addUniqueConstraint('promo_code_by_key', ['show_id', 'code_key'] as never),
    );
  },
};
