import { listChargeBalances, listReceipts } from '#features/money/ledger/server/index.ts';
import { listPlans } from '#features/money/membership/server/index.ts';
import { findCardsByCharge, listCards } from '#features/money/payments/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import type { SubscriptionsView } from '../contract.ts';
import { getLastGraceDay, getReinstatementDeadline, getSubscriptionStatus, isLiveSubscription } from '../renewal.ts';
import { getRenewalAmountDueNow } from './card/charges.ts';
import { listSubscriptions } from './store/store.ts';
import type { SubscriptionTable } from './store/tables.ts';
import { findBeneficiaries } from './store/years.ts';

/** Loads the plans that a member can choose, and the member's subscriptions and receipts. */
export async function loadSubscriptionsView(
  { db, visitor, today }: Pick<PageRequest, 'db' | 'visitor' | 'today'>,
  { paymentProvider, environment }: Pick<Services, 'paymentProvider' | 'environment'>,
): Promise<SubscriptionsView> {
  const plans = await listPlans(db, today);
  const cards = paymentProvider ? await listCards(db, visitor.id, paymentProvider.environment) : [];
  const all = await listSubscriptions(db, visitor.id);
  const shown: { held: SubscriptionTable; due: number }[] = [];
  for (const held of all) {
    const due = await getRenewalAmountDueNow(db, held, { all, today });
    if (due > 0 || isLiveSubscription(held, today)) shown.push({ held, due });
  }
  const paid = await listReceipts(db, visitor.id, environment);
  const paidWith = await findCardsByCharge(
    db,
    paid.map(({ id, charge_id }) => charge_id ?? id),
  );
  const others = await findBeneficiaries(db);
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
