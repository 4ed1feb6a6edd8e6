import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('payment_intent', {
      id: column.id(),
      kind: column.oneOf(['charge', 'refund']),
      environment: column.text(),
      purpose: column.oneOf(['subscription', 'tickets', 'front_of_house']),
      subject: column.text(),
      plan_id: column.text(),
      show_id: column.text(),
      label: column.text(),
      attempt: column.text(),
      charge_id: column.reference('payment_intent', { optional: true }),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      pence: column.pence(),
      source: column.text(),
      verification: column.text(),
      customer: column.text(),
      location: column.text(),
      note: column.text(),
      status: column.oneOf(['open', 'settled', 'declined', 'abandoned'], { initially: 'open' }),
      provider_id: column.text(),
      declined_because: column.text(),
      card_brand: column.text(),
      last_4: column.text(),
      fee: column.pence({ optional: true }),
      created_at: column.instant(),
      settled_at: column.instant({ optional: true }),
    });
    const index = (name: string) => db.schema.createIndex(name).on('payment_intent');
    await index('payment_intent_by_attempt').unique().columns(['kind', 'purpose', 'subject', 'attempt']).execute();
    // One thing is paid once: another attempt begins when the one before was declined
    await index('payment_intent_live')
      .unique()
      .columns(['purpose', 'subject'])
      .where(sql<boolean>`kind = 'charge' and status in ('open', 'settled')`)
      .execute();
    await index('payment_intent_by_provider_id')
      .unique()
      .columns(['environment', 'provider_id'])
      .where(sql<boolean>`provider_id <> ''`)
      .execute();
    await index('payment_intent_by_charge').column('charge_id').execute();
    await index('payment_intent_by_user').column('user_id').execute();
    await index('payment_intent_by_time').columns(['environment', 'created_at']).execute();

    await table('payment_customer', {
      id: column.id(),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      environment: column.text(),
      provider_id: column.text(),
    });
    await db.schema
      .createIndex('payment_customer_by_user')
      .unique()
      .on('payment_customer')
      .columns(['user_id', 'environment'])
      .execute();
    await table('payment_card', {
      id: column.id(),
      customer_id: column.reference('payment_customer', { onDelete: 'cascade' }),
      provider_id: column.text({ unique: true }),
      brand: column.text(),
      last_4: column.text(),
      exp_month: column.integer(),
      exp_year: column.integer(),
      postcode: column.text(),
      created_at: column.instant(),
      removed_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('payment_card_by_customer').on('payment_card').column('customer_id').execute();

    await table('payment_difference', {
      id: column.id(),
      environment: column.text(),
      provider_id: column.text(),
      what: column.oneOf(['unknown here', 'unknown there', 'amount', 'fee', 'status']),
      ours: column.pence({ optional: true }),
      theirs: column.pence({ optional: true }),
      found_at: column.instant(),
      cleared_at: column.instant({ optional: true }),
    });
  },
};
