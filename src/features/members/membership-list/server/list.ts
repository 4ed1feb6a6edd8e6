import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { type ListedEntry, listSubscriptionPaymentsWithoutAccount } from '#features/money/ledger/server/index.ts';
import type { MembershipPlan } from '#features/money/subscriptions/contract.ts';
import { getRenewalDate } from '#features/money/subscriptions/renewal.ts';
import {
  hasEverBeenMember,
  hasLapsedWithoutPaidDay,
  listPaperMembers,
  listPlans,
  listSubscriptionsWithStatus,
  loadPartPaymentSumLookup,
} from '#features/money/subscriptions/server/index.ts';
import { isActiveAccount, usersView } from '#features/society/accounts/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey, formatGreetingName, parsePersonName } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { type MembershipListRow, selectListedMemberships } from '../members.ts';

/** Builds a key that sorts members by surname, as in a register. */
const buildSortKey = (firstname: string, lastname: string, email: string) =>
  foldText(`${lastname} ${firstname} ${email}`);

/**
 * Loads the plans and the rows of the membership list, unsorted: each person's current memberships or, if none is
 * current, the last one; and the active accounts without a subscription of their own.
 */
export async function loadMembershipList(db: DbReader, today: CalendarDate, environment: PaymentEnvironment) {
  const plans = await listPlans(db, today);
  const planNames = new Map(plans.map(({ id, name }) => [id, name]));
  const partPaid = await loadPartPaymentSumLookup(db, { today, environment });
  const users = await usersView(db).execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  const subscriptions = (await listSubscriptionsWithStatus(db, today)).flatMap((one): MembershipListRow[] => {
    const user = byId.get(one.user_id);
    if (!user) return [];
    const name = `${user.firstname} ${user.lastname}`.trim() || user.email;
    const isOther = one.sub_for === 'OTHER';
    const renews = one.status !== 'lapsed' && one.status !== 'cancelled';
    return [
      {
        ...{ id: one.id, user_id: user.id, plan_id: one.plan_id, plan: planNames.get(one.plan_id) ?? '' },
        ...(isOther
          ? { name: one.name, payer: name, phone: one.phone_number }
          : { name, payer: '', phone: user.phone_number }),
        ...(hasLapsedWithoutPaidDay(one)
          ? { status: 'never' as const, paid_until: '' as const }
          : { status: one.status, paid_until: one.paid_until }),
        grace_until: one.grace_until ?? '',
        ...{ renews_on: renews ? one.renews_on : '', paid_by: one.paid_by ?? '', by_card: one.card_id !== null },
        part_paid: partPaid(user.id, one.plan_id, one),
        can_cancel: renews && one.status !== 'pending',
        ...{
          email: user.email,
          key: buildSortKey(user.firstname, user.lastname, user.email),
          last_email_on: one.written_on,
        },
        greeting: user.firstname || formatGreetingName(name),
        is_inactive: !isActiveAccount(user),
      },
    ];
  });
  await yieldToEventLoop();
  const onPaper: MembershipListRow[] = [];
  for (const row of await listPaperMembers(db)) {
    const { firstname, lastname } = parsePersonName(row.name);
    onPaper.push({
      ...{ id: row.id, name: row.name, payer: '', user_id: '', plan_id: row.plan_id },
      plan: planNames.get(row.plan_id) ?? '',
      ...(hasEverBeenMember(row)
        ? {
            status: row.paid_until >= today ? ('active' as const) : ('lapsed' as const),
            ...{ paid_until: row.paid_until, paid_by: row.source ?? ('' as const) },
          }
        : { status: 'never' as const, paid_until: '' as const, paid_by: '' as const }),
      ...{ grace_until: '', by_card: false, part_paid: partPaid(row.id, row.plan_id) },
      can_cancel: false,
      renews_on: row.paid_until >= today ? addDays(row.paid_until, 1) : '',
      ...{ email: row.email, phone: row.phone, key: buildSortKey(firstname, lastname, row.email), last_email_on: '' },
      ...{ is_inactive: false, greeting: formatGreetingName(row.name) },
    });
    await yieldToEventLoop();
  }
  const withSubscription = new Set(subscriptions.filter(({ payer }) => payer === '').map(({ user_id }) => user_id));
  const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) =>
    `${firstname} ${lastname}`.trim();
  const namesakes = Map.groupBy(users, (user) => buildPersonNameKey(nameOf(user)));
  // Payments linked to a row of the paper list already count there
  const onList = new Set(onPaper.map(({ id }) => id));
  const payments = (await listSubscriptionPaymentsWithoutAccount(db, environment)).filter(
    ({ payer_id, amount, refunds }) => amount + Number(refunds) > 0 && !onList.has(payer_id ?? ''),
  );
  const paymentsByName = Map.groupBy(payments, ({ payer_name }) => buildPersonNameKey(payer_name));
  const others = users
    .filter(({ id, status }) => status === 'active' && !withSubscription.has(id))
    .map((user): MembershipListRow => {
      const name = nameOf(user);
      // A payment recorded under a name alone belongs to the account with that name, unless several accounts have it
      const paid =
        namesakes.get(buildPersonNameKey(name))?.length === 1
          ? paymentsByName.get(buildPersonNameKey(name))?.[0]
          : undefined;
      return {
        ...{ id: user.id, name: name || user.email, payer: '', user_id: user.id, email: user.email },
        ...(paid ? toPaidStatus(paid, plans, today) : neverPaid),
        ...{
          by_card: false,
          part_paid: partPaid(user.id),
          can_cancel: false,
          grace_until: '',
          phone: user.phone_number,
          last_email_on: '',
        },
        ...{ key: buildSortKey(user.firstname, user.lastname, user.email), is_inactive: false },
        greeting: user.firstname || formatGreetingName(name),
      };
    });
  await yieldToEventLoop();
  return { plans, memberships: [...selectListedMemberships([...subscriptions, ...onPaper], today), ...others] };
}

type PaidStatus = Pick<MembershipListRow, 'plan_id' | 'plan' | 'status' | 'paid_until' | 'renews_on' | 'paid_by'>;

const neverPaid: PaidStatus = { plan_id: '', plan: '', status: 'never', paid_until: '', renews_on: '', paid_by: '' };

/** Derives the status from a payment that the treasurer recorded. */
function toPaidStatus(
  { plan_id, label, day, source }: ListedEntry,
  plans: readonly MembershipPlan[],
  today: CalendarDate,
): PaidStatus {
  const plan = plans.find(({ id }) => id === plan_id);
  const renews_on = getRenewalDate(day, plan?.renewal_month ?? (day.slice(5, 7) as MembershipPlan['renewal_month']));
  const isPaid = renews_on > today;
  return {
    ...{ plan_id, plan: plan?.name ?? label, status: isPaid ? 'active' : 'lapsed', paid_by: source },
    ...{ paid_until: addDays(renews_on, -1), renews_on: isPaid ? renews_on : '' },
  };
}
