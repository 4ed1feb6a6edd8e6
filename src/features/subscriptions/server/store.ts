import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates.ts';
import type { SubscriptionTable, SubscriptionYearTable } from './tables.ts';

/** Those of a member that aren't over on that day, in the order in which they were started. */
export const liveOf = (db: Reading, userId: Id, today: CalendarDate): Promise<SubscriptionTable[]> =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'active'])
    .where('renews_on', '>', today)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findSubscription = (db: Reading, id: Id): Promise<SubscriptionTable | undefined> =>
  db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst();

/** Of two at once with the same id, PostgreSQL makes the second run again: it then finds what the first wrote. */
export async function recordSubscription(tx: Writing, row: SubscriptionTable): Promise<void> {
  await tx
    .insertInto('subscription')
    .values(row)
    .onConflict((clash) => clash.column('id').doNothing())
    .execute();
}

/** Records that a year of a subscription is paid. */
export async function recordYear(tx: Writing, year: SubscriptionYearTable): Promise<void> {
  await tx.insertInto('subscription_year').values(year).execute();
}

/** Undefined when it isn't pending, or has gone with its owner's account. */
export const activate = (tx: Writing, id: Id): Promise<SubscriptionTable | undefined> =>
  tx
    .updateTable('subscription')
    .set({ status: 'active' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();

/** Deletes what was never paid. Undefined as above. */
export const deletePending = (tx: Writing, id: Id): Promise<SubscriptionTable | undefined> =>
  tx.deleteFrom('subscription').where('id', '=', id).where('status', '=', 'pending').returningAll().executeTakeFirst();

/** Stops its renewal, or takes that back. One that is cancelled already stays so since then. */
export async function setCancelled(tx: Writing, id: Id, since: Instant | null): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ cancelled_at: since })
    .where('id', '=', id)
    .where('cancelled_at', since === null ? 'is not' : 'is', null)
    .execute();
}

/** Has a member's subscriptions renew with that card. */
export async function renewWith(tx: Writing, userId: Id, cardId: Id): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ card_id: cardId })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .execute();
}

/** The cards that a member's subscriptions renew with, those that are being paid for too. */
export async function cardsInUse(db: Reading, userId: Id): Promise<Set<Id>> {
  const rows = await db.selectFrom('subscription').select('card_id').where('user_id', '=', userId).execute();
  return new Set(rows.flatMap(({ card_id }) => card_id ?? []));
}

/** Whether somebody holds a plan, or did. */
export const isHeld = async (db: Reading, planId: Id): Promise<boolean> =>
  (await db.selectFrom('subscription').select('id').where('plan_id', '=', planId).limit(1).execute()).length > 0;
