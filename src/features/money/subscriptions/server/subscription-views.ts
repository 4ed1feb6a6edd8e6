import {
  findEntry,
  findReceipt,
  formatPayerName,
  getChargeBalance,
  listChargeBalances,
  listReceipts,
} from '#features/money/ledger/server/index.ts';
import { findCardsByCharge, listCards } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays, type CalendarDate, formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { MemberSubscriptions, ReceiptContent } from '../contract.ts';
import {
  firstReminderDays,
  getLastGraceDay,
  getReinstatementDeadline,
  getSubscriptionStatus,
  isLiveSubscription,
  type SubscriptionStatus,
} from '../renewal.ts';
import { getRenewalAmountDueNow } from './card/charges.ts';
import { deriveDonationEntryId } from './offline/offline-payment.ts';
import { sumEarlierPartPayments } from './offline/part-payments.ts';
import { isCardExpired } from './renewals/renewal-steps.ts';
import { listPlans } from './store/plans.ts';
import { hasLapsedWithoutPaidDay, listSubscriptionsWithStatus } from './store/statuses.ts';
import { listSubscriptions } from './store/store.ts';
import type { SubscriptionTable } from './store/tables.ts';
import { findOtherBeneficiaries } from './store/years.ts';

/**
 * Loads the plans that a member can choose, the member's subscriptions that haven't ended or can still be paid, and the
 * receipts.
 */
export async function loadMemberSubscriptions(
  { db, visitor, today }: Pick<PageRequest, 'db' | 'visitor' | 'today'>,
  { paymentProvider, environment }: Pick<Services, 'paymentProvider' | 'environment'>,
): Promise<MemberSubscriptions> {
  const plans = await listPlans(db, today);
  const cards = paymentProvider ? await listCards(db, visitor.id, paymentProvider.environment) : [];
  const all = await listSubscriptions(db, visitor.id);
  const shown: { held: SubscriptionTable; due: number }[] = [];
  for (const held of all) {
    if (hasLapsedWithoutPaidDay(held)) continue;
    const due = await getRenewalAmountDueNow(db, held, { all, today });
    if (due > 0 || isLiveSubscription(held, today)) shown.push({ held, due });
  }
  const paid = await listReceipts(db, visitor.id, environment);
  const paidWith = await findCardsByCharge(
    db,
    paid.map(({ id, charge_id }) => charge_id ?? id),
  );
  const others = await findOtherBeneficiaries(db);
  const balances = await listChargeBalances(
    db,
    paid.map(({ id }) => id),
  );
  const refundedOf = new Map(balances.map(({ id, refunded }) => [id, refunded]));
  return {
    paying: paymentProvider?.environment ?? '',
    options: plans.filter(({ enabled, first_amount }) => enabled && first_amount > 0),
    active: shown.map(({ held, due }) => {
      const { id, plan_id, sub_for, name, amount, renews_on, cancelled_at, card_id } = held;
      const status = getSubscriptionStatus(held, today);
      const card = cards.find((stored) => stored.id === card_id);
      return {
        id,
        plan: plan_id,
        plan_name: plans.find((plan) => plan.id === plan_id)?.name ?? '',
        sub_for,
        name: sub_for === 'SELF' ? visitor.name : name,
        plan_amount: amount,
        plan_period: 'yearly',
        paid_until: addDays(renews_on, -1),
        renews_on,
        cancelled: cancelled_at !== null,
        status: status === 'cancelled' ? 'active' : status,
        amount_due: due,
        pay_until: (status === 'lapsed' ? getReinstatementDeadline(held) : getLastGraceDay(held)) ?? '',
        card_brand: card?.brand ?? '',
        last_4: card?.last_4 ?? '',
        emergency_contact: { name: held.e_con_name, number: held.e_con_phone },
      };
    }),
    receipts: paid.map(({ id, day, amount, label, source, charge_id }) => ({
      ...{ id, date: day, amount, refunded: refundedOf.get(id) ?? 0, plan_name: label, source },
      for_name: others.get(charge_id ?? id) ?? '',
      ...(paidWith.get(charge_id ?? id) ?? { card_brand: '', last_4: '' }),
    })),
  };
}

/** The fields of a subscription that decide whether its owner has to act. */
export interface MembershipFacts {
  plan: string;
  /** The person that the subscription is for; "" for its owner. */
  name: string;
  status: SubscriptionStatus;
  renews_on: CalendarDate;
  /** The last day on which a subscription in grace can be paid; undefined for others. */
  grace_until: CalendarDate | undefined;
  /**
   * The card with which the subscription renews; undefined if there is none. `expired`: the card will have expired by
   * the renewal. `expired_now`: it has already expired.
   */
  card: { expired: boolean; expired_now: boolean } | undefined;
}

/**
 * From this many days before a renewal, the dashboard warns members whose card will expire before it. A card that has
 * already expired is mentioned at once.
 */
const expiryNoticeDays = 60;

/**
 * Formats the dashboard's reminder about a membership that is unpaid or has lapsed, or whose renewal lacks a valid card;
 * undefined if none is needed.
 */
export function formatMembershipPrompt(
  { plan, name, status, renews_on, grace_until, card }: MembershipFacts,
  today: CalendarDate,
): string | undefined {
  const subject = name === '' ? `Your membership (${plan})` : `The membership of ${name} (${plan})`;
  const paidUntil = formatLocalDate(addDays(renews_on, -1));
  if (status === 'lapsed') {
    return today <= getReinstatementDeadline({ renews_on })
      ? `${subject} has lapsed: it was paid until ${paidUntil}.`
      : undefined;
  }
  if (status === 'grace') {
    const deadline = grace_until ? ` Pay by ${formatLocalDate(grace_until)}, or it lapses.` : '';
    return `${subject} was paid until ${paidUntil}.${deadline}`;
  }
  if (status !== 'active' && status !== 'due') return undefined;
  if (!card) {
    if (status === 'due') return `${subject} was paid until ${paidUntil}, and is due now.`;
    return today >= addDays(renews_on, -firstReminderDays)
      ? `${subject} is paid until ${paidUntil}, and there is no card to renew it with.`
      : undefined;
  }
  if (!card.expired || (!card.expired_now && today < addDays(renews_on, -expiryNoticeDays))) return undefined;
  return `${subject} renews on ${formatLocalDate(renews_on)}, but its card ${card.expired_now ? 'has expired' : 'will have expired by then'}.`;
}

/** Lists the dashboard's reminders about memberships that a member pays for. */
export async function listMembershipPrompts(
  db: DbReader,
  { userId, today, paymentProvider }: { userId: Id; today: CalendarDate } & Pick<Services, 'paymentProvider'>,
): Promise<string[]> {
  const all = await listSubscriptionsWithStatus(db, today, userId);
  if (all.length === 0) return [];
  const plans = new Map((await listPlans(db, today)).map((plan) => [plan.id, plan]));
  const cards = paymentProvider ? await listCards(db, userId, paymentProvider.environment) : [];
  const isMember = all.some(({ sub_for, status }) => sub_for === 'SELF' && status !== 'lapsed');
  const paid = all.filter((one) => !hasLapsedWithoutPaidDay(one));
  return paid.flatMap(({ plan_id, sub_for, name, status, renews_on, grace_until, card_id }) => {
    const plan = plans.get(plan_id);
    // A member's own lapsed membership needs no reminder if another one of their own hasn't lapsed
    const isReplaced = status === 'lapsed' && sub_for === 'SELF' && isMember;
    if (!plan || plan.amount === 0 || isReplaced) return [];
    const stored = cards.find(({ id }) => id === card_id);
    const card = stored && { expired: isCardExpired(stored, renews_on), expired_now: isCardExpired(stored, today) };
    const facts = { plan: plan.name, name, status, renews_on, grace_until, card };
    return formatMembershipPrompt(facts, today) ?? [];
  });
}

export function registerReceiptPage({ page }: RouteRegistry, { environment }: Pick<Services, 'environment'>): void {
  page(
    '/members/subscriptions/receipts/:id',
    { type: 'subscription_receipt', access: mayUse('account_settings', 'get_subs') },
    buildReceiptPage(environment),
  );
}

const buildReceiptPage =
  (environment: Services['environment']) =>
  async ({ db, params, visitor }: PageRequest): Promise<ReceiptContent> => {
    const entry = await findReceipt(db, params.id ?? '', environment);
    if (!entry) return refuseNotFound();
    const isOwn = entry.user_id === visitor.id;
    if (!isOwn && visitor.may.get_subs !== true) refuseNotFound();
    const chargeId = entry.charge_id ?? entry.id;
    const charge = entry.charge_id === null ? undefined : await findEntry(db, entry.charge_id, environment);
    const card = (await findCardsByCharge(db, [chargeId])).get(chargeId);
    const { siteName } = await readSettings(db);
    return {
      type: 'subscription_receipt',
      title: entry.kind === 'refund' ? 'Receipt for a refund' : 'Receipt',
      site_name: siteName,
      id: entry.id,
      date: entry.day,
      amount: entry.amount,
      donation: entry.kind === 'refund' ? 0 : await getChargeBalance(db, deriveDonationEntryId(entry.id)),
      part_paid: entry.kind === 'refund' ? 0 : await sumEarlierPartPayments(db, entry),
      plan_name: entry.label,
      name: formatPayerName(entry),
      for_name: (await findOtherBeneficiaries(db)).get(chargeId) ?? '',
      source: entry.source,
      card_brand: card?.card_brand ?? '',
      last_4: card?.last_4 ?? '',
      refunded: 0 - Number(entry.refunds),
      paid_until: entry.kind === 'refund' ? '' : await findPaidUntil(db, entry.id),
      paid_on: charge?.day ?? '',
      reason: entry.reason,
      is_own: isOwn,
    };
  };

/**
 * Finds the last day that a payment paid for; "" if a refund has ended that year, or if the payment was for no year.
 */
async function findPaidUntil(db: DbReader, entryId: Id): Promise<CalendarDate | ''> {
  const year = await db
    .selectFrom('subscription_year')
    .select('renews_on')
    .where('entry_id', '=', entryId)
    .where('ended_by', 'is', null)
    .executeTakeFirst();
  if (year) return addDays(year.renews_on, -1);
  const onPaper = await db
    .selectFrom('paper_member_year')
    .select('paid_until')
    .where('id', '=', entryId)
    .where('ended_by', 'is', null)
    .executeTakeFirst();
  return onPaper?.paid_until ?? '';
}
