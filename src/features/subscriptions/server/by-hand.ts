import type { ManualSource } from '#features/books/entry.ts';
import { allPlans } from '#features/membership/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates.ts';
import { isLive, renewalPaidBy, untouched } from '../renewal.ts';
import { handReceiptLetter } from './letters.ts';
import { allOf, recordSubscription } from './store.ts';
import type { SubscriptionTable } from './tables.ts';
import { tellOwner } from './tell.ts';
import { addYear, recordYear } from './years.ts';

/** What a member has paid for a plan in cash, by bank transfer or by cheque. */
export interface PaidByHand {
  userId: Id;
  planId: Id;
  pence: number;
  source: ManualSource;
  /** The day on which it was paid. */
  day: CalendarDate;
  /** The entry in the books. */
  entryId: Id;
  /** An id for a subscription that it starts, made outside the write. */
  newId: Id;
  today: CalendarDate;
  at: Instant;
}

/**
 * Renews the subscription that a payment by hand is for, or starts one, in the transaction that enters the payment, and
 * sends a receipt. Undefined where it pays for no future time.
 */
export async function payByHand(tx: Writing, paid: PaidByHand): Promise<SubscriptionTable | undefined> {
  const { userId, planId, day, today, source, pence, entryId, at } = paid;
  const plan = (await allPlans(tx, day)).find(({ id }) => id === planId);
  if (!plan) return undefined;
  const own = (await allOf(tx, userId)).filter(({ plan_id }) => plan_id === planId);
  const renewed = renewalPaidBy(own, { day, renewsOn: plan.renews_on });
  const holdsOwn = own.some((one) => one.sub_for === 'SELF' && isLive(one, today));
  if (!renewed && (holdsOwn || plan.renews_on <= today)) return undefined;
  const held = renewed
    ? await addYear(tx, renewed, { amount: pence, source, entry_id: entryId })
    : await start(tx, paid, plan);
  const cancelled = held.cancelled_at !== null;
  const told = { pence, by: source, paidOn: day, renewsOn: held.renews_on, cancelled };
  const about = { plan: plan.name, key: `by hand ${entryId}`, at };
  await tellOwner(tx, held, about, (owner) => handReceiptLetter({ ...owner, ...told }));
  return held;
}

async function start(
  tx: Writing,
  { newId: id, userId, planId, day, pence, source, entryId, at }: PaidByHand,
  { amount, renews_on }: { amount: number; renews_on: CalendarDate },
): Promise<SubscriptionTable> {
  const started: SubscriptionTable = {
    ...{ id, user_id: userId, plan_id: planId, sub_for: 'SELF', status: 'active', started_on: day, renews_on, amount },
    ...{
      name: '',
      phone_number: '',
      e_con_name: '',
      e_con_phone: '',
      cancelled_at: null,
      card_id: null,
      person_id: null,
      person_linked_by: null,
    },
    ...{ created_at: at, ...untouched },
  };
  await recordSubscription(tx, started);
  const year = { begins_on: day, renews_on, amount: pence, source, entry_id: entryId };
  await recordYear(tx, { ...year, id: entryId, subscription_id: id });
  return started;
}
