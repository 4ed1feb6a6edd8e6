import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('subscription', {
      id: column.id(),
      user_id: column.reference('user', { onDelete: 'cascade' }),
      plan_id: column.reference('subscription_plan'),
      sub_for: column.oneOf(['SELF', 'OTHER']),
      name: column.text(),
      phone_number: column.text(),
      e_con_name: column.text(),
      e_con_phone: column.text(),
      amount: column.pence(),
      status: column.oneOf(['pending', 'active', 'lapsed'], { initially: 'pending' }),
      started_on: column.date(),
      renews_on: column.date(),
      cancelled_at: column.instant({ optional: true }),
      card_id: column.reference('payment_card', { optional: true, onDelete: 'set null' }),
      created_at: column.instant(),
    });
    const index = (name: string) => db.schema.createIndex(name).on('subscription');
    await index('subscription_by_user').column('user_id').execute();
    await index('subscription_by_plan').column('plan_id').execute();
    await index('subscription_by_card').column('card_id').execute();
    await index('subscription_by_renewal').columns(['status', 'renews_on']).execute();
  },
};
