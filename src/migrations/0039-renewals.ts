import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await addColumns('subscription', {
      reminded_on: column.date({ optional: true }),
      reminded_again_on: column.date({ optional: true }),
      amount_told: column.pence({ optional: true }),
      tries: column.integer({ initially: 0 }),
      tried_on: column.date({ optional: true }),
    });
    await table('subscription_year', {
      id: column.id(),
      subscription_id: column.reference('subscription', { onDelete: 'cascade' }),
      begins_on: column.date(),
      renews_on: column.date(),
      amount: column.pence(),
      source: column.oneOf(['card', 'cash', 'transfer', 'free']),
      entry_id: column.text({ optional: true, unique: true }),
    });
    await db.schema
      .createIndex('subscription_year_by_subscription')
      .unique()
      .on('subscription_year')
      .columns(['subscription_id', 'renews_on'])
      .execute();
    // Until now a subscription had its first year, paid by card
    await sql`
      insert into subscription_year (id, subscription_id, begins_on, renews_on, amount, source, entry_id)
      select payment_intent.id, subscription.id, started_on, renews_on, pence, 'card', payment_intent.id
      from subscription
      join payment_intent on payment_intent.subject = subscription.id || ' first'
      where payment_intent.kind = 'charge' and payment_intent.purpose = 'subscription'
        and payment_intent.status = 'settled' and subscription.status = 'active'
    `.execute(db);
  },
};
