import { listPersonIdsOfUser } from '#features/archive/shows/people/server/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { deletePaperDataOf, paperDataOf } from './paper-members.ts';

/**
 * A member's subscriptions, for themselves and for others: they are deleted with the account, so that nothing renews
 * any more. Also the membership list's entries for people without an account.
 */
export const subscriptionPersonalData: PersonalData = {
  name: 'subscriptions',
  tables: ['subscription', 'subscription_year', 'paper_member', 'paper_member_year'],
  about: async (db, { id, ...owner }) => ({
    on_paper: await paperDataOf(db, owner),
    subscriptions: await db
      .selectFrom('subscription')
      .select([
        'plan_id',
        'sub_for',
        'name',
        'phone_number',
        'e_con_name',
        'e_con_phone',
        'person_id',
        'amount',
        'status',
      ])
      .select(['started_on', 'renews_on', 'cancelled_at', 'created_at'])
      .select(['reminded_on', 'reminded_again_on', 'tries', 'tried_on'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    years: await db
      .selectFrom('subscription_year as year')
      .innerJoin('subscription', 'subscription.id', 'year.subscription_id')
      .select(['subscription.plan_id', 'year.begins_on', 'year.renews_on', 'year.amount', 'year.source'])
      .where('subscription.user_id', '=', id)
      .orderBy('year.begins_on')
      .orderBy('year.id')
      .execute(),
  }),
  erase: deletePaperDataOf,
  eraseFirst: async (tx, { id }, { shownName }) => {
    const persons = await listPersonIdsOfUser(tx, id);
    if (persons.length === 0) return;
    // Somebody else pays for them: that stays with the payer, who can cancel it, without the name of the person it is
    // for
    const nobody = { name: shownName, phone_number: '', e_con_name: '', e_con_phone: '' };
    await tx
      .updateTable('subscription')
      .set({ ...nobody, person_id: null, person_linked_by: null })
      .where('person_id', 'in', persons)
      .where('user_id', '<>', id)
      .execute();
  },
};
