import { findCurrentPersons } from '#features/archive/shows/people/server/index.ts';
import { listPlans } from '#features/money/membership/server/index.ts';
import { removeCard } from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { PaidFor } from '../contract.ts';
import { isLiveSubscription } from '../renewal.ts';
import type { SubscriptionTable } from './tables.ts';

/** A new subscription, not yet linked to a person in shows. */
export type NewSubscription = Omit<SubscriptionTable, 'person_id' | 'person_linked_by'>;

/** Lists all present and former subscriptions of a member, by their start. */
export const listSubscriptions = (db: DbReader, userId: Id): Promise<SubscriptionTable[]> =>
  db.selectFrom('subscription').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

/** Lists a member's subscriptions that aren't over on that day. */
export const listLiveSubscriptions = async (
  db: DbReader,
  userId: Id,
  today: CalendarDate,
): Promise<SubscriptionTable[]> =>
  (await listSubscriptions(db, userId)).filter((held) => isLiveSubscription(held, today));

export const findSubscription = (db: DbReader, id: Id): Promise<SubscriptionTable | undefined> =>
  db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * If two with the same id are inserted at once, PostgreSQL runs the second again: it then finds the first one's row.
 */
export async function createSubscription(tx: DbTransaction, row: NewSubscription): Promise<void> {
  await tx
    .insertInto('subscription')
    .values({ person_id: null, person_linked_by: null, ...row })
    .onConflict((clash) => clash.column('id').doNothing())
    .execute();
}

/** Undefined if it isn't pending, or was deleted with its owner's account. */
export const activate = (tx: DbTransaction, id: Id): Promise<SubscriptionTable | undefined> =>
  tx
    .updateTable('subscription')
    .set({ status: 'active' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();

/** Deletes a subscription that was never paid. Undefined as above. */
export const deletePending = (tx: DbTransaction, id: Id): Promise<SubscriptionTable | undefined> =>
  tx.deleteFrom('subscription').where('id', '=', id).where('status', '=', 'pending').returningAll().executeTakeFirst();

/** Corrects the emergency contact of the person that a subscription is for. */
export async function setContact(
  tx: DbTransaction,
  id: Id,
  contact: Pick<SubscriptionTable, 'e_con_name' | 'e_con_phone'>,
): Promise<void> {
  await tx.updateTable('subscription').set(contact).where('id', '=', id).execute();
}

/**
 * Links the person a subscription is for to a person in shows, on the authority of `by`; without a person, removes the
 * link.
 */
export async function linkSubscription(tx: DbTransaction, id: Id, person: Id | null, by: Id): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ person_id: person, person_linked_by: person === null ? null : by })
    .where('id', '=', id)
    .execute();
}

/** Stops its renewal, or undoes that. One that is cancelled already keeps its date. */
export async function setSubscriptionCancelled(tx: DbTransaction, id: Id, since: Instant | null): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ cancelled_at: since })
    .where('id', '=', id)
    .where('cancelled_at', since === null ? 'is not' : 'is', null)
    .execute();
}

/** Makes a member's subscriptions renew with that card. Returns false if none renews. */
export async function setRenewalCardForAll(tx: DbTransaction, userId: Id, cardId: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription')
    .set({ card_id: cardId })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Subscriptions that renew by that day, or should have, the earliest first. */
export const listSubscriptionsRenewingBy = (db: DbReader, day: CalendarDate): Promise<SubscriptionTable[]> =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('status', '=', 'active')
    .where('renews_on', '<=', day)
    .orderBy('renews_on')
    .orderBy('id')
    .execute();

/** Records the state of a renewal. */
export async function recordProgress(
  tx: DbTransaction,
  id: Id,
  progress: Partial<
    Pick<SubscriptionTable, 'reminded_on' | 'reminded_again_on' | 'amount_told' | 'tries' | 'tried_on'>
  >,
): Promise<void> {
  await tx.updateTable('subscription').set(progress).where('id', '=', id).execute();
}

/** Ends a subscription, and removes its card from it. */
export async function endSubscription(tx: DbTransaction, { id, user_id, card_id }: SubscriptionTable, at: Instant) {
  await tx.updateTable('subscription').set({ status: 'lapsed', card_id: null }).where('id', '=', id).execute();
  await removeUnused(tx, user_id, card_id, at);
}

/** Makes a subscription renew with another card. */
export async function setRenewalCard(
  tx: DbTransaction,
  { id, user_id, card_id }: SubscriptionTable,
  { cardId, at }: { cardId: Id; at: Instant },
): Promise<void> {
  await tx.updateTable('subscription').set({ card_id: cardId }).where('id', '=', id).execute();
  await removeUnused(tx, user_id, card_id, at);
}

/** Removes a card with which none of its owner's subscriptions renews. */
export async function removeUnused(tx: DbTransaction, userId: Id, cardId: Id | null, at: Instant): Promise<void> {
  if (cardId !== null && !(await cardsInUse(tx, userId)).has(cardId)) await removeCard(tx, cardId, at);
}

/** Returns the cards that a member's subscriptions renew with, including those being paid for. */
export async function cardsInUse(db: DbReader, userId: Id): Promise<Set<Id>> {
  const rows = await db.selectFrom('subscription').select('card_id').where('user_id', '=', userId).execute();
  return new Set(rows.flatMap(({ card_id }) => card_id ?? []));
}

/** Returns true if anybody holds the plan, or did. */
export const isPlanInUse = async (db: DbReader, planId: Id): Promise<boolean> =>
  (await db.selectFrom('subscription').select('id').where('plan_id', '=', planId).limit(1).execute()).length > 0;

/**
 * Returns a member's running subscriptions as an admin sees them: the person they are for, and their renewal. No
 * contacts.
 */
export async function paidFor(db: DbReader, userId: Id, today: CalendarDate): Promise<PaidFor[]> {
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
