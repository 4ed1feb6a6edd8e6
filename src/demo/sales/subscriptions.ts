import type { PaymentHistory } from '#features/money/payments/server/index.ts';
import { getRenewalDate } from '#features/money/subscriptions/renewal.ts';
import type { createSubscription, createSubscriptionYear } from '#features/money/subscriptions/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { computePseudoRandomNumber } from '../people/ids.ts';
import type { DemoAccount } from '../society/accounts.ts';
import type { PlansAndMessages } from '../society/plans-and-messages.ts';
import {
  buildDatedEntryFields,
  calculateSquareFee,
  type DemoCharge,
  type DemoLedgerEntry,
  demoIntentDefaults,
  demoProviderIdPrefix,
  pickPseudoRandomNumberBelow,
} from './payments.ts';

type Subscription = Parameters<typeof createSubscription>[1];
type Year = Parameters<typeof createSubscriptionYear>[1];
type Intent = PaymentHistory['intents'][number];
type Plan = PlansAndMessages['plans'][number];

/** The maximum number of years that subscriptions go back. */
const years = 5;

/** Until `dearer` years ago, a membership cost `pence` less. */
const before = { dearer: 2, pence: 300 };

/** The records that the demo's subscriptions leave in the site. */
export interface DemoSubscriptions extends PaymentHistory {
  subscriptions: readonly Subscription[];
  years: readonly Year[];
  entries: readonly DemoLedgerEntry[];
}

/** A member's payment history. */
type Story = 'goes on' | 'declined' | 'lapsed' | 'cancelled' | 'moved away';

interface Member {
  userId: string;
  plan: Plan;
  source: DemoCharge['source'];
  story: Story;
  /** The first year for which the member paid, counted back from the present year (0). */
  since: number;
}

/** The histories of the four members listed after the four accounts that sign in, in order. */
const stories: readonly Story[] = ['declined', 'lapsed', 'cancelled', 'moved away'];

function buildMember(
  place: number,
  { user: { id: userId } }: DemoAccount,
  plans: PlansAndMessages['plans'],
): Member | undefined {
  const [full, young, friend] = plans;
  if (!full || !young || !friend) return undefined;
  // The accounts that can sign in pay by card, except the director, who pays the treasurer by bank transfer
  if (place < 4) return { userId, plan: full, source: place === 2 ? 'transfer' : 'card', story: 'goes on', since: 3 };
  const story = stories[place - 4];
  if (story) return { userId, plan: story === 'declined' ? friend : full, source: 'card', story, since: 2 };
  const since = pickPseudoRandomNumberBelow(years + 8, 'joined', userId);
  const kind = computePseudoRandomNumber('plan', userId);
  const plan = kind < 0.72 ? full : kind < 0.84 ? young : friend;
  const paid = computePseudoRandomNumber('source', userId);
  return { userId, plan, source: paid < 0.72 ? 'card' : paid < 0.88 ? 'transfer' : 'cash', story: 'goes on', since };
}

/**
 * Builds the members' subscriptions and payments in the five years up to `today`: most by card, renewed each year, some
 * by hand. One card was declined some days ago. Of the other members, one's subscription lapsed, one cancelled, and one
 * moved away and got a refund. The same day gives the same result.
 */
export function buildDemoSubscriptions(
  { accounts, plans }: { accounts: readonly DemoAccount[]; plans: PlansAndMessages['plans'] },
  today: CalendarDate,
): DemoSubscriptions {
  const all = accounts.flatMap((account, place) => {
    const member = buildMember(place, account, plans);
    return member ? [buildSubscriptionRecords(member, today)] : [];
  });
  const of = <Key extends keyof DemoSubscriptions>(key: Key) =>
    all.flatMap((one) => [...one[key]]) as DemoSubscriptions[Key];
  const recorded = { intents: of('intents'), customers: of('customers'), cards: of('cards') };
  return { ...recorded, subscriptions: of('subscriptions'), years: of('years'), entries: of('entries') };
}

function buildSubscriptionRecords(member: Member, today: CalendarDate): DemoSubscriptions {
  const { userId, plan, source, story } = member;
  const id = deriveId(`demo subscription ${userId}`);
  const card = source === 'card' ? buildCard(userId, today) : undefined;
  const paid = listPaidPeriods(member, today).filter(({ day }) => day <= today);
  const [first] = paid;
  const last = paid.at(-1);
  const nothing: DemoSubscriptions = {
    intents: [],
    customers: [],
    cards: [],
    subscriptions: [],
    years: [],
    entries: [],
  };
  if (!first || !last) return nothing;
  const payments = paid.map((period) => buildPaidYear({ member, id, period, isFirst: period === first, card }));
  const left = story === 'moved away' ? latest(addDays(today, -9), last.day) : undefined;
  const moved = left ? buildRefund(payments.at(-1), { day: left, reason: 'Moved to Leeds' }) : [];
  // A few members paid the full price although they were entitled to the concession, so they get a partial refund
  const dear =
    story === 'goes on' ? payments.find(({ key }) => computePseudoRandomNumber('concession', key) < 0.08) : undefined;
  const some = dear
    ? buildRefund({ ...dear, pence: 500 }, { day: addDays(dear.day, 5), reason: 'The concession price, as agreed' })
    : [];
  const refunds = [...moved, ...some].filter(({ day }) => day <= today);
  const cancelled = story === 'cancelled' ? addDays(today, -20) : left;
  const declined =
    story === 'declined' && card ? buildDeclinedRenewal({ id, member, renews: last.until, card, today }) : undefined;
  const subscription: Subscription = {
    ...{ id, user_id: userId, plan_id: plan.id, sub_for: 'SELF', name: '', phone_number: '' },
    ...{ e_con_name: '', e_con_phone: '', amount: plan.amount, started_on: first.from },
    renews_on: left ?? last.until,
    status: story === 'lapsed' || left ? 'lapsed' : 'active',
    cancelled_at: cancelled ? `${cancelled}T19:30:00.000Z` : null,
    card_id: card && !left ? card.card.id : null,
    created_at: `${first.from}T19:30:00.000Z`,
    ...{ reminded_on: null, reminded_again_on: null, amount_told: null, tries: 0, tried_on: null },
    ...(declined?.progress ?? {}),
    ...(story === 'lapsed' ? { tries: 3, tried_on: earliest(addDays(last.until, 12), today) } : {}),
  };
  return {
    intents: [
      ...payments.flatMap(({ intent }) => intent ?? []),
      ...refunds.flatMap(({ intent }) => intent ?? []),
      ...(declined ? [declined.intent] : []),
    ],
    customers: card ? [card.customer] : [],
    cards: card ? [{ ...card.card, removed_at: left ? `${left}T19:30:00.000Z` : null }] : [],
    subscriptions: [subscription],
    years: payments
      .map(({ year }) => (left && year.renews_on === last.until ? { ...year, renews_on: left } : year))
      .filter(({ begins_on, renews_on }) => begins_on < renews_on),
    entries: [...payments.flatMap(({ entries }) => entries), ...refunds.map(({ entry }) => entry)],
  };
}

const latest = (one: CalendarDate, other: CalendarDate) => (one > other ? one : other);
const earliest = (one: CalendarDate, other: CalendarDate) => (one < other ? one : other);

interface Period {
  from: CalendarDate;
  /** The first day after the period. */
  until: CalendarDate;
  /** The day of the payment. */
  day: CalendarDate;
  pence: number;
}

/**
 * Lists a member's paid years. The day of the payment for the present year may still be ahead. The present year is left
 * out if the renewal was declined or the subscription lapsed.
 */
function listPaidPeriods({ userId, plan, source, story, since }: Member, today: CalendarDate): Period[] {
  const present = getRenewalDate(today, plan.renewal_month);
  const begins = (ago: number) => `${getYear(present) - 1 - ago}-${plan.renewal_month}-01`;
  const oldest = Math.min(since, years - 1);
  const isUnpaid = story === 'declined' || story === 'lapsed';
  return Array.from({ length: oldest + 1 }, (_, n) => oldest - n)
    .filter((ago) => !(isUnpaid && ago === 0))
    .map((ago) => {
      const key = `${userId} ${begins(ago)}`;
      // A member's first year may begin later than the others, because people join at any time of the year
      const joined =
        ago === since && story === 'goes on' && ago < years - 1
          ? pickPseudoRandomNumberBelow(300, 'joined on', key)
          : 0;
      const from = addDays(begins(ago), joined);
      const late = source === 'card' ? 0 : pickPseudoRandomNumberBelow(28, 'late', key);
      const pence = plan.amount - (ago >= before.dearer ? before.pence : 0);
      return { from, until: begins(ago - 1), day: addDays(from, late), pence };
    });
}

/**
 * Builds the records of a paid year: its subscription year, its ledger entries and, if it was paid by card, its payment
 * intent.
 */
function buildPaidYear({
  member: { userId, plan, source },
  id,
  period,
  isFirst,
  card,
}: {
  member: Member;
  id: string;
  period: Period;
  isFirst: boolean;
  card: Card | undefined;
}) {
  const { day, pence, from, until } = period;
  const key = `subscription ${userId} ${from}`;
  const about = { about: 'subscription', plan_id: plan.id, label: plan.levelName } as const;
  const made = buildDatedEntryFields(key, day);
  const intent: Intent | undefined = card && {
    ...{ ...demoIntentDefaults, purpose: 'subscription' },
    ...buildChargeFields(made.id, { at: made.at, pence, plan, userId, card }),
    ...{ subject: isFirst ? `${id} first` : `${id} ${from}`, attempt: isFirst ? 'first' : 'renewal 1' },
    ...{
      status: 'settled',
      provider_id: `${demoProviderIdPrefix}${made.id}`,
      settled_at: made.at,
      fee: calculateSquareFee(pence),
    },
  };
  const square = intent ? { square_id: intent.provider_id } : {};
  const charge: DemoCharge = {
    ...{
      ...made,
      kind: 'charge',
      environment: 'practice',
      source,
      pence,
      about,
      payer: { user_id: userId },
      ...square,
    },
  };
  const fee: DemoLedgerEntry[] = intent
    ? [
        {
          ...buildDatedEntryFields(`${key} fee`, day),
          kind: 'fee',
          charge_id: made.id,
          pence: calculateSquareFee(pence),
          ...square,
        },
      ]
    : [];
  const paid = { subscription_id: id, begins_on: from, renews_on: until, amount: pence, source };
  const year: Year = { id: made.id, ...paid, entry_id: made.id };
  return { key, day, pence, intent, year, charge, entries: [charge, ...fee] };
}

/**
 * Builds the refund of a paid year: its ledger entry and, if the year was paid by card, its payment intent. The list is
 * empty if there is no paid year.
 */
function buildRefund(
  of: Pick<ReturnType<typeof buildPaidYear>, 'key' | 'pence' | 'intent' | 'charge'> | undefined,
  { day, reason }: { day: CalendarDate; reason: string },
) {
  if (!of) return [];
  const { key, pence, intent: charge } = of;
  const made = buildDatedEntryFields(`${key} refund`, day);
  const intent: Intent | undefined = charge && {
    ...{ ...charge, id: made.id, kind: 'refund', charge_id: charge.id, attempt: 'refund 1', pence, note: reason },
    ...{ provider_id: `${charge.provider_id}_REFUND`, card_brand: '', last_4: '', fee: null, customer: '' },
    ...{ created_at: made.at, settled_at: made.at },
  };
  const square = intent ? { square_id: intent.provider_id } : {};
  const entry: DemoLedgerEntry = { ...made, kind: 'refund', charge_id: of.charge.id, pence, ...square };
  return [{ day, intent, entry }];
}

/** Builds a renewal that the bank declined at most three days ago, so that the subscription hasn't lapsed yet. */
function buildDeclinedRenewal({
  id,
  member: { plan, userId },
  renews,
  card,
  today,
}: {
  id: string;
  member: Member;
  renews: CalendarDate;
  card: Card;
  today: CalendarDate;
}) {
  const day = latest(addDays(today, -3), renews);
  const made = buildDatedEntryFields(`declined ${userId}`, day);
  const intent: Intent = {
    ...{ ...demoIntentDefaults, purpose: 'subscription' },
    ...buildChargeFields(made.id, { at: made.at, pence: plan.amount, plan, userId, card }),
    ...{ subject: `${id} ${renews}`, attempt: 'renewal 1', status: 'declined' },
    ...{ declined_because: 'INSUFFICIENT_FUNDS', settled_at: made.at, card_brand: '', last_4: '' },
  };
  const reminders = {
    reminded_on: addDays(renews, -30),
    reminded_again_on: addDays(renews, -7),
    amount_told: plan.amount,
  };
  return { intent, progress: { ...reminders, tries: 1, tried_on: day } };
}

const buildChargeFields = (
  id: string,
  { at, pence, plan, userId, card }: { at: string; pence: number; plan: Plan; userId: string; card: Card },
) => ({
  ...{ id, plan_id: plan.id, label: plan.levelName, note: plan.levelName, user_id: userId, pence, created_at: at },
  ...{ customer: card.customer.provider_id, card_brand: card.card.brand, last_4: card.card.last_4 },
});

type Card = ReturnType<typeof buildCard>;

/** Builds a member's customer record and card on file. The card is one of those that the practice provider accepts. */
function buildCard(userId: string, today: CalendarDate) {
  const customer: PaymentHistory['customers'][number] = {
    ...{ id: deriveId(`demo customer ${userId}`), user_id: userId, environment: 'practice' },
    provider_id: `${demoProviderIdPrefix}CUSTOMER-${userId}`,
  };
  const [brand, last_4] = computePseudoRandomNumber('brand', userId) < 0.6 ? ['VISA', '1111'] : ['MASTERCARD', '5100'];
  const card: PaymentHistory['cards'][number] = {
    ...{
      id: deriveId(`demo card ${userId}`),
      customer_id: customer.id,
      provider_id: `ccof:${demoProviderIdPrefix}${userId}`,
    },
    ...{
      brand: brand ?? '',
      last_4: last_4 ?? '',
      exp_month: 1 + pickPseudoRandomNumberBelow(12, 'month', userId),
      postcode: 'AB1 2CD',
    },
    ...{ exp_year: getYear(today) + 2, created_at: `${addDays(today, -400)}T19:30:00.000Z`, removed_at: null },
  };
  return { customer, card };
}
