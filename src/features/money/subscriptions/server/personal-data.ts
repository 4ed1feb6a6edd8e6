import { listPersonIdsOfUser } from '#features/archive/shows/people/server/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { deletePaperListData, exportPaperListData } from './store/paper-list-members.ts';
import { emptyOtherPerson } from './store/store.ts';

/**
 * Two kinds of data: the subscriptions that a member pays for, and the membership list's data about people without an
 * account. The subscriptions are deleted with the account, so that nothing renews any more.
 */
export const subscriptionPersonalData: PersonalData = {
  name: 'subscriptions',
  tables: ['subscription', 'subscription_year', 'paper_member', 'paper_member_year'],
  about: async (db, { id, ...subject }) => ({
    on_paper: await exportPaperListData(db, subject),
    subscriptions: await db
      .selectFrom('subscription')
      .select(['plan_id', 'sub_for', 'name', 'phone_number', 'e_con_name', 'e_con_phone', 'person_id'])
      .select(['amount', 'status', 'started_on', 'renews_on', 'cancelled_at', 'created_at'])
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
  erase: deletePaperListData,
  eraseFirst: async (tx, { id }, { shownName }) => {
    const persons = await listPersonIdsOfUser(tx, id);
    if (persons.length === 0) return;
    // If somebody else pays for the person, the payer keeps the subscription, without the person's name and contacts
    await tx
      .updateTable('subscription')
      .set({ ...emptyOtherPerson, name: shownName, person_id: null, person_linked_by: null })
      .where('person_id', 'in', persons)
      .where('user_id', '<>', id)
      .execute();
  },
};
