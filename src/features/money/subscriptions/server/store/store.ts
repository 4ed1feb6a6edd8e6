import {
  findCurrentPersons,
  listPersonIdsOfUser,
  resolveCurrentPersonIds,
} from '#features/archive/shows/people/server/index.ts';
import { listCreditedPersonIds } from '#features/archive/shows/server/index.ts';
import { findEntry, listChargeBalances } from '#features/money/ledger/server/index.ts';
import { removeCard } from '#features/money/payments/server/index.ts';
import { isActiveAccountSql, usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { SubscriptionForAdmin } from '../../contract.ts';
import { isLiveSubscription } from '../../renewal.ts';
import { deletePaperMemberData, exportPaperMemberData } from './paper-list-members.ts';
import { listPlans } from './plans.ts';
import type { SubscriptionTable } from './tables.ts';

/** A new subscription, which isn't linked to a person in shows yet. */
export type NewSubscription = Omit<SubscriptionTable, 'person_id' | 'person_linked_by'>;

/** Empty values of the columns about another person, for a member's own subscription. */
export const emptyOtherPerson = { name: '', phone_number: '', e_con_name: '', e_con_phone: '' };

/** Lists a member's present and former subscriptions in the order in which they were created. */
export const listSubscriptions = (db: DbReader, userId: Id): Promise<SubscriptionTable[]> =>
  db.selectFrom('subscription').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

/** Lists a member's subscriptions that haven't ended on `today`. */
export const listLiveSubscriptions = async (
  db: DbReader,
  userId: Id,
  today: CalendarDate,
): Promise<SubscriptionTable[]> =>
  (await listSubscriptions(db, userId)).filter((held) => isLiveSubscription(held, today));

export const findSubscription = (db: DbReader, id: Id): Promise<SubscriptionTable | undefined> =>
  db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst();

/** Inserts a subscription, unless its id exists already. Returns true if it was inserted. */
export async function createSubscription(tx: DbTransaction, row: NewSubscription): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscription')
    .values({ person_id: null, person_linked_by: null, ...row })
    .onConflict((clash) => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Activates a pending subscription and returns it; undefined if it isn't pending, or was deleted with its owner's
 * account.
 */
export const activateSubscription = (tx: DbTransaction, id: Id): Promise<SubscriptionTable | undefined> =>
  tx
    .updateTable('subscription')
    .set({ status: 'active' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();

/**
 * Deletes a subscription whose first charge failed and returns it; undefined if it isn't pending, or was deleted
 * already. If part payments were for it, it lapses instead, because only its row names the person that they were for.
 */
export async function deleteOrLapsePendingSubscription(
  tx: DbTransaction,
  id: Id,
): Promise<SubscriptionTable | undefined> {
  const pending = await tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!pending) return undefined;
  if (await hasPartPayments(tx, id)) {
    const lapsed = { status: 'lapsed', renews_on: pending.started_on, card_id: null } as const;
    await tx.updateTable('subscription').set(lapsed).where('id', '=', id).execute();
  } else await deleteSubscription(tx, id);
  return pending;
}

/**
 * Returns true if part payments are recorded for the other person that a subscription is for. Corrected payments don't
 * count.
 */
export async function hasPartPayments(db: DbReader, id: Id): Promise<boolean> {
  const parts = await db.selectFrom('part_payment').select('id').where('subscription_id', '=', id).execute();
  const balances = await listChargeBalances(
    db,
    parts.map((part) => part.id),
  );
  return balances.some(({ charged }) => charged > 0);
}

/** Deletes a subscription with its years. The payments for it stay in the ledger. */
export async function deleteSubscription(tx: DbTransaction, id: Id): Promise<void> {
  await tx.deleteFrom('subscription').where('id', '=', id).execute();
}

export async function setSubscriptionEmergencyContact(
  tx: DbTransaction,
  id: Id,
  contact: Pick<SubscriptionTable, 'e_con_name' | 'e_con_phone'>,
): Promise<void> {
  await tx.updateTable('subscription').set(contact).where('id', '=', id).execute();
}

/** Links the person that a subscription is for to a person in shows; null removes the link. `by` is the admin. */
export async function setSubscriptionPerson(tx: DbTransaction, id: Id, person: Id | null, by: Id): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ person_id: person, person_linked_by: person === null ? null : by })
    .where('id', '=', id)
    .execute();
}

/**
 * Cancels a subscription's renewal, or undoes the cancellation if `since` is null. Cancelling again keeps the time of
 * the first cancellation.
 */
export async function setSubscriptionCancelled(tx: DbTransaction, id: Id, since: Instant | null): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ cancelled_at: since })
    .where('id', '=', id)
    .where('cancelled_at', since === null ? 'is not' : 'is', null)
    .execute();
}

/** Finds the subscription for which a ledger entry paid a year. */
export const findSubscriptionPaidBy = (db: DbReader, entryId: Id): Promise<SubscriptionTable | undefined> =>
  db
    .selectFrom('subscription')
    .innerJoin('subscription_year as year', 'year.subscription_id', 'subscription.id')
    .selectAll('subscription')
    .where('year.entry_id', '=', entryId)
    .executeTakeFirst();

/**
 * Undoes the cancellations by which a payment, at the time `at`, replaced the member's subscriptions to other plans
 * with `replacement`. If the replacement was cancelled later, perhaps by another change of plan, those subscriptions
 * take over its cancellation. Returns them.
 */
export async function undoPlanChange(
  tx: DbTransaction,
  replacement: Pick<SubscriptionTable, 'user_id' | 'plan_id' | 'cancelled_at'>,
  at: Instant,
): Promise<Pick<SubscriptionTable, 'plan_id' | 'status' | 'cancelled_at'>[]> {
  const { user_id, plan_id, cancelled_at } = replacement;
  return tx
    .updateTable('subscription')
    .set({ cancelled_at: cancelled_at !== null && cancelled_at > at ? cancelled_at : null })
    .where('user_id', '=', user_id)
    .where('plan_id', '<>', plan_id)
    .where('cancelled_at', '=', at)
    .returning(['plan_id', 'status', 'cancelled_at'])
    .execute();
}

/** Makes a member's active subscriptions renew with a card. Returns false if there are none. */
export async function setRenewalCardOfMember(tx: DbTransaction, userId: Id, cardId: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription')
    .set({ card_id: cardId })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the active subscriptions whose renewal day is on or before a day, earliest first. */
export const listSubscriptionsRenewingBy = (db: DbReader, day: CalendarDate): Promise<SubscriptionTable[]> =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('status', '=', 'active')
    .where('renews_on', '<=', day)
    .orderBy('renews_on')
    .orderBy('id')
    .execute();

export async function recordRenewalProgress(
  tx: DbTransaction,
  id: Id,
  progress: Partial<
    Pick<SubscriptionTable, 'reminded_on' | 'reminded_again_on' | 'amount_told' | 'tries' | 'tried_on'>
  >,
): Promise<void> {
  await tx.updateTable('subscription').set(progress).where('id', '=', id).execute();
}

/** Ends a subscription, and removes its card if no other subscription renews with it. */
export async function endSubscription(tx: DbTransaction, { id, user_id, card_id }: SubscriptionTable, at: Instant) {
  await tx.updateTable('subscription').set({ status: 'lapsed', card_id: null }).where('id', '=', id).execute();
  await removeUnusedCard(tx, user_id, card_id, at);
}

/** Makes a subscription renew with another card, and removes the old card if no other subscription renews with it. */
export async function setRenewalCard(
  tx: DbTransaction,
  { id, user_id, card_id }: SubscriptionTable,
  { cardId, at }: { cardId: Id; at: Instant },
): Promise<void> {
  await tx.updateTable('subscription').set({ card_id: cardId }).where('id', '=', id).execute();
  await removeUnusedCard(tx, user_id, card_id, at);
}

/** Removes a stored card unless one of its owner's subscriptions renews with it. */
export async function removeUnusedCard(tx: DbTransaction, userId: Id, cardId: Id | null, at: Instant): Promise<void> {
  if (cardId !== null && !(await listCardIdsInUse(tx, userId)).has(cardId)) await removeCard(tx, cardId, at);
}

/** Lists the cards that a member's subscriptions renew with, including pending subscriptions. */
export async function listCardIdsInUse(db: DbReader, userId: Id): Promise<Set<Id>> {
  const rows = await db.selectFrom('subscription').select('card_id').where('user_id', '=', userId).execute();
  return new Set(rows.flatMap(({ card_id }) => card_id ?? []));
}

/**
 * Lists a member's subscriptions that haven't ended, as an admin sees them: with the person that each is for and the
 * renewal, but without contacts.
 */
export async function listSubscriptionsForAdmin(
  db: DbReader,
  userId: Id,
  today: CalendarDate,
): Promise<SubscriptionForAdmin[]> {
  const live = await listLiveSubscriptions(db, userId, today);
  const plans = await listPlans(db, today);
  const persons = await findCurrentPersons(
    db,
    live.flatMap(({ person_id }) => person_id ?? []),
  );
  return live.map(({ id, plan_id, sub_for, name, renews_on, cancelled_at, person_id }) => ({
    ...{ id, sub_for, name, renews_on, cancelled: cancelled_at !== null },
    plan_name: plans.find((plan) => plan.id === plan_id)?.name ?? '',
    person: persons.get(person_id ?? '') ?? null,
  }));
}

/**
 * Lists the emergency contacts of people in a show whose subscription somebody else pays; they are mostly children. An
 * admin has to have linked the subscription to the person; the same name isn't enough. If `viewer` is given, credits
 * and links made by this user don't count.
 */
export async function listEmergencyContactsOfDependants(db: DbReader, showId: Id, viewer?: Id) {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin(usersView(db).as('user'), 'user.id', 'subscription.user_id')
    .select(['subscription.id', 'subscription.user_id', 'subscription.person_id', 'subscription.name'])
    .select(['subscription.e_con_name', 'subscription.e_con_phone', 'subscription.person_linked_by'])
    .where('subscription.sub_for', '=', 'OTHER')
    .where('subscription.status', '<>', 'pending')
    .where('subscription.person_id', 'is not', null)
    .where(isActiveAccountSql)
    .orderBy('subscription.created_at', 'desc')
    .orderBy('subscription.id')
    .execute();
  const current = await resolveCurrentPersonIds(
    db,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  const credited = new Set(await listCreditedPersonIds(db, showId, viewer));
  const newest = new Map<
    Id,
    { id: Id; user_id: Id; person: Id; name: string; e_con_name: string; e_con_phone: string }
  >();
  for (const { person_id, person_linked_by, ...row } of rows) {
    const person = current.get(person_id ?? '');
    if (person === undefined || newest.has(person) || !credited.has(person)) continue;
    if (viewer !== undefined && person_linked_by === viewer) continue;
    newest.set(person, { ...row, person });
  }
  return [...newest.values()];
}

/**
 * Lists the people in shows whose membership somebody else pays, each with the user who pays; mostly children with a
 * parent. An admin must have linked the person; a link that users made for their own payments doesn't count.
 */
export async function listDependants(db: DbReader): Promise<{ user_id: Id; person: Id }[]> {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin(usersView(db).as('user'), 'user.id', 'subscription.user_id')
    .select(['subscription.user_id', 'subscription.person_id', 'subscription.person_linked_by'])
    .distinct()
    .where('subscription.sub_for', '=', 'OTHER')
    .where('subscription.status', '<>', 'pending')
    .where('subscription.person_id', 'is not', null)
    .where(isActiveAccountSql)
    .orderBy('subscription.user_id')
    .execute();
  const current = await resolveCurrentPersonIds(
    db,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  return rows.flatMap(({ user_id, person_id, person_linked_by }) => {
    const person = current.get(person_id ?? '');
    return person === undefined || person_linked_by === user_id ? [] : [{ user_id, person }];
  });
}

/** Returns a function that is true for a member who has or had a plan for other people, but not for themselves. */
export async function loadOthersPlanCheck(db: DbReader): Promise<(userId: Id, planId: Id) => boolean> {
  const held = await db.selectFrom('subscription').select(['user_id', 'plan_id', 'sub_for']).execute();
  const { SELF: own = [], OTHER: others = [] } = Object.groupBy(held, ({ sub_for }) => sub_for);
  const has = (some: typeof held, userId: Id, planId: Id) =>
    some.some(({ user_id, plan_id }) => user_id === userId && plan_id === planId);
  return (userId, planId) => has(others, userId, planId) && !has(own, userId, planId);
}

/** Deletes the subscriptions of which no year was paid with real money, when a society leaves the demo. */
export async function deleteSubscriptionsWithoutRealPayment(tx: DbTransaction): Promise<void> {
  const years = await tx.selectFrom('subscription_year').select(['subscription_id', 'entry_id']).execute();
  const paidForReal = new Set<string>();
  for (const { subscription_id, entry_id } of years) {
    if (entry_id !== null && !(await findEntry(tx, entry_id, 'practice'))) paidForReal.add(subscription_id);
  }
  const all = await tx.selectFrom('subscription').select('id').execute();
  for (const { id } of all)
    if (!paidForReal.has(id)) await tx.deleteFrom('subscription').where('id', '=', id).execute();
}

/**
 * Two kinds of data: the subscriptions that a member pays for, and the membership list's data about people without an
 * account. The subscriptions are deleted with the account, so that nothing renews any more.
 */
export const subscriptionPersonalData: PersonalData = {
  name: 'subscriptions',
  tables: ['subscription', 'subscription_year', 'paper_member', 'paper_member_year'],
  about: async (db, { id, ...subject }) => ({
    on_paper: await exportPaperMemberData(db, subject),
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
  erase: deletePaperMemberData,
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
