import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/** What a member pays for, and for whom. All of it goes with the account, so that nothing renews any more. */
export const subscriptionData: PersonalData = {
  name: 'subscriptions',
  tables: ['subscription'],
  about: (db, { id }) =>
    db
      .selectFrom('subscription')
      .select(['plan_id', 'sub_for', 'name', 'phone_number', 'e_con_name', 'e_con_phone', 'amount', 'status'])
      .select(['started_on', 'renews_on', 'cancelled_at', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
};
