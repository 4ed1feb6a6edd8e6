import type { PaymentSource } from '#features/money/ledger/entry.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import type { Subscription } from '../../contract.ts';
import { getLastGraceDay, getSubscriptionStatus, type SubscriptionStatus } from '../../renewal.ts';

/** A subscription with its status on a day. */
export interface SubscriptionWithStatus {
  id: Id;
  user_id: Id;
  plan_id: Id;
  sub_for: Subscription['sub_for'];
  /** The other person that the subscription is for; "" for the member's own subscription. */
  name: string;
  phone_number: string;
  /** Pence for a whole year. */
  amount: number;
  started_on: CalendarDate;
  renews_on: CalendarDate;
  /** The last day that is paid for. */
  paid_until: CalendarDate;
  status: SubscriptionStatus;
  /** The last day on which a subscription in grace can be paid; undefined for others. */
  grace_until: CalendarDate | undefined;
  /** The payment method of the last paid year; undefined if no such year is recorded, for example while pending. */
  paid_by: PaymentSource | 'free' | undefined;
  /**
   * The day of the last automatic email to the owner about the present renewal: a reminder, a declined charge or a
   * request for payment; "" for none.
   */
  written_on: CalendarDate | '';
  /** The card with which the subscription renews; null if the owner has to pay. */
  card_id: Id | null;
}

/** Returns true if a subscription has lapsed without any paid day, for example because its first payment failed. */
export const hasLapsedWithoutPaidDay = ({
  status,
  started_on,
  renews_on,
}: Pick<SubscriptionWithStatus, 'status' | 'started_on' | 'renews_on'>): boolean =>
  status === 'lapsed' && renews_on === started_on;

/**
 * Lists subscriptions with their status on a day, in the order in which they were created. Without `userId`, lists
 * those of all members.
 */
export async function listSubscriptionsWithStatus(
  db: DbReader,
  today: CalendarDate,
  userId?: Id,
): Promise<SubscriptionWithStatus[]> {
  let held = db
    .selectFrom('subscription')
    .leftJoin('subscription_year as year', (join) =>
      join
        .onRef('year.subscription_id', '=', 'subscription.id')
        .onRef('year.renews_on', '=', 'subscription.renews_on')
        .onRef('year.begins_on', '<', 'year.renews_on'),
    )
    .selectAll('subscription')
    .select('year.source')
    .orderBy('subscription.created_at')
    .orderBy('subscription.id');
  if (userId !== undefined) held = held.where('user_id', '=', userId);
  return (await held.execute()).map((row) => {
    const { id, user_id, plan_id, sub_for, name, phone_number, amount, started_on, renews_on, card_id, source } = row;
    const status = getSubscriptionStatus(row, today);
    return {
      ...{ id, user_id, plan_id, sub_for, name, phone_number, amount, started_on, renews_on, card_id, status },
      paid_until: addDays(renews_on, -1),
      grace_until: status === 'grace' ? getLastGraceDay(row) : undefined,
      paid_by: source ?? undefined,
      written_on:
        [row.reminded_on, row.reminded_again_on, row.tried_on]
          .map((day) => day ?? '')
          .sort()
          .at(-1) ?? '',
    };
  });
}
