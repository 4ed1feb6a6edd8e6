import { getRenewalDate } from '#features/money/membership/period.ts';
import { listPlans } from '#features/money/membership/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { initialRenewalState } from '../../renewal.ts';
import { reversePaperMemberYear } from './paper-list-members.ts';
import { findSubscription, removeUnusedCard } from './store.ts';
import type { SubscriptionTable, SubscriptionYearTable } from './tables.ts';

/** Records that a year of a subscription is paid. */
export async function createSubscriptionYear(
  tx: DbTransaction,
  year: Omit<SubscriptionYearTable, 'ended_by'>,
): Promise<void> {
  await tx
    .insertInto('subscription_year')
    .values({ ...year, ended_by: null })
    .execute();
}

/**
 * Returns a subscription's plan with the price of the next year. A plan in use can't be deleted, so it always exists.
 */
export async function getPlan(db: DbReader, { plan_id, renews_on }: Pick<SubscriptionTable, 'plan_id' | 'renews_on'>) {
  const plan = (await listPlans(db, renews_on)).find(({ id }) => id === plan_id);
  if (!plan) throw new Error(`There is no plan ${plan_id}.`);
  return plan;
}

/** The amount and payment method of a year, and its ledger entry. */
export type YearPayment = Pick<SubscriptionYearTable, 'amount' | 'source' | 'entry_id'>;

/** Adds a paid year to a subscription, which may have lapsed, and starts its next renewal. */
export async function addSubscriptionYear(
  tx: DbTransaction,
  held: SubscriptionTable,
  payment: YearPayment,
): Promise<SubscriptionTable> {
  const plan = await getPlan(tx, held);
  const begins_on = held.renews_on;
  const renews_on = getRenewalDate(begins_on, plan.renewal_month);
  const id = payment.entry_id ?? deterministicId(`year ${held.id} ${renews_on}`);
  await createSubscriptionYear(tx, { ...payment, id, subscription_id: held.id, begins_on, renews_on });
  return tx
    .updateTable('subscription')
    .set({ ...initialRenewalState, renews_on, status: 'active', amount: plan.amount })
    .where('id', '=', held.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Removes the membership year that a ledger entry paid for, and the subscription if that was its only year. Returns
 * "not the last" if a later year is paid, undefined if the entry paid for no year.
 */
export async function reversePaidYear(
  tx: DbTransaction,
  entryId: Id,
  at: Instant,
): Promise<'reversed' | 'not the last' | undefined> {
  const year = await tx.selectFrom('subscription_year').selectAll().where('entry_id', '=', entryId).executeTakeFirst();
  if (!year) return reversePaperMemberYear(tx, entryId);
  const { id, subscription_id, begins_on, renews_on } = year;
  const years = await tx
    .selectFrom('subscription_year')
    .select(['begins_on', 'renews_on'])
    .where('subscription_id', '=', subscription_id)
    .where('id', '<>', id)
    .execute();
  const isPaid = (other: Pick<SubscriptionYearTable, 'begins_on' | 'renews_on'>) => other.begins_on < other.renews_on;
  // A year that was refunded before it began has no days
  const wasRefunded = renews_on < begins_on;
  if (!wasRefunded && years.some((other) => isPaid(other) && other.renews_on > renews_on)) return 'not the last';
  await tx.deleteFrom('subscription_year').where('id', '=', id).execute();
  const { started_on } = (await findSubscription(tx, subscription_id)) ?? { started_on: begins_on };
  // An imported list may have started the subscription earlier
  if (years.length === 0 && started_on >= begins_on) {
    const deleted = await tx
      .deleteFrom('subscription')
      .where('id', '=', subscription_id)
      .returningAll()
      .executeTakeFirst();
    if (deleted) await removeUnusedCard(tx, deleted.user_id, deleted.card_id, at);
  } else if (!wasRefunded) {
    await tx
      .updateTable('subscription')
      .set({ ...initialRenewalState, renews_on: begins_on })
      .where('id', '=', subscription_id)
      .execute();
  }
  return 'reversed';
}

/** Maps the ledger entries that paid for another person's subscription to that person's name. */
export async function findBeneficiaries(db: DbReader): Promise<Map<Id, string>> {
  const years = await db
    .selectFrom('subscription_year as year')
    .innerJoin('subscription', 'subscription.id', 'year.subscription_id')
    .select(['year.entry_id', 'subscription.name'])
    .where('subscription.sub_for', '=', 'OTHER')
    .execute();
  return new Map(years.flatMap(({ entry_id, name }) => (entry_id === null ? [] : [[entry_id, name]])));
}
