import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('waiting_party', {
      id: column.id(),
      show_id: column.reference('show', { onDelete: 'cascade' }),
      // Both "" once it doesn't wait any more
      name: column.text(),
      email: column.text(),
      // Its address and the dates that would do, as they are compared; "" once it doesn't wait any more
      wish: column.text(),
      size: column.integer(),
      status: column.oneOf(['waiting', 'offered', 'over'], { initially: 'waiting' }),
      // How it ended
      outcome: column.oneOf(['', 'booked', 'left', 'declined', 'lapsed', 'removed'], { initially: '' }),
      created_at: column.instant(),
      // What it is offered: a party has one offer at most
      performance_id: column.text(),
      offered_until: column.instant({ optional: true }),
      // The basket that the offered places were taken into
      basket_id: column.text(),
    });
    await db.schema
      .createIndex('waiting_party_by_wish')
      .unique()
      .on('waiting_party')
      .column('wish')
      .where(sql<boolean>`wish <> ''`)
      .execute();
    await db.schema
      .createIndex('waiting_party_by_status')
      .on('waiting_party')
      .columns(['status', 'offered_until'])
      .execute();
    await db.schema
      .createIndex('waiting_party_by_basket')
      .on('waiting_party')
      .column('basket_id')
      .where(sql<boolean>`basket_id <> ''`)
      .execute();
    // The performances that would do
    await table(
      'waiting_date',
      {
        party_id: column.reference('waiting_party', { onDelete: 'cascade' }),
        performance_id: column.reference('performance', { onDelete: 'cascade' }),
      },
      (date) => date.addPrimaryKeyConstraint('waiting_date_key', ['party_id', 'performance_id'] as never),
    );
    await db.schema.createIndex('waiting_date_by_performance').on('waiting_date').column('performance_id').execute();
  },
};
