import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await table('gift_aid_declaration', {
      id: column.id(),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      title: column.text(),
      firstname: column.text(),
      lastname: column.text(),
      house: column.text(),
      address: column.text(),
      postcode: column.text(),
      wording: column.date(),
      society: column.text(),
      declared_at: column.instant(),
      ended_at: column.instant({ optional: true }),
    });
    await db.schema
      .createIndex('gift_aid_declaration_in_force')
      .unique()
      .on('gift_aid_declaration')
      .column('user_id')
      .where(sql<boolean>`ended_at is null`)
      .execute();

    // Whether its subscriptions buy nothing, so that Gift Aid can be claimed on them
    await addColumns('subscription_plan', { gift_aid: column.boolean() });
  },
};
