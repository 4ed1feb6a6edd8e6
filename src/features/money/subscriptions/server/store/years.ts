import { formatCard } from '#features/money/payments/cards.ts';
import type { PaidYear } from '#features/money/payments/contract.ts';
import { type ClosedIntent, findIntent } from '#features/money/payments/server/index.ts';
import { findUser, isActiveAccount } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { findMailDeliveryByKey, queueEmail } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { getRenewalDate, initialRenewalState } from '../../renewal.ts';
import { composeRefundEmail, type RefundEmailContext } from './emails.ts';
import { endPaperMemberYear, listCurrentPaperMemberYears, reversePaperMemberYear } from './paper-list-members.ts';
import { listPlans } from './plans.ts';
import { hasLapsedWithoutPaidDay } from './statuses.ts';
import { deleteSubscription, endSubscription, findSubscription, hasPartPayments, removeUnusedCard } from './store.ts';
import type { SubscriptionTable, SubscriptionYearTable } from './tables.ts';

/** Records that a year of a subscription is paid. */
export async function createSubscriptionYear(
  tx: DbTransaction,
  year: Omit<SubscriptionYearTable, 'ended_by' | 'was_lapsed'> & Partial<Pick<SubscriptionYearTable, 'was_lapsed'>>,
): Promise<void> {
  await tx
    .insertInto('subscription_year')
    .values({ was_lapsed: 0, ...year, ended_by: null })
    .execute();
}

/**
 * Returns a subscription's plan with the price of the next year. A plan in use can't be deleted, so it always exists.
 */
export async function getPlanAtRenewal(
  db: DbReader,
  { plan_id, renews_on }: Pick<SubscriptionTable, 'plan_id' | 'renews_on'>,
) {
  const plan = (await listPlans(db, renews_on)).find(({ id }) => id === plan_id);
  if (!plan) throw new Error(`There is no plan ${plan_id}.`);
  return plan;
}

/** The amount and payment method of a year, and its ledger entry. */
export type YearPayment = Pick<SubscriptionYearTable, 'amount' | 'source' | 'entry_id'>;

/** Adds a paid year to a subscription, reactivates it if it has lapsed, and resets the progress of its renewal. */
export async function extendSubscriptionByYear(
  tx: DbTransaction,
  held: SubscriptionTable,
  payment: YearPayment,
): Promise<SubscriptionTable> {
  const plan = await getPlanAtRenewal(tx, held);
  const begins_on = held.renews_on;
  const renews_on = getRenewalDate(begins_on, plan.renewal_month);
  const id = payment.entry_id ?? deriveId(`year ${held.id} ${renews_on}`);
  const was_lapsed = held.status === 'lapsed' ? 1 : 0;
  await createSubscriptionYear(tx, { ...payment, id, subscription_id: held.id, begins_on, renews_on, was_lapsed });
  return tx
    .updateTable('subscription')
    .set({ ...initialRenewalState, renews_on, status: 'active', amount: plan.amount })
    .where('id', '=', held.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Removes the membership year that a reversed ledger entry paid for, and the subscription if it began with that year and
 * has no other. If the subscription names the person of part payments, it lapses instead, until these are reversed too.
 * A subscription that the year had reactivated lapses again. Returns "not the last" if a later year is paid, undefined
 * if the entry paid for no year.
 */
export async function reversePaidYear(
  tx: DbTransaction,
  entryId: Id,
  at: Instant,
): Promise<'reversed' | 'not the last' | undefined> {
  const year = await tx.selectFrom('subscription_year').selectAll().where('entry_id', '=', entryId).executeTakeFirst();
  if (!year) {
    await deleteSubscriptionWithoutPayments(tx, entryId);
    return reversePaperMemberYear(tx, entryId);
  }
  const { id, subscription_id, begins_on, renews_on, was_lapsed } = year;
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
  const held = await findSubscription(tx, subscription_id);
  if (!held) return 'reversed';
  // An imported list may have started the subscription earlier
  const hasNeverBeenPaid = years.length === 0 && held.started_on >= begins_on;
  if (hasNeverBeenPaid && !(await hasPartPayments(tx, held.id))) {
    await deleteSubscription(tx, held.id);
    await removeUnusedCard(tx, held.user_id, held.card_id, at);
    return 'reversed';
  }
  if (hasNeverBeenPaid || !wasRefunded) {
    await tx
      .updateTable('subscription')
      .set({ ...initialRenewalState, renews_on: hasNeverBeenPaid ? held.started_on : begins_on })
      .where('id', '=', held.id)
      .execute();
    if (hasNeverBeenPaid || was_lapsed === 1) await endSubscription(tx, held, at);
  }
  return 'reversed';
}

/** Deletes the subscription that a reversed part payment was for, if it was never paid and no part payment is left. */
async function deleteSubscriptionWithoutPayments(tx: DbTransaction, entryId: Id): Promise<void> {
  const part = tx.selectFrom('part_payment').select('subscription_id').where('id', '=', entryId);
  const held = await findSubscription(tx, (await part.executeTakeFirst())?.subscription_id ?? '');
  if (!held || !hasLapsedWithoutPaidDay(held) || (await hasPartPayments(tx, held.id))) return;
  const year = tx.selectFrom('subscription_year').select('id').where('subscription_id', '=', held.id).limit(1);
  if (!(await year.executeTakeFirst())) await deleteSubscription(tx, held.id);
}

/**
 * Maps the ledger entries that paid for another person's subscription, even in part, to that person's name. Part
 * payments that earlier versions recorded are missing.
 */
export async function findOtherBeneficiaries(db: DbReader): Promise<Map<Id, string>> {
  const years = await db
    .selectFrom('subscription_year as year')
    .innerJoin('subscription', 'subscription.id', 'year.subscription_id')
    .select(['year.entry_id', 'subscription.name'])
    .where('subscription.sub_for', '=', 'OTHER')
    .execute();
  const parts = await db
    .selectFrom('part_payment as part')
    .innerJoin('subscription', 'subscription.id', 'part.subscription_id')
    .select(['part.id as entry_id', 'subscription.name'])
    .execute();
  return new Map([...years, ...parts].flatMap(({ entry_id, name }) => (entry_id === null ? [] : [[entry_id, name]])));
}

/**
 * Selects the last paid year of each active subscription that renews after `on`, leaving out years that were refunded
 * before they began.
 */
const selectLastYears = (db: DbReader, on: CalendarDate) =>
  db
    .selectFrom('subscription_year as year')
    .innerJoin('subscription', (join) =>
      join.onRef('subscription.id', '=', 'year.subscription_id').onRef('subscription.renews_on', '=', 'year.renews_on'),
    )
    .whereRef('year.begins_on', '<', 'year.renews_on')
    .where('subscription.status', '=', 'active')
    .where('subscription.renews_on', '>', on);

/**
 * Finds the years that a refund can end: the last paid year of each membership, unless that year is over. Returns them
 * by the ids of the ledger entries that paid for them.
 */
export async function findEndableYears(db: DbReader, on: CalendarDate): Promise<Map<Id, PaidYear>> {
  const rows = await selectLastYears(db, on)
    .select(['year.entry_id', 'year.begins_on', 'year.renews_on'])
    .where('year.entry_id', 'is not', null)
    .execute();
  const paid = rows.map(({ entry_id, begins_on, renews_on }) => ({
    ...{ id: entry_id ?? '', begins_on, paid_until: addDays(renews_on, -1) },
  }));
  return new Map(
    [...paid, ...(await listCurrentPaperMemberYears(db, on))].map(({ id, begins_on: from, paid_until: until }) => [
      id,
      { from, until, has_begun: from <= on },
    ]),
  );
}

/**
 * Ends the year that a charge paid for, and its subscription, because the charge is refunded. Their last day is the day
 * before the refund; if the year is still to come, they end with the previous year. Returns the first day after the
 * end: the day of the refund, or the year's first day. Returns undefined if the charge didn't pay for the last year, or
 * that year is over.
 */
export async function endPaidYear(
  tx: DbTransaction,
  { chargeId, refundId }: { chargeId: Id; refundId: Id },
  { on, at }: { on: CalendarDate; at: Instant },
): Promise<CalendarDate | undefined> {
  const year = await selectLastYears(tx, on)
    .select(['year.id', 'year.begins_on', 'subscription.id as subscription', 'subscription.user_id'])
    .select('subscription.card_id')
    .where('year.entry_id', '=', chargeId)
    .executeTakeFirst();
  if (!year) return endPaperMemberYear(tx, { chargeId, refundId }, on);
  const { id, begins_on, subscription, user_id, card_id } = year;
  const ends = begins_on > on ? begins_on : on;
  const yearEnd = begins_on < on ? on : await findEmptyYearEnd(tx, subscription);
  await tx
    .updateTable('subscription_year')
    .set({ renews_on: yearEnd, ended_by: refundId })
    .where('id', '=', id)
    .execute();
  if (ends > on) {
    await tx
      .updateTable('subscription')
      .set({ renews_on: ends, cancelled_at: at })
      .where('id', '=', subscription)
      .execute();
    return ends;
  }
  await tx
    .updateTable('subscription')
    .set({ status: 'lapsed', renews_on: on, cancelled_at: at, card_id: null })
    .where('id', '=', subscription)
    .execute();
  await removeUnusedCard(tx, user_id, card_id, at);
  return ends;
}

/** Returns true if a refund ended a year. Reversing such a refund doesn't restore the year. */
export async function hasRefundEndedYear(db: DbReader, refundId: Id): Promise<boolean> {
  for (const table of ['subscription_year', 'paper_member_year'] as const) {
    const year = db.selectFrom(table).select('id').where('ended_by', '=', refundId);
    if (await year.executeTakeFirst()) return true;
  }
  return false;
}

/**
 * Finds an end date for a year that has no days left. The year's row isn't deleted, because it records the person that
 * the payment was for. End dates are unique within a subscription, so the result is a day before all other dates of the
 * subscription.
 */
async function findEmptyYearEnd(tx: DbTransaction, subscription: Id): Promise<CalendarDate> {
  const found = tx.selectFrom('subscription_year').select(['begins_on', 'renews_on']);
  const years = await found.where('subscription_id', '=', subscription).execute();
  const [first = ''] = years.flatMap(({ begins_on, renews_on }) => [begins_on, renews_on]).sort();
  return addDays(first, -1);
}

const keyOf = (refundId: Id) => `refund ${refundId}`;

/** Returns true if an email about the refund was queued. */
export const hasRefundEmail = async (db: DbReader, refundId: Id): Promise<boolean> =>
  (await findMailDeliveryByKey(db, keyOf(refundId))) !== undefined;

/** Queues the email about a refund, in the transaction that records it. Sends nothing if the account isn't active. */
export async function queueRefundEmail(
  tx: DbTransaction,
  { id, userId, ...details }: RefundEmailContext,
  at: Instant,
): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user || !isActiveAccount(user)) return;
  const { siteName, timeZone } = await readSettings(tx);
  const mail = composeRefundEmail({
    ...details,
    firstname: user.firstname,
    siteName,
    on: toCalendarDate(at, timeZone),
  });
  const idempotencyKey = keyOf(id);
  const to = { to: user.email, fromName: siteName };
  await queueEmail(tx, { ...mail, ...to, id: deriveId(idempotencyKey), idempotencyKey, at });
}

/**
 * Handles a refund of a card payment: ends the subscription if the refund was made with `ends`, and emails the member
 * unless the refund is a lost dispute.
 */
export async function onSubscriptionRefunded(tx: DbTransaction, refund: ClosedIntent, at: Instant): Promise<void> {
  const { id, charge_id, user_id, pence, label, note: reason, ends, origin, paid_in: source = 'card' } = refund;
  const charge = await findIntent(tx, charge_id ?? '');
  if (!charge) return;
  const { timeZone } = await readSettings(tx);
  const year = { chargeId: charge.id, refundId: id };
  const ended = ends === 1 ? await endPaidYear(tx, year, { on: toCalendarDate(at, timeZone), at }) : undefined;
  // A cardholder already knows the outcome of their own dispute
  if (user_id === null || origin === 'dispute') return;
  const paid = { pence: charge.pence, on: toCalendarDate(charge.created_at, timeZone) };
  const card = formatCard(charge);
  await queueRefundEmail(tx, { id, userId: user_id, label, pence, source, card, paid, reason, ends: ended }, at);
}
