import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('performance', {
      id: column.id(),
      show_id: column.reference('show', { onDelete: 'cascade' }),
      starts_at: column.instant(),
      // How long before it the doors open; 0 where nobody said
      doors_minutes: column.integer({ initially: 30 }),
      // How many may come, where that isn't the seats of its plan
      capacity: column.integer({ optional: true }),
      row_count: column.integer({ initially: 8 }),
      hidden_seats: column.json('[]'),
      notes: column.text(),
      cancelled_at: column.instant({ optional: true }),
      version: column.integer({ initially: 1 }),
      created_at: column.instant(),
    });
    await db.schema
      .createIndex('performance_by_show')
      .unique()
      .on('performance')
      .columns(['show_id', 'starts_at'])
      .where(sql<boolean>`cancelled_at is null`)
      .execute();
    await db.schema.createIndex('performance_by_time').on('performance').column('starts_at').execute();

    await table(
      'ticket_type',
      {
        id: column.id(),
        performance_id: column.reference('performance', { onDelete: 'cascade' }),
        name: column.text(),
        // The name as it is compared, so that "Under 16" isn't there twice
        name_key: column.text(),
        about: column.text(),
        pence: column.pence(),
        // How many of them there are, where not as many as seats
        most: column.integer({ optional: true }),
        hidden: column.boolean(),
        ord: column.integer(),
      },
      (type) => type.addUniqueConstraint('ticket_type_by_name', ['performance_id', 'name_key'] as never),
    );
  },
};
