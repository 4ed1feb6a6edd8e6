import type { ManualSource, PaymentEnvironment, PaymentSource } from '#features/money/ledger/entry.ts';
import {
  type ListedEntry,
  listSubscriptionCharges,
  listSubscriptionPayments,
} from '#features/money/ledger/server/index.ts';
import { getRenewalDate } from '#features/money/membership/period.ts';
import { listPlans } from '#features/money/membership/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { type EmailContent, queueMail } from '#platform/server/mail/index.ts';
import { addDays, type CalendarDate, type Instant } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey, formatGreetingName } from '#platform/shared/text/person-name.ts';
import type { PaymentAnswers, PaymentFacts } from '../../payment-questions.ts';
import {
  findSubscriptionToRenew,
  getAmountDue,
  getReinstatementDeadline,
  getRenewalPrice,
  initialRenewalState,
  isLiveSubscription,
} from '../../renewal.ts';
import { isRenewalBeingPaid } from '../card/charges.ts';
import {
  composeOfflineReceiptEmail,
  composePartReceiptEmail,
  type OwnerEmailContext,
  queueOwnerEmail,
} from '../store/emails.ts';
import {
  findPaperListMember,
  hasEverPaid,
  type PaperListMember,
  recordPaperListMember,
  recordPaperMemberYear,
} from '../store/paper-list-members.ts';
import { createSubscription, emptyOtherPerson, listSubscriptions, setSubscriptionCancelled } from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';
import { addSubscriptionYear, createSubscriptionYear } from '../store/years.ts';
import type { ManualPayer } from './payers.ts';

/** The person whose membership a payment is for: somebody whom `listManualPayers` lists, or a new name. */
export type Payee = Pick<ManualPayer, 'id' | 'kind' | 'name' | 'user_id'> | { kind: 'new'; name: string };

/** A payment for a plan that was made in cash, on a card machine, by bank transfer or by cheque. */
export interface OfflinePayment {
  payer: Payee;
  planId: Id;
  beneficiary: PaymentAnswers['beneficiary'];
  pence: number;
  source: ManualSource;
  day: CalendarDate;
  environment: PaymentEnvironment;
  today: CalendarDate;
  at: Instant;
}

type Plan = Awaited<ReturnType<typeof listPlans>>[number];

/** The effect of a payment, assessed in the transaction that records it. */
export interface AssessedPayment {
  facts: PaymentFacts;
  /**
   * Renews or starts the membership, and sends a receipt with any donation and earlier part payments. Returns the last
   * day that is paid, and whether a stored card is charged for the next year.
   */
  extend: (
    entry: { entryId: Id; newId: Id; pence: number; donation: number; partPaid: number },
    answers: PaymentAnswers,
  ) => Promise<{ until: CalendarDate; renewsByCard: boolean }>;
  /** Sends the receipt for a part payment; `owed` pence are still to pay. */
  sendPartReceipt: (entry: { entryId: Id; owed: number }) => Promise<void>;
  /** Adds a new person to the membership list. Does nothing for anybody who is already on it or has an account. */
  addToList: (newId: Id) => Promise<void>;
}

/** Returns the id of the ledger entry for a donation that was paid together with a subscription. */
export const deriveDonationEntryId = (subscriptionEntry: Id): Id =>
  deterministicId(`donation with ${subscriptionEntry}`);

/** A payment at most this many days before the paid time ends is taken to be for the next year. */
const earliestRenewalDays = 60;

/** Assesses the effect of a payment, and notes anything unusual about it. Undefined if there is no such plan. */
export async function assessPayment(tx: DbTransaction, paid: OfflinePayment): Promise<AssessedPayment | undefined> {
  const plans = await listPlans(tx, paid.day);
  const plan = plans.find(({ id }) => id === paid.planId);
  if (!plan) return undefined;
  const { payer, day } = paid;
  const earlier = await findCharges(tx, paid);
  const common = {
    ...{ payer: payer.name, plan: plan.name, pence: paid.pence },
    part_paid: earlier.unused.reduce((sum, { left }) => sum + left, 0),
    same_day: earlier.all.find((charge) => charge.day === day)?.amount,
  };
  const assessed =
    payer.kind === 'account' || payer.kind === 'paid_for'
      ? await assessSubscription(tx, { ...paid, payer }, { plan, plans })
      : await assessPaper(tx, paid, { plan, plans });
  const { price, ...facts } = assessed.facts;
  const isAhead = facts.paid_until > addDays(day, earliestRenewalDays);
  return {
    ...assessed,
    facts: { ...common, ...facts, due: Math.max(price - common.part_paid, 0), is_early: isAhead },
  };
}

/** The part of an assessment that depends on the kind of payer. `price` is in pence; part payments aren't deducted. */
interface Assessment extends Omit<AssessedPayment, 'facts'> {
  facts: Pick<
    PaymentFacts,
    'person' | 'paid_until' | 'would_pay_until' | 'own_until' | 'other_plans' | 'can_have_both' | 'unsettled_plan'
  > & {
    price: number;
  };
}
interface PlanContext {
  plan: Plan;
  plans: readonly Plan[];
}

const lastDayBefore = (renewsOn: CalendarDate) => addDays(renewsOn, -1);

async function assessSubscription(
  tx: DbTransaction,
  paid: OfflinePayment & { payer: Exclude<Payee, { kind: 'new' }> },
  { plan, plans }: PlanContext,
): Promise<Assessment> {
  const { payer, day, today, beneficiary } = paid;
  const all = await listSubscriptions(tx, payer.user_id);
  // The member's own subscriptions, or those for the same other person as the chosen one
  const chosen = payer.kind === 'paid_for' ? all.find(({ id }) => id === payer.id) : undefined;
  const person = chosen ?? { sub_for: 'SELF', name: '' };
  const ofPerson = all.filter((one) => isSamePerson(one, person));
  const ofPlan = ofPerson.filter(({ plan_id }) => plan_id === plan.id);
  const live = ofPlan.filter((one) => isLiveSubscription(one, day));
  // A payment by a member is for the member's own subscription before those of others for whom the member pays
  const isForPerson = chosen !== undefined || beneficiary === 'payer';
  const ended = isForPerson ? ofPlan : all.filter(({ plan_id }) => plan_id === plan.id);
  const candidates = live.length > 0 ? live : ended;
  const renewed = findSubscriptionToRenew(candidates, { day, renewsOn: plan.renews_on });
  // A card payment for another person, whose result isn't known yet
  const pending =
    isForPerson || renewed || live.length > 0 ? undefined : ended.find(({ status }) => status === 'pending');
  const starts = !renewed && !pending && !ofPlan.some((one) => isLiveSubscription(one, today));
  const held = renewed ?? pending ?? (starts ? undefined : candidates.find((one) => isLiveSubscription(one, today)));
  const joins = starts || (renewed !== undefined && !isLiveSubscription(renewed, day));
  const otherPlans = all.filter((one) => one.plan_id !== plan.id && isSamePerson(one, renewed ?? person));
  const others = joins ? otherPlans.filter((one) => isLiveSubscription(one, day)) : [];
  /** The other person that the payment is for; "" for the payer. */
  const name = (held ?? chosen)?.name ?? '';
  const unsettled = await findUnsettled(tx, held ? [held, ...others] : others);
  const until = renewed ? getRenewalDate(renewed.renews_on, plan.renewal_month) : plan.renews_on;
  return {
    facts: {
      person: name || payer.name,
      price: renewed ? getAmountDue(plan, renewed) : plan.first_amount,
      paid_until: held && held.status !== 'pending' && held.renews_on > day ? lastDayBefore(held.renews_on) : '',
      would_pay_until: renewed || (starts && until > today) ? lastDayBefore(until) : '',
      own_until:
        payer.kind === 'account' && (renewed ?? pending)?.sub_for === 'OTHER' && plan.renews_on > today
          ? lastDayBefore(plan.renews_on)
          : '',
      other_plans: others.map(({ plan_id, status, renews_on }) => ({
        name: findPlanName(plans, plan_id),
        paid_until: status === 'pending' ? '' : lastDayBefore(renews_on),
      })),
      can_have_both: true,
      unsettled_plan: unsettled && findPlanName(plans, unsettled.plan_id),
    },
    sendPartReceipt: async ({ entryId, owed }) => {
      const { pence, source: by, at } = paid;
      const about = { plan: plan.name, key: `by hand ${entryId}`, at };
      await queueOwnerEmail(tx, { user_id: payer.user_id, name }, about, (owner) =>
        composePartReceiptEmail({ ...owner, pence, by, paidOn: day, owed }),
      );
    },
    addToList: async () => {},
    extend: async ({ entryId, newId, pence, donation, partPaid }, { plan_as }) => {
      const { source, at } = paid;
      if (plan_as === 'change') for (const { id } of others) await setSubscriptionCancelled(tx, id, at);
      const year = { amount: pence, source, entry_id: entryId };
      const extended = renewed
        ? await addSubscriptionYear(tx, renewed, year)
        : await start(tx, { ...paid, userId: payer.user_id, newId, entryId, pence, chosen }, plan);
      const cancelled = extended.cancelled_at !== null;
      const byCard = extended.card_id !== null;
      const receipt = {
        ...{ pence, donation, partPaid, by: source, paidOn: day },
        ...{ renewsOn: extended.renews_on, byCard, cancelled },
      };
      const about = { plan: plan.name, key: `by hand ${entryId}`, at };
      await queueOwnerEmail(tx, extended, about, (owner) => composeOfflineReceiptEmail({ ...owner, ...receipt }));
      return { until: lastDayBefore(extended.renews_on), renewsByCard: byCard && !cancelled };
    },
  };
}

/** Returns true if two subscriptions of a member are for the same person. */
const isSamePerson = (
  one: Pick<SubscriptionTable, 'sub_for' | 'name'>,
  other: Pick<SubscriptionTable, 'sub_for' | 'name'>,
): boolean =>
  one.sub_for === other.sub_for &&
  (one.sub_for === 'SELF' || buildPersonNameKey(one.name) === buildPersonNameKey(other.name));

const findPlanName = (plans: readonly Plan[], planId: Id) => plans.find(({ id }) => id === planId)?.name ?? '';

/** Finds a subscription with a card payment whose result isn't known yet, for its first year or its next. */
async function findUnsettled(db: DbReader, held: readonly SubscriptionTable[]): Promise<SubscriptionTable | undefined> {
  for (const one of held) if (one.status === 'pending' || (await isRenewalBeingPaid(db, one))) return one;
  return undefined;
}

/** Starts a subscription for the payer, or for the other person that the `chosen` subscription is for. */
async function start(
  tx: DbTransaction,
  payment: OfflinePayment & { userId: Id; newId: Id; entryId: Id; chosen: SubscriptionTable | undefined },
  { amount, renews_on }: { amount: number; renews_on: CalendarDate },
): Promise<SubscriptionTable> {
  const { newId: id, userId, planId, day, pence, source, entryId, at, chosen } = payment;
  const started: SubscriptionTable = {
    ...(chosen ?? { sub_for: 'SELF', ...emptyOtherPerson, person_id: null, person_linked_by: null }),
    ...{ id, user_id: userId, plan_id: planId, status: 'active', started_on: day, renews_on, amount },
    ...{ cancelled_at: null, card_id: null, created_at: at, ...initialRenewalState },
  };
  await createSubscription(tx, started);
  const year = { begins_on: day, renews_on, amount: pence, source, entry_id: entryId };
  await createSubscriptionYear(tx, { ...year, id: entryId, subscription_id: id });
  return started;
}

/** Assesses a payment by somebody without an account, who may be on the membership list. */
async function assessPaper(tx: DbTransaction, paid: OfflinePayment, { plan, plans }: PlanContext): Promise<Assessment> {
  const { payer, day, today } = paid;
  const owner = payer.kind === 'new' ? undefined : await findPaperListMember(tx, payer.id);
  const member = owner && hasEverPaid(owner) ? owner : undefined;
  const renews = member && addDays(member.paid_until, 1);
  const isSamePlan = member?.plan_id === plan.id;
  const isPaid = member !== undefined && member.paid_until >= day;
  const isRenewal =
    renews !== undefined && isSamePlan && (isPaid || day <= getReinstatementDeadline({ renews_on: renews }));
  const begins_on = isRenewal ? renews : day;
  const until = isRenewal ? getRenewalDate(renews, plan.renewal_month) : plan.renews_on;
  const isTooFarAhead = isRenewal && renews > plan.renews_on;
  const isOver = !isRenewal && until <= today;
  const sendTo = async (
    { name, email }: Pick<PaperListMember, 'name' | 'email'>,
    entryId: Id,
    compose: (owner: OwnerEmailContext) => EmailContent,
  ) => {
    if (email === '') return;
    const { siteName } = await readSettings(tx);
    const mail = compose({ firstname: formatGreetingName(name), siteName, plan: plan.name, name: '' });
    const idempotencyKey = `subscription by hand ${entryId}`;
    const to = { to: email, fromName: siteName };
    await queueMail(tx, { ...mail, ...to, id: deterministicId(idempotencyKey), idempotencyKey, at: paid.at });
  };
  return {
    facts: {
      person: payer.name,
      price: isRenewal ? getRenewalPrice(plan, { renews_on: renews }) : plan.first_amount,
      paid_until: member && isSamePlan && isPaid ? member.paid_until : '',
      would_pay_until: isTooFarAhead || isOver ? '' : lastDayBefore(until),
      own_until: '',
      other_plans:
        member && isPaid && !isSamePlan
          ? [{ name: findPlanName(plans, member.plan_id), paid_until: member.paid_until }]
          : [],
      can_have_both: false,
      unsettled_plan: undefined,
    },
    sendPartReceipt: async ({ entryId, owed }) => {
      const { pence, source: by } = paid;
      if (!owner) return;
      await sendTo(owner, entryId, (about) => composePartReceiptEmail({ ...about, pence, by, paidOn: day, owed }));
    },
    addToList: async (newId) => {
      if (!owner) await addPaperListMember(tx, { ...paid, newId });
    },
    extend: async ({ entryId, newId, pence, donation, partPaid }) => {
      const { source } = paid;
      const listed = owner ?? (await addPaperListMember(tx, { ...paid, newId, pence }));
      const paid_until = lastDayBefore(until);
      await recordPaperMemberYear(tx, {
        ...{ id: entryId, member_id: listed.id, plan_id: plan.id, begins_on, paid_until },
        ...{ amount: pence, source, paid_on: day },
      });
      const receipt = { pence, donation, partPaid, by: source, paidOn: day, renewsOn: until };
      const facts = { ...receipt, cancelled: false, hasAccount: false };
      await sendTo(listed, entryId, (about) => composeOfflineReceiptEmail({ ...about, ...facts }));
      return { until: paid_until, renewsByCard: false };
    },
  };
}

/** Adds somebody who paid without an account to the membership list. */
async function addPaperListMember(
  tx: DbTransaction,
  { payer, planId, pence, source, day, at, newId }: OfflinePayment & { newId: Id },
): Promise<Pick<PaperListMember, 'id' | 'name' | 'email'>> {
  const row = { id: newId, name: payer.name, email: '', email_key: '', phone: '', plan_id: planId, amount: pence };
  const paid = { paid_on: day, source, paid_until: addDays(day, -1), created_at: at, from_payment: 1 as const };
  await recordPaperListMember(tx, { ...row, ...paid });
  return row;
}

/** Returns the pence of a payer's part payments, for one plan or for all plans. */
export type SumPartPayments = (payerId: Id, planId?: Id) => number;

/** Returns a function that adds up the part payments of the last year that haven't completed a membership year yet. */
export async function loadPartPaymentSums(
  db: DbReader,
  { today, environment }: { today: CalendarDate; environment: PaymentEnvironment },
): Promise<SumPartPayments> {
  const days = { from: addDays(today, -365), until: today };
  const entries = await listSubscriptionPayments(db, { ...days, environment });
  const yearEntries = await listMembershipYearEntries(db);
  const parts = entries.filter(({ corrects, was_corrected }) => !corrects && !was_corrected);
  const byPayer = Map.groupBy(parts, ({ user_id, payer_id }) => user_id ?? payer_id ?? '');
  return (payerId, planId) =>
    [...Map.groupBy(byPayer.get(payerId) ?? [], ({ plan_id }) => plan_id)]
      .filter(([plan]) => planId === undefined || plan === planId)
      .flatMap(([, ofPlan]) => findUnused(ofPlan, yearEntries))
      .reduce((sum, { amount, refunds }) => sum + amount + Number(refunds), 0);
}

/**
 * Returns the charges of a payer for a plan that still count towards a year. A manual payment that completes a year
 * uses up all earlier part payments.
 */
function findUnused<Charge extends { id: Id; at: Instant; source: PaymentSource }>(
  charges: readonly Charge[],
  yearEntries: ReadonlySet<Id>,
): Charge[] {
  const completed = charges.filter(({ id, source }) => yearEntries.has(id) && source !== 'card').map(({ at }) => at);
  const usedUntil = completed.sort().at(-1) ?? '';
  return charges.filter(({ id, at }) => !yearEntries.has(id) && at > usedUntil);
}

/** Lists the ledger entries that paid for a membership year, with or without an account. */
export async function listMembershipYearEntries(db: DbReader): Promise<Set<Id>> {
  const years = await db.selectFrom('subscription_year').select('entry_id').execute();
  const paperYears = await db.selectFrom('paper_member_year').select('id').execute();
  return new Set([...years.flatMap(({ entry_id }) => entry_id ?? []), ...paperYears.map(({ id }) => id)]);
}

/**
 * Returns the pence of the earlier part payments that counted towards the year this manual payment completed; 0 for any
 * other entry.
 */
export async function sumEarlierPartPayments(db: DbReader, entry: ListedEntry): Promise<number> {
  const { id, at, day, source, plan_id, user_id, payer_id, environment } = entry;
  const yearEntries = await listMembershipYearEntries(db);
  if (source === 'card' || !yearEntries.has(id)) return 0;
  const payer = user_id ? { userId: user_id } : { payerId: payer_id ?? '' };
  const charges = await listSubscriptionCharges(db, payer, { planId: plan_id, environment });
  const before = charges.filter((charge) => charge.at < at && charge.day >= addDays(day, -365));
  return findUnused(before, yearEntries).reduce((sum, { left }) => sum + left, 0);
}

/** Finds a payer's charges for the plan; those in `unused` count towards the next year. */
async function findCharges(tx: DbTransaction, { payer, planId, environment, day }: OfflinePayment) {
  if (payer.kind === 'new') return { all: [], unused: [] };
  const who = payer.user_id === '' ? { payerId: payer.id } : { userId: payer.user_id };
  const charges = await listSubscriptionCharges(tx, who, { planId, environment });
  const ids = charges.map(({ id }) => id);
  if (ids.length === 0) return { all: [], unused: [] };
  const years = await tx
    .selectFrom('subscription_year')
    .select(['entry_id', 'subscription_id'])
    .where('entry_id', 'in', ids)
    .execute();
  // If the payer pays for several people, the charges for the others are left out
  const held = payer.kind === 'paid_for' ? await listSubscriptions(tx, payer.user_id) : [];
  const chosen = held.find(({ id }) => id === payer.id);
  const ofOthers = new Set(held.filter((one) => chosen && !isSamePerson(one, chosen)).map(({ id }) => id));
  const isForOther = ({ id }: { id: Id }) =>
    years.some((year) => year.entry_id === id && ofOthers.has(year.subscription_id));
  const all = charges.filter((charge) => !isForOther(charge));
  const paperYears = await tx.selectFrom('paper_member_year').select('id').where('id', 'in', ids).execute();
  const yearEntries = new Set([...years.map(({ entry_id }) => entry_id ?? ''), ...paperYears.map(({ id }) => id)]);
  const since = addDays(day, -365);
  return { all, unused: findUnused(all, yearEntries).filter((charge) => charge.day >= since && charge.day <= day) };
}
